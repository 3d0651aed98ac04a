import type { RookError, Usage } from '@rook/contract';
import { emptyUsage } from '@rook/contract';

import type { ToolCallPart } from '../ports/model.ts';
import { runBatch, type BatchCommand, type BatchSetup } from './run-batch.ts';
import { runToolCalls } from './run-tool-calls.ts';

/** What came of what a structured reply wants to have done. */
export interface ReplyWork {
  readonly isWaiting: boolean;
  readonly toolCalls: number;
  /** Rounds that it took. */
  readonly rounds: number;
  /** What was shown of its commands, beside what the model said. */
  readonly shown: string;
  readonly usage: Usage;
  /** What the model is told where a command failed and it may mend that; null: there is nothing to mend. */
  readonly feedback: string | null;
  /** The command that failed last. */
  readonly failed: string | null;
  readonly error: RookError | null;
}

/** File changes first; one command is a call like any other, several are a batch that the model looks after. */
export async function runReplyCalls(
  setup: BatchSetup,
  calls: readonly ToolCallPart[],
  firstRound: number,
): Promise<ReplyWork> {
  const commands = calls.filter(({ name }) => name === 'execute_command');
  const isBatch = commands.length > 1;
  const plain = isBatch ? calls.filter((call) => !commands.includes(call)) : calls;
  const made =
    plain.length === 0
      ? { isWaiting: false, results: [], commands: new Map<string, never>() }
      : await runToolCalls(setup.calls(firstRound, false), plain);
  const failed = made.results.filter((result) => result.failed && made.commands.has(result.id));
  const work: ReplyWork = {
    isWaiting: made.isWaiting,
    toolCalls: plain.length,
    rounds: 1,
    shown: '',
    usage: emptyUsage(),
    feedback: failed.length === 0 ? null : failed.map(({ text }) => text).join('\n\n'),
    failed: failed.length === 0 ? null : commandOf(commands.at(-1)),
    error: null,
  };
  if (!isBatch || made.isWaiting || setup.signal.aborted) return work;
  const order = { firstRound: firstRound + 1, isOrdered: false, asksLast: false };
  const end = await runBatch(setup, { ...order, commands: commands.map(batchCommand) });
  const lastFailed = end.steps.findLast(({ isOk }) => !isOk);
  const mayMend = end.endedBy === 'done' && lastFailed !== undefined;
  return {
    ...work,
    isWaiting: end.status === 'waiting',
    toolCalls: plain.length + end.steps.length,
    rounds: 1 + end.steps.length,
    shown: end.text,
    usage: end.usage,
    feedback: mayMend ? end.steps.map(({ feedback }) => feedback).join('\n\n') : null,
    failed: lastFailed?.command ?? null,
    error: end.error ?? null,
  };
}

function batchCommand({ input }: ToolCallPart): BatchCommand {
  return { command: commandOf({ input }) ?? '' };
}

function commandOf(call: Pick<ToolCallPart, 'input'> | undefined): string | null {
  const input = call?.input;
  if (typeof input !== 'object' || input === null || !('command' in input)) return null;
  return typeof input.command === 'string' ? input.command : null;
}
