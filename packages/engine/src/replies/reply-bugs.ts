import type { ReplyReading } from './read-reply.ts';
import type { ReadingProblemCode } from './reading-problem.ts';

/** What is written down as `bug_recorded`, beside the turn it is about. */
export interface ReplyBug {
  readonly type: 'JSON' | 'Other';
  readonly by: 'script';
  readonly description: string;
}

/** What a person is told about an answer that was cut. */
const TRUNCATED_MESSAGE = 'Response was truncated!';

/** Around the value, and so no fault of its form. */
const NO_FAULT: ReadonlySet<string> = new Set<ReadingProblemCode>([
  'byte_order_mark',
  'wide_encoding',
  'prose_before',
  'prose_after',
  'fence',
  'thinking',
  'other_value',
  'same_value',
  'rounded_number',
]);

/** The bugs that a reading shows: it was cut, its form had to be mended, here or by a model, its next steps are of an old form. */
export function listReplyBugs(reading: ReplyReading, wasCleanedUp = false): ReplyBug[] {
  const bugs: ReplyBug[] = [];
  const isCut = reading.ending === 'cut' || reading.problems.some(({ code }) => code === 'looks_cut');
  if (isCut) bugs.push({ type: 'Other', by: 'script', description: `Auto-detected: ${TRUNCATED_MESSAGE}` });
  const isMended = reading.problems.some(
    ({ code, certain, path }) => certain && path === undefined && !NO_FAULT.has(code),
  );
  if (wasCleanedUp || isMended || reading.ending === 'broken')
    bugs.push({ type: 'JSON', by: 'script', description: 'Auto-detected: Response required JSON cleanup' });
  if (reading.complete && reading.reply.legacyNextSteps > 0)
    bugs.push({
      type: 'Other',
      by: 'script',
      description: 'Auto-detected: Next steps are plain strings instead of {html, inputText}',
    });
  return bugs;
}

/**
 * Whether another model may be asked to mend the form: what was written is all there, and only its form is in the way.
 * What was cut is never completed by anybody.
 */
export function mayBeCleanedUp(reading: ReplyReading): boolean {
  return !reading.complete && reading.ending === 'broken';
}
