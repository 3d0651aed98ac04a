import {
  fail,
  parseEntry,
  rookError,
  succeed,
  type EntryBase,
  type EntryOf,
  type MessageId,
  type MessageSend,
  type Result,
  type RookError,
  type SessionId,
  type TurnId,
} from '@rook/contract';
import type { Session, SessionListener } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import type { AskComposition } from '../compose-ask.ts';
import { isPersonThere } from '../terminal/read-key.ts';
import { untilStopped } from '../terminal/until-stopped.ts';
import type { ApprovalRequest } from './approval-choice.ts';
import { createApprovalDesk, type ApprovalDesk } from './approval-desk.ts';
import { createJsonListener } from './ask-json.ts';
import { createAskScreen } from './ask-screen.ts';
import { explainLimit } from './explain-limit.ts';

interface Question {
  /** Undefined: a new one. */
  readonly session: SessionId | undefined;
  readonly message: MessageSend;
}

/** One turn. Whatever ends it, the session is closed properly, and what could not be recorded is a failure. */
export async function askOnce(
  call: CommandCall,
  composition: AskComposition,
  { session: id, message }: Question,
): Promise<Outcome> {
  const own = createOwnTurn(message.message_id);
  return runOnce(call, composition, {
    session: id,
    own,
    work: async ({ session, desk, send }) => {
      const taken = await takeUp(session, desk, composition.canAsk);
      if (!taken.ok || taken.value === 'left') return taken;
      const sent = await send(message);
      if (sent.ok) await Promise.race([session.idle(), desk.left]);
      return sent;
    },
  });
}

interface Run {
  /** Undefined: a new one. */
  readonly session: SessionId | undefined;
  readonly own: OwnTurn;
  /** Resolves when there is nothing left to do, or a question is left for later. */
  readonly work: (parts: RunParts) => Promise<Result<unknown>>;
}

interface RunParts {
  readonly session: Session;
  readonly desk: ApprovalDesk;
  /** What is being sent is not cancelled before it is written down. */
  readonly send: Session['send'];
}

/** Takes a session, shows what happens in it, and judges the turn that counts. */
export async function runOnce(
  call: CommandCall,
  composition: AskComposition,
  { session: id, own, work }: Run,
): Promise<Outcome> {
  const { terminal } = call;
  const screen = call.json ? null : createAskScreen(terminal);
  const shown: SessionListener = screen ?? createJsonListener(terminal);
  const taken = Promise.withResolvers<Session>();
  const desk = createApprovalDesk({
    terminal,
    screen: isPersonThere(call) ? screen : null,
    shown,
    blobs: composition.store.blobs,
    dumb: call.surroundings.variables.get('TERM') === 'dumb',
    session: taken.promise,
  });
  const opened = await composition.open(id, {
    entry: (entry) => {
      own.see(entry);
      desk.listener.entry(entry);
    },
    delta: desk.listener.delta,
  });
  if (!opened.ok) return opened;
  const session = opened.value;
  taken.resolve(session);
  let sending: Promise<unknown> = Promise.resolve();
  let isInterrupted = false;
  const send: Session['send'] = async (command) => {
    const sent = session.send(command);
    sending = sent;
    return sent;
  };
  const working = work({ session, desk, send });
  const stopped = await untilStopped(terminal, {
    work: async () => working,
    interrupted: () => {
      isInterrupted = true;
      screen?.say('Cancelling; Ctrl-C once more ends at once.', 'yellow');
    },
    commands: composition.commands,
    stop: async () => {
      await sending;
      // A question that nobody answered is not answered by a terminal that closes.
      if (isInterrupted || session.state().approvals.length === 0)
        await session.send({ type: 'turn_cancel' });
    },
  });
  desk.close();
  const recorded = await closeSession(session);
  // Some questions end with the process: those of a call that had begun.
  const [waiting] = session.state().approvals;
  screen?.settle();
  if (!recorded.ok) return recorded;
  const outcome =
    stopped.done?.ok === false
      ? stopped.done
      : waiting === undefined
        ? judge(own.turn(), session, stopped.by)
        : fail(leftOpen(waiting));
  // A session that was never begun cannot be looked at, and the sentence about a cancelled turn names it.
  if (own.isBegun() && (outcome.ok || outcome.error.code !== 'cancelled'))
    screen?.say(describePlace(session));
  return outcome.ok ? succeed(undefined) : fail(explainLimit(outcome.error, composition.settings));
}

/** Where it was done, and for which intent. */
export function describePlace(session: Session): string {
  const { activeIntent } = session.state();
  return activeIntent === null ? session.id : `${session.id}, intent ${activeIntent}`;
}

/** Whoever wants to go on in a session where a question is open answers it first. */
async function takeUp(
  session: Session,
  desk: ApprovalDesk,
  canAsk: boolean,
): Promise<Result<'done' | 'left'>> {
  if (session.state().approvals.length === 0) return succeed('done');
  if (!canAsk) {
    const sentence = `A turn of ${session.id} waits for an answer; \`rook approval list\` shows the question, and \`rook approval answer\` answers it.`;
    return fail(rookError('approval_needed', sentence));
  }
  const end = await desk.takeUp(session);
  return end === 'cancelled' ? fail(cancelled(session)) : succeed(end);
}

/** What is said when a question is left for later. */
export function leftOpen({ approval_id: id }: ApprovalRequest): RookError {
  const sentence = `The turn waits for an answer to ${id}; \`rook approval answer ${id} yes\` (or no) goes on with it.`;
  return rookError('approval_needed', sentence);
}

export interface OwnTurn {
  readonly see: (entry: EntryBase) => void;
  readonly turn: () => EntryOf<'turn'> | undefined;
  readonly isBegun: () => boolean;
}

/** The turn of the message, or the one that is named, which may not be the only one that is seen. */
export function createOwnTurn(message: MessageId | null, given?: TurnId): OwnTurn {
  let isBegun = false;
  let id: string | undefined = given;
  let turn: EntryOf<'turn'> | undefined;
  return {
    isBegun: () => isBegun,
    see: (entry) => {
      isBegun = true;
      if (entry.event_type !== 'turn_started' && entry.event_type !== 'turn') return;
      const read = parseEntry(entry);
      if (read.kind !== 'known') return;
      if (read.entry.event_type === 'turn_started' && read.entry.message_id === message)
        id = read.entry.turn_id;
      if (read.entry.event_type === 'turn' && read.entry.turn_id === id) turn = read.entry;
    },
    turn: () => turn,
  };
}

/** Gives the session free; fails when anything could not be written down. */
export async function closeSession(session: Session): Promise<Result<void>> {
  const closed = await session.close();
  const { unwritten } = session.state();
  if (closed.ok && unwritten === 0) return succeed(undefined);
  // They wait no longer: the process ends.
  const [reason = ''] = closed.ok ? [] : closed.error.message.split(/ \d+ entries wait in memory/);
  const count = unwritten === 0 ? 'Something' : `${unwritten} ${unwritten === 1 ? 'entry' : 'entries'}`;
  const fate = unwritten === 0 ? '' : ` and ${unwritten === 1 ? 'is' : 'are'} lost with this process`;
  const lost = `${count} of ${session.id} could not be recorded${fate}.`;
  const sentence = [lost, reason, '`rook diagnose` says what is wrong.']
    .filter((part) => part !== '')
    .join(' ');
  return fail(rookError('journal_unavailable', sentence));
}

function judge(
  turn: EntryOf<'turn'> | undefined,
  { id }: Session,
  by: 'reader' | 'signal' | null,
): Result<void> {
  if (turn?.status === 'completed') return succeed(undefined);
  // A reader that has seen enough is no failure.
  if (by === 'reader') return succeed(undefined);
  if (by === 'signal' || turn?.status === 'cancelled') return fail(cancelled({ id }));
  const error = turn?.error;
  if (error === undefined) return fail(rookError('internal', `The turn has no end; look at ${id}.`));
  const { code, message } = error;
  return fail(rookError(code, message));
}

function cancelled({ id }: Pick<Session, 'id'>): RookError {
  return rookError('cancelled', `The turn was cancelled; what there is of it is kept in ${id}.`);
}
