import { rookError, type RookError } from '@rook/contract';

import type { ToolCallPart } from '../ports/model.ts';
import type { ToolCallsEnd } from './run-tool-calls.ts';

/** Counts how often a command was run, failed, and was run again after a fix. */
export interface FixRounds {
  /** Null: it may be tried again. */
  see(calls: readonly ToolCallPart[], end: Pick<ToolCallsEnd, 'commands'>): RookError | null;
}

/** `most` is the setting `commands.fixRounds`. Another line of shell begins a count of its own, and success ends one. */
export function createFixRounds(most: number): FixRounds {
  const failures = new Map<string, number>();
  return {
    see: (calls, { commands }) => {
      let error: RookError | null = null;
      for (const { id, input } of calls) {
        const report = commands.get(id);
        const line = lineOf(input);
        if (report === undefined || line === null) continue;
        const isOk = report.code === 0 && report.by === 'itself';
        const count = isOk ? 0 : (failures.get(line) ?? 0) + 1;
        failures.set(line, count);
        if (count > Math.max(1, most)) error = stillFails(line, count);
      }
      return error;
    },
  };
}

function lineOf(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('command' in input)) return null;
  return typeof input.command === 'string' ? input.command : null;
}

const MOST_SHOWN = 200;

export function stillFails(command: string, runs: number): RookError {
  const sentence = `\`${command.slice(0, MOST_SHOWN)}\` still fails after ${runs} runs, and commands.fixRounds allows no more by itself; what was changed is kept. Look at it, ask to go on, or raise the limit.`;
  return rookError('too_many_rounds', sentence);
}
