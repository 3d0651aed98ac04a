import {
  fail,
  parseEntry,
  rookError,
  succeed,
  type EntryBase,
  type EntryOf,
  type MessageSend,
  type Result,
  type SessionId,
} from '@rook/contract';
import type { Session, SessionListener } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import type { AskComposition } from '../compose-ask.ts';
import { untilStopped } from '../terminal/until-stopped.ts';
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
  const screen = call.json ? null : createAskScreen(call.terminal);
  const shown: SessionListener = screen ?? createJsonListener(call.terminal);
  const own = createOwnTurn(message);
  const opened = await composition.open(id, {
    entry: (entry) => {
      own.see(entry);
      shown.entry(entry);
    },
    delta: shown.delta,
  });
  if (!opened.ok) return opened;
  const session = opened.value;
  const sending = session.send(message);
  const stopped = await untilStopped(call.terminal, {
    work: async () => {
      const sent = await sending;
      if (sent.ok) await session.idle();
      return sent;
    },
    interrupted: () => screen?.say('Cancelling; Ctrl-C once more ends at once.', 'yellow'),
    stop: async () => {
      await sending;
      await session.send({ type: 'turn_cancel' });
    },
  });
  const recorded = await closeSession(session);
  screen?.settle();
  if (!recorded.ok) return recorded;
  const outcome = stopped.done?.ok === false ? stopped.done : judge(own.turn(), session, stopped.by);
  // A session that was never begun cannot be looked at, and the sentence about a cancelled turn names it.
  if (own.isBegun() && (outcome.ok || outcome.error.code !== 'cancelled')) screen?.say(session.id);
  return outcome.ok ? outcome : fail(explainLimit(outcome.error, composition.settings));
}

/** The turn of the message, which may not be the only one that is seen. */
function createOwnTurn(message: MessageSend): {
  readonly see: (entry: EntryBase) => void;
  readonly turn: () => EntryOf<'turn'> | undefined;
  readonly isBegun: () => boolean;
} {
  let isBegun = false;
  let id: string | undefined;
  let turn: EntryOf<'turn'> | undefined;
  return {
    isBegun: () => isBegun,
    see: (entry) => {
      isBegun = true;
      if (entry.event_type !== 'turn_started' && entry.event_type !== 'turn') return;
      const read = parseEntry(entry);
      if (read.kind !== 'known') return;
      if (read.entry.event_type === 'turn_started' && read.entry.message_id === message.message_id)
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
  if (by === 'signal' || turn?.status === 'cancelled')
    return fail(rookError('cancelled', `The turn was cancelled; what there is of it is kept in ${id}.`));
  const error = turn?.error;
  if (error === undefined) return fail(rookError('internal', `The turn has no end; look at ${id}.`));
  const { code, message } = error;
  return fail(rookError(code, message));
}
