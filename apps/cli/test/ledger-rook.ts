import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseTraceLine, type TracedCall, type TracedChange, type TraceLine } from '@rook/contract';

import type { Sandbox } from './sandbox.ts';

export function ledgerOf({ workspace }: Pick<Sandbox, 'workspace'>): string {
  return join(workspace, '.orchestration', 'agent_trace.jsonl');
}

/** The lines of the ledger; throws at one that is none. */
export function traceOf(sandbox: Pick<Sandbox, 'workspace'>): readonly TraceLine[] {
  const path = ledgerOf(sandbox);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  if (lines.pop() !== '') throw new Error('the last line has no end');
  return lines.map((line) => {
    const read = parseTraceLine(line);
    if (read === null) throw new Error(`no line of a ledger: ${line}`);
    return read;
  });
}

export function callsOf(sandbox: Pick<Sandbox, 'workspace'>): readonly TracedCall[] {
  return traceOf(sandbox).flatMap((line) => (line.type === 'call' ? [line] : []));
}

export function changesOf(sandbox: Pick<Sandbox, 'workspace'>): readonly TracedChange[] {
  return traceOf(sandbox).flatMap((line) => (line.type === 'change' ? [line] : []));
}
