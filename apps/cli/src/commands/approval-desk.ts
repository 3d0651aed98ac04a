import { parseEntry, type EntryBase } from '@rook/contract';
import type { Session, SessionListener } from '@rook/engine';

import type { QuestionLines } from '../terminal/question-lines.ts';
import type { ApprovalRequest } from './approval-choice.ts';
import type { DecisionParts } from './approval-decide.ts';
import type { AskScreen } from './ask-screen.ts';

/** Asks the person at the terminal what the gate wants to know, one question after the other. */
export interface ApprovalDesk {
  /** Stands before the listener of the surface: while a question is shown, nothing else is. */
  readonly listener: SessionListener;
  /** Asks what was open before the session was taken. Resolves when that is decided and the turn that waited is over. */
  takeUp(session: Session): Promise<TakenUp>;
  /** Resolves when a question is left for later; never where none is. */
  readonly left: Promise<unknown>;
  /** Gives the keyboard free, whatever is open. */
  close(): void;
}

type TakenUp = 'done' | 'left' | 'cancelled';

export interface DeskSetup extends Omit<DecisionParts, 'screen' | 'opened'> {
  /** Null where nobody can be asked: every question is left for later. */
  readonly screen: AskScreen | null;
  readonly shown: SessionListener;
  /** Who has the keyboard otherwise. */
  readonly keyboard?: Keyboard;
}

export interface Keyboard {
  readonly release: () => void;
  /** `isCancelled`: the person wants the turn to end. */
  readonly regain: (isCancelled: boolean) => void;
}

export function createApprovalDesk(setup: DeskSetup): ApprovalDesk {
  const { shown, screen } = setup;
  const left = Promise.withResolvers<TakenUp>();
  const shelf = createShelf();
  const previews = new Map<string, string>();
  let waiting: ApprovalRequest[] = [];
  let current: { readonly id: string; isGone: boolean; lines: QuestionLines | null } | null = null;
  let working: Promise<TakenUp> | null = null;

  const open = (lines: QuestionLines) => {
    if (current === null || current.isGone) lines.close();
    else current.lines = lines;
  };
  async function work(person: AskScreen): Promise<TakenUp> {
    shelf.hold();
    setup.keyboard?.release();
    // Most turns ask nothing, and need no line editor.
    const { decideApproval } = await import('./approval-decide.ts');
    let end: TakenUp = 'done';
    for (let next = waiting.shift(); next !== undefined && end === 'done'; next = waiting.shift()) {
      current = { id: next.approval_id, isGone: false, lines: null };
      end = await decideApproval(next, { ...setup, screen: person, opened: open });
      shelf.show();
    }
    current = null;
    waiting = [];
    working = null;
    shelf.release();
    if (end === 'left') left.resolve(end);
    else setup.keyboard?.regain(end === 'cancelled');
    return end;
  }
  const add = (request: ApprovalRequest): void => {
    if (screen === null) {
      left.resolve('left');
      return;
    }
    const { approval_id: id } = request;
    if (current?.id === id || waiting.some(({ approval_id: other }) => other === id)) return;
    const preview = previews.get(id);
    waiting.push(preview === undefined ? request : { ...request, preview });
    previews.clear();
    working ??= work(screen);
  };
  const takeAway = (id: string): void => {
    waiting = waiting.filter(({ approval_id: other }) => other !== id);
    if (current?.id !== id) return;
    current.isGone = true;
    current.lines?.close();
  };
  return {
    left: left.promise,
    listener: {
      entry: (entry) => {
        shelf.pass(() => shown.entry(entry));
        watch(entry, add, takeAway);
      },
      delta: (delta) => {
        if (delta.type === 'preview') previews.set(delta.approval_id, delta.text);
        else shelf.pass(() => shown.delta(delta));
      },
    },
    takeUp: async (session) => {
      for (const request of session.state().approvals) add(request);
      const decided = (working ?? Promise.resolve<TakenUp>('done')).then(async (end) => {
        if (end !== 'left') await session.idle();
        return end;
      });
      return Promise.race([left.promise, decided]);
    },
    close: () => {
      if (current !== null) takeAway(current.id);
    },
  };
}

function watch(
  entry: EntryBase,
  add: (request: ApprovalRequest) => void,
  takeAway: (id: string) => void,
): void {
  if (!entry.event_type.startsWith('approval_')) return;
  const read = parseEntry(entry);
  if (read.kind !== 'known') return;
  if (read.entry.event_type === 'approval_requested') add(read.entry);
  if (read.entry.event_type === 'approval_answered' || read.entry.event_type === 'approval_voided')
    takeAway(read.entry.approval_id);
}

interface Shelf {
  pass(show: () => void): void;
  hold(): void;
  show(): void;
  release(): void;
}

/** Keeps what happens beside a question until it can be shown. */
function createShelf(): Shelf {
  let isHeld = false;
  let held: (() => void)[] = [];
  const showHeld = () => {
    const shows = held;
    held = [];
    for (const one of shows) one();
  };
  return {
    pass: (show) => {
      if (isHeld) held.push(show);
      else show();
    },
    hold: () => {
      isHeld = true;
    },
    show: showHeld,
    release: () => {
      isHeld = false;
      showHeld();
    },
  };
}
