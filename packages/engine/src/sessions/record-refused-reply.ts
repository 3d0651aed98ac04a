import { emptyUsage, type IntentId, type RookError } from '@rook/contract';

import { createChangeSetIds } from '../edits/change-set-ids.ts';
import { draftRefusedSet } from '../edits/draft-refused-set.ts';
import { listNamedPaths } from '../edits/plan-change-set.ts';
import { createMessageId, createSessionId } from '../journal/create-ids.ts';
import { startOf, type ApplySetup } from './direct-order.ts';
import { governOrder } from './govern-order.ts';
import { createSessionRecord } from './session-record.ts';

/** A reply of which nothing could be applied, because of what it is. */
export interface RefusedReply {
  /** What the person typed, for the record. */
  readonly label: string;
  /** What it says about itself, as far as that is known. */
  readonly summary: string;
  /** Its changes as far as they are known; they are named and never applied. */
  readonly changes: readonly unknown[];
  readonly error: RookError;
  readonly intent?: IntentId;
}

/**
 * Writes down that a reply was to be applied and was refused, in a session of its own, so that the history is honest. Where that
 * cannot be done it is said, and nothing else depends on it.
 */
export async function recordRefusedReply(setup: ApplySetup, refused: RefusedReply): Promise<void> {
  if (await writeRefused(setup, refused)) return;
  const { binary } = setup.brand;
  setup.log?.write('warn', `The refusal could not be recorded; \`${binary} diagnose\` says what is wrong.`);
}

async function writeRefused(setup: ApplySetup, refused: RefusedReply): Promise<boolean> {
  const { brand, clock } = setup;
  const { label, summary, changes, error } = refused;
  const named = refused.intent === undefined ? {} : { named: refused.intent };
  // Nothing is done, so nothing has to be caught up with first.
  const governed = await governOrder(setup, { ...named, dryRun: true });
  const { isOn, intent } = governed.ok ? governed.value : { isOn: false, intent: null };
  const record = createSessionRecord(setup, createSessionId(brand, clock.now()));
  const opened = await record.open(label);
  if (!opened.ok) return false;
  const turn = record.nextTurn();
  const message = createMessageId(clock.now());
  const id = createChangeSetIds(clock)();
  const files = listNamedPaths(changes).map((path) => ({ path, status: 'refused' as const, error }));
  await record.append(
    [
      { event_type: 'message_admitted', message_id: message, text: label },
      startOf(turn, message, isOn),
      draftRefusedSet({ id, turn, intent, by: 'user', files, error }),
      {
        event_type: 'turn',
        turn_id: turn,
        user: { text: label },
        assistant: { text: summary },
        tool_call_count: 0,
        status: 'failed',
        usage: emptyUsage(),
        error: { ...error },
      },
    ],
    { durable: true },
  );
  await record.settle();
  const isRecorded = record.unwritten() === 0;
  const closed = await record.close();
  return isRecorded && closed.ok;
}
