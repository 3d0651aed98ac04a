import { ArrowDown } from 'lucide-react';
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  type JSX,
  type RefObject,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';

import { revealQuestion } from '../approvals/reveal-question.ts';
import type { Compose } from '../composer/recall-message.ts';
import { Button } from '../design/button.tsx';
import { Spinner } from '../design/spinner.tsx';
import { sayError } from '../state/say-error.ts';
import type { PendingMessage } from '../state/session-state.ts';
import type { SessionStore } from '../state/session-store.ts';
import { useSession } from '../state/use-session.ts';
import { useEndedTurns } from './left-turn.ts';
import { listItems, type ListItem } from './list-items.ts';
import { findRuns, type CommandRuns } from './outstanding.ts';
import { PendingCard } from './pending-card.tsx';
import { TurnCard } from './turn-card.tsx';
import { useLetters } from './use-letters.ts';
import { useNamedTurn, type SoughtTurn } from './use-named-turn.ts';
import { useStickToEnd } from './use-stick-to-end.ts';

interface TurnListProps {
  readonly store: SessionStore;
  readonly compose: Compose;
  /** The turn to show instead of the newest. */
  readonly turn: SoughtTurn | null;
  readonly handle: RefObject<TurnListHandle | null>;
}

export interface TurnListHandle {
  /** Brings the beginning of the last turn into sight. */
  readonly showLast: () => void;
}

const NEAR_TOP_PX = 600;

/** All turns; only those in sight are on the page. */
export function TurnList({ store, compose, turn, handle }: TurnListProps): JSX.Element {
  const virtual = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const conversation = useSession(store, (state) => state.conversation);
  const pending = useSession(store, (state) => state.pending);
  const hasOlder = useSession(store, (state) => state.hasOlder);
  const isLoadingOlder = useSession(store, (state) => state.isLoadingOlder);
  const items = useMemo(() => listItems({ conversation, pending }), [conversation, pending]);
  const runs = findRuns(useEndedTurns(conversation.turns, store));
  const stick = useStickToEnd(scroller, content);
  const isShift = useIsPrepended(items);
  useLayoutEffect(() => stick.goToEnd(), [stick.goToEnd]);
  useSentScroll(pending.length, stick.goToEnd);
  useTurnLetters(items, virtual, scroller);
  useNamedTurn({ turn, items, store, virtual, scroller, leave: stick.leave });
  useImperativeHandle(handle, () => ({
    showLast: () => {
      stick.leave();
      const last = items.findLastIndex(({ kind }) => kind === 'turn');
      virtual.current?.scrollToIndex(last, { align: 'start', smooth: true });
    },
  }));
  const scrolled = (): void => {
    stick.onScroll();
    if (hasOlder && (scroller.current?.scrollTop ?? Infinity) < NEAR_TOP_PX) void store.loadOlder();
  };
  return (
    <div className="turn-frame">
      <div
        className="turn-scroll scrolls"
        ref={scroller}
        onScroll={scrolled}
        tabIndex={0}
        role="region"
        aria-label="Conversation"
      >
        <div className="turn-list" ref={content}>
          {hasOlder ? (
            <p className="older">
              {isLoadingOlder ? <Spinner label="Older turns are loaded" /> : null}
              <Button look="quiet" onClick={() => void store.loadOlder()} isDisabled={isLoadingOlder}>
                Older turns
              </Button>
            </p>
          ) : null}
          <Virtualizer ref={virtual} scrollRef={scroller} data={items} shift={isShift} bufferSize={600}>
            {(item) => <ItemView key={item.key} item={item} runs={runs} store={store} compose={compose} />}
          </Virtualizer>
          <UnknownLine count={conversation.unknown} />
        </div>
      </div>
      {stick.isAway ? (
        <div className="newest">
          <Button onClick={stick.goToEnd}>
            newest <ArrowDown size={14} aria-hidden />
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface ItemProps {
  readonly item: ListItem;
  readonly runs: CommandRuns;
  readonly store: SessionStore;
  readonly compose: Compose;
}

interface PendingItemProps {
  readonly message: PendingMessage;
  readonly compose: Compose;
}

function ItemView({ item, runs, store, compose }: ItemProps): JSX.Element {
  switch (item.kind) {
    case 'turn':
      return <TurnCard turn={item.turn} isLast={item.isLast} runs={runs} store={store} compose={compose} />;
    case 'pending':
      return <PendingItem message={item.message} compose={compose} />;
    case 'mark':
      return (
        <p className="mark" data-kind={item.mark.kind}>
          {item.mark.text}
        </p>
      );
  }
}

/** Why it did not arrive, in the words of the page; and the way to the question that stands before it. */
function PendingItem({ message, compose }: PendingItemProps): JSX.Element {
  const { error } = message;
  if (error === null) return <PendingCard message={message} compose={compose} />;
  const said = { ...message, error: { ...error, message: sayError(error) } };
  return (
    <>
      <PendingCard message={said} compose={compose} />
      {error.code === 'approval_needed' ? (
        <p className="turn-note">
          <Button onClick={revealQuestion}>Show the question</Button>
        </p>
      ) : null}
    </>
  );
}

function UnknownLine({ count }: { readonly count: number }): JSX.Element | null {
  if (count === 0) return null;
  const words = count === 1 ? '1 entry is' : `${count} entries are`;
  return <p className="mark">{words} of a kind that this version does not know. The record has them.</p>;
}

/** True in the one render in which older items came before those that were there. */
function useIsPrepended(items: readonly ListItem[]): boolean {
  const first = items[0]?.key ?? '';
  const known = useRef(first);
  const isShift =
    known.current !== '' && known.current !== first && items.some(({ key }) => key === known.current);
  useLayoutEffect(() => {
    known.current = first;
  }, [first]);
  return isShift;
}

/** Who sends wants to see what comes of it. */
function useSentScroll(count: number, goToEnd: () => void): void {
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) goToEnd();
    before.current = count;
  }, [count, goToEnd]);
}

/** `j` and `k` lead from turn to turn, `o` opens and closes what was done in it. */
function useTurnLetters(
  items: readonly ListItem[],
  handle: RefObject<VirtualizerHandle | null>,
  scroller: RefObject<HTMLDivElement | null>,
): void {
  const go = (step: 1 | -1): void => {
    const current = document.activeElement?.closest('[data-turn]')?.getAttribute('data-turn');
    const places = items.flatMap((item, place) => (item.kind === 'turn' ? [place] : []));
    const at = places.findIndex((place) => items[place]?.key === current);
    const next = places[at < 0 ? places.length - 1 : Math.min(places.length - 1, Math.max(0, at + step))];
    const key = next === undefined ? undefined : items[next]?.key;
    if (next === undefined || key === undefined) return;
    handle.current?.scrollToIndex(next, { align: 'nearest' });
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        scroller.current
          ?.querySelector<HTMLElement>(`[data-turn="${CSS.escape(key)}"]`)
          ?.focus({ preventScroll: true }),
      ),
    );
  };
  useLetters({ j: () => go(1), k: () => go(-1), o: openActivities });
}

function openActivities(): void {
  const turn = document.activeElement?.closest('[data-turn]');
  for (const line of turn?.querySelectorAll<HTMLElement>('.activity > .line') ?? []) line.click();
}
