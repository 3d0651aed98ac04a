import type { BatchStep, BatchView, CommandView } from '../state/conversation.ts';
import { describeEnd, type EndWords } from './describe-end.ts';
import { previewOutput } from './preview-output.ts';

export interface BatchProgress {
  readonly steps: readonly StepProgress[];
  readonly succeeded: number;
  readonly failed: number;
  readonly done: number;
  readonly total: number;
  readonly percent: number;
  /** What is not begun, or, when it is over, what was not run. */
  readonly remaining: readonly string[];
  readonly isOver: boolean;
}

export interface StepProgress extends EndWords {
  readonly key: string;
  readonly text: string;
  /** Null: it was not begun. */
  readonly command: CommandView | null;
  /** In a few words how it went. */
  readonly preview: string;
}

export function readBatchProgress(batch: BatchView, commands: readonly CommandView[]): BatchProgress {
  const known = new Map(commands.map((command) => [command.id, command]));
  const ran = batch.steps.map((step) => ({ step, command: known.get(step.command ?? '') ?? null }));
  const ends = ran.flatMap(({ step, command }) => isGood(step, command) ?? []);
  const succeeded = ends.filter(Boolean).length;
  const total = batch.steps.length + batch.queue.length;
  const isOver = batch.end !== null && batch.end.by !== 'waiting';
  return {
    steps: ran.map(({ step, command }) => describeStep(step, command)),
    succeeded,
    failed: ends.length - succeeded,
    done: ends.length,
    total,
    percent: total === 0 ? 0 : Math.round((ends.length / total) * 100),
    remaining: batch.end?.left ?? batch.queue,
    isOver,
  };
}

/** Null: it is not over. */
function isGood({ isOk }: BatchStep, command: CommandView | null): boolean | null {
  if (isOk !== null) return isOk;
  const end = command?.end ?? null;
  return end === null ? null : end.exitCode === 0;
}

function describeStep(step: BatchStep, command: CommandView | null): StepProgress {
  const shown = { key: String(step.seq), text: step.text, command };
  if (command !== null) {
    const words = describeEnd(command);
    const printed = previewOutput(command.end?.output.text ?? '');
    return { ...shown, ...words, preview: printed === '' ? words.words : printed };
  }
  if (step.isOk === null) return { ...shown, mark: '…', meaning: 'asks', words: 'not begun', preview: '' };
  const words = 'not run';
  return { ...shown, mark: '✗', meaning: 'refused', words, preview: `${words}: ${step.problem}` };
}
