import type { SessionId } from '@rook/contract';
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useRef, useState, type JSX, type KeyboardEvent, type RefObject } from 'react';

import { useScope } from '../app/scope.tsx';
import { useActions } from '../app/use-actions.ts';
import type { SoughtTurn } from '../conversation/use-named-turn.ts';
import { IconButton } from '../design/icon-button.tsx';
import { nameKeys } from '../design/key-names.ts';
import type { SessionStore } from '../state/session-store.ts';
import { findTurn, markFound } from './mark-found.ts';
import { findNearest, stepFound, useFind, type FoundTurn } from './use-find.ts';

interface FindBarProps {
  readonly store: SessionStore;
  readonly session: SessionId;
  /** Brings a turn into sight; null: none is looked for any more. */
  readonly seek: (turn: SoughtTurn | null) => void;
}

/** Finds words in the whole session, because the browser only knows the turns that are drawn. */
export function FindBar(props: FindBarProps): JSX.Element | null {
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const open = (): void => {
    setOpen(true);
    field.current?.focus();
    field.current?.select();
  };
  useActions([
    { id: 'find', title: 'Find in this session', group: 'Conversation', keys: 'mod+f', run: open },
  ]);
  if (!isOpen) return null;
  return <OpenBar {...props} field={field} text={text} setText={setText} close={() => setOpen(false)} />;
}

interface OpenBarProps extends FindBarProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly close: () => void;
}

function OpenBar({ store, session, seek, field, text, setText, close }: OpenBarProps): JSX.Element {
  const { host } = useScope();
  const answer = useFind(store, session, text.trim());
  const found = answer?.result.ok === true ? answer.result.value.found : [];
  const { at, step } = useWalk(found, answer?.text ?? '', seek);
  const current = found[at] ?? null;
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
    return () => seek(null);
  }, [field, seek]);
  const leave = (): void => {
    close();
    const turn = current === null ? null : findTurn(document, keyOf(store, current));
    (turn ?? document.querySelector<HTMLElement>('.composer-text'))?.focus({ preventScroll: true });
  };
  const press = (event: KeyboardEvent): void => {
    const keys = nameKeys(event, host.platform);
    // Who presses it once more wants the browser's own.
    if (keys === 'mod+f') return event.stopPropagation();
    const by = STEPS.get(keys);
    if (keys !== 'Escape' && by === undefined) return undefined;
    event.preventDefault();
    if (by === undefined) return leave();
    return step(by);
  };
  return (
    <search className="find-bar" aria-label="Find in this session" onKeyDown={press}>
      <Search size={14} aria-hidden />
      <input
        ref={field}
        className="field find-text"
        aria-label="Find in this session"
        placeholder="Find in this session"
        value={text}
        maxLength={LONGEST}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className="find-state" role="status">
        {text.trim() === '' ? '' : describe(answer, found.length, at)}
      </p>
      <IconButton
        icon={ChevronUp}
        label="Previous turn that has it"
        keys="shift+Enter"
        isDisabled={found.length === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label="Next turn that has it"
        keys="Enter"
        isDisabled={found.length === 0}
        onClick={() => step(1)}
      />
      <IconButton icon={X} label="Close" keys="Escape" onClick={leave} />
      {current === null ? null : <Words store={store} current={current} words={answer?.text ?? ''} />}
    </search>
  );
}

const LONGEST = 200;
const STEPS: ReadonlyMap<string, 1 | -1> = new Map([
  ['Enter', 1],
  ['shift+Enter', -1],
  ['F3', 1],
  ['shift+F3', -1],
  ['mod+g', 1],
  ['mod+shift+g', -1],
]);

/** Where one is among the turns that were found; another text begins at what is in sight. */
function useWalk(
  found: readonly FoundTurn[],
  text: string,
  seek: FindBarProps['seek'],
): { readonly at: number; readonly step: (by: 1 | -1) => void } {
  const [place, setPlace] = useState({ text: '', at: 0 });
  const at = place.text === text ? Math.min(place.at, Math.max(0, found.length - 1)) : 0;
  const go = (next: number): void => {
    setPlace({ text, at: next });
    const turn = found[next];
    if (turn !== undefined) seek({ id: turn.turn ?? turn.message ?? '', keepsFocus: true });
  };
  const isOther = place.text !== text && found.length > 0;
  useEffect(() => {
    if (isOther) go(findNearest(found, seqInSight()));
  }, [isOther, text]);
  return { at, step: (by) => go(stepFound(found.length, at, by)) };
}

/** The last entry of what is in sight. */
function seqInSight(): number {
  const scroller = document.querySelector('.turn-scroll');
  if (scroller === null) return Infinity;
  const { bottom } = scroller.getBoundingClientRect();
  const drawn = [...scroller.querySelectorAll<HTMLElement>('[data-turn]')];
  const below = drawn.find((card) => card.getBoundingClientRect().top >= bottom);
  return Number(below?.dataset['seq'] ?? Infinity) - 1;
}

function keyOf(store: SessionStore, { turn, message }: FoundTurn): string {
  const { turns } = store.getState().conversation;
  return turns.find((one) => one.key === message || (turn !== null && one.id === turn))?.key ?? '';
}

function describe(answer: ReturnType<typeof useFind>, count: number, at: number): string {
  if (answer === null) return 'Looking…';
  if (!answer.result.ok) return answer.result.error.message;
  if (count === 0) return 'Nothing found';
  const all = answer.result.value.more ? `more than ${count}` : String(count);
  return `${at + 1} of ${all} ${count === 1 ? 'turn' : 'turns'}`;
}

interface WordsProps {
  readonly store: SessionStore;
  readonly current: FoundTurn;
  readonly words: string;
}

/** What of the turn has the words, for where they stand in something that is folded; and the marks in what is drawn. */
function Words({ store, current, words }: WordsProps): JSX.Element {
  const { text, marks } = current;
  useEffect(() => {
    const scroller = document.querySelector<HTMLElement>('.turn-scroll');
    return scroller === null ? undefined : markFound(scroller, words, () => keyOf(store, current));
  }, [store, current, words]);
  const [start, end] = marks[0] ?? [0, 0];
  const from = Math.max(0, start - BEFORE);
  return (
    <p className="find-words truncate">
      {from > 0 ? '…' : ''}
      {text.slice(from, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end, end + BEHIND)}
    </p>
  );
}

const BEFORE = 40;
const BEHIND = 160;
