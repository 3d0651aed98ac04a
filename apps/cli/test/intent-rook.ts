import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Script } from '@rook/contract';

import { entriesOf, journalLines, saying } from './ask-rook.ts';
import { textAt, valueAt } from './read-output.ts';
import { place, type Sandbox } from './sandbox.ts';

export const INTENTS = `# ours
active_intents:
  - id: INT-001   # the first
    name: "JWT Authentication Migration"
    status: PENDING
    owned_scope:
      - src/auth/**
    constraints:
      - no new dependency
    acceptance_criteria: [tests pass]
  - {id: INT-002, name: Draft, status: PENDING, draft: true, owned_scope: ['**']}
`;

export function fileOf({ workspace }: Sandbox): string {
  return join(workspace, '.orchestration', 'active_intents.yaml');
}

export function govern(sandbox: Sandbox, text = INTENTS): void {
  place(fileOf(sandbox), text);
}

export function intentsText(sandbox: Sandbox): string {
  return readFileSync(fileOf(sandbox), 'utf8');
}

export type Call = readonly [name: string, input: Readonly<Record<string, string>>];

/** A turn that makes these calls, one after the other, and then says that it is done. */
export function calling(...calls: readonly Call[]): Partial<Script> {
  const events = calls.map(([name, input]) => ({ kind: 'tool_call' as const, name, input }));
  return { steps: [{ match: { toolResult: false }, answer: { events } }], default: saying('All done') };
}

export function write(path: string, content = 'new\n'): Call {
  return ['write_to_file', { path, content }];
}

export function select(id: string): Call {
  return ['select_active_intent', { intent_id: id }];
}

/** What became of each call, in order: `ok`, or the code at the gate. */
export function endsOf(sandbox: Sandbox): readonly string[] {
  return endsIn(journalLines(sandbox));
}

/** The same of these lines. */
export function endsIn(lines: readonly string[]): readonly string[] {
  const codes = new Map(
    entriesOf(lines, 'tool_call_refused').map((entry) => [
      textAt(entry, 'tool_use_id'),
      textAt(entry, 'error', 'code'),
    ]),
  );
  return entriesOf(lines, 'tool_call').map((entry) =>
    valueAt(entry, 'result', 'ok') === true
      ? 'ok'
      : (codes.get(textAt(entry, 'tool_use_id')) ?? textAt(entry, 'result', 'error')),
  );
}
