import { fail, rookError, succeed, type Result, type RookError, type SessionId } from '@rook/contract';
import { createMessageId, summarizeSession, type Store } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import { composeAsk, type AskComposition } from '../compose-ask.ts';
import { systemClock } from '../system-clock.ts';
import { visibleLine } from '../terminal/visible.ts';
import { readAttachments } from './ask-attachments.ts';
import { readMessage } from './ask-message.ts';
import { askOnce } from './ask-once.ts';
import { findSession } from './find-session.ts';
import { noteProblems } from './note-problems.ts';

/** A message becomes an answer; without a message, a conversation on the terminal. */
export async function ask(given: CommandCall): Promise<Outcome> {
  const assignments = readAssignments(given);
  if (!assignments.ok) return assignments;
  const call = { ...given, assignments: [...given.assignments, ...assignments.value] };
  const text = await readMessage(call);
  if (!text.ok) return text;
  const composed = await composeAsk(call);
  if (!composed.ok) return explainMissing(call, composed.error);
  try {
    if (!call.json) noteProblems(call.terminal, composed.value.settings);
    return await talk(call, composed.value, text.value);
  } finally {
    await composed.value.close();
  }
}

async function talk(call: CommandCall, composition: AskComposition, text: string | null): Promise<Outcome> {
  const session = await chooseSession(call, composition.store);
  if (!session.ok) return session;
  const attachments = await readAttachments(call, composition);
  if (!attachments.ok) return attachments;
  if (text === null) {
    const { converse } = await import('./ask-conversation.ts');
    return converse(call, composition, { session: session.value, attachments: attachments.value });
  }
  return askOnce(call, composition, {
    session: session.value,
    message: {
      type: 'message_send',
      message_id: createMessageId(systemClock.now()),
      text,
      ...attachments.value,
    },
  });
}

/** Options that are other words for settings. */
function readAssignments({ options, switches }: CommandCall): Result<readonly string[]> {
  if (options.has('session') && switches.has('continue'))
    return fail(rookError('usage', '--session and --continue name two sessions; give one of them.'));
  const most = options.get('maxCost');
  if (most !== undefined && !/^\d+(\.\d+)?$/.test(most))
    return fail(rookError('usage', `--max-cost takes an amount of US dollars, as in 0.50; got ${most}.`));
  const named = [
    ['model.main', options.get('model')],
    ['mode', options.get('mode')],
    ['budget.turn', most],
  ] as const;
  return succeed(named.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])));
}

/** Undefined: a new one. */
async function chooseSession(
  { options, switches }: CommandCall,
  store: Store,
): Promise<Result<SessionId | undefined>> {
  const named = options.get('session');
  if (named !== undefined) {
    const found = await findSession(store, named);
    return found.ok ? succeed(found.value.id) : found;
  }
  return switches.has('continue') ? findLatest(store) : succeed(undefined);
}

/** The session changed last that is not archived. One without an entry, as a full disk leaves it, was never begun. */
async function findLatest(store: Store): Promise<Result<SessionId>> {
  const listed = await store.list();
  if (!listed.ok) return listed;
  for (const session of listed.value) {
    const summary = await summarizeSession(store, session);
    if (summary.ok && summary.value.entries > 0 && !summary.value.archived) return succeed(session.id);
  }
  const sentence = 'There is no session here to continue; leave --continue out, and one begins.';
  return fail(rookError('not_found', sentence));
}

/** Without a connection or its key: how to get one, and how to try it without. */
function explainMissing({ terminal, json }: CommandCall, error: RookError): Outcome {
  const isMissing = error.code === 'model_no_connection' || error.code === 'model_no_key';
  if (json || !isMissing) return fail(error);
  terminal.note({ text: 'rook: ', style: 'red' }, visibleLine(error.message));
  terminal.note(
    'To try it without, let Rook play a script: `ROOK_SCRIPT=rehearsal.json rook ask "Hello"`; docs/scripts.md says how to write one.',
  );
  return { ...fail(error), told: true };
}
