import { randomUUID } from 'node:crypto';

import {
  changeSetIdSchema,
  intentIdSchema,
  sessionIdSchema,
  succeed,
  type TracedChange,
} from '@rook/contract';
import { array, assert, asyncProperty, nat, tuple } from 'fast-check';
import { expect, it } from 'vitest';

import { contentHash } from '../ports/content-hash.ts';
import type { LedgerFile } from '../ports/ledger-file.ts';
import { describeTracedFiles } from './describe-traced-files.ts';
import { loadLedgerSets } from './ledger-sets.ts';

const SESSION = sessionIdSchema.parse('rook-20261116-0a1b2c3d');
const INTENT = intentIdSchema.parse('INT-001');
const CHANGE_SET = changeSetIdSchema.parse('cs-1');
const hash = contentHash(new Uint8Array([1]));

type Hunks = readonly { readonly start: number; readonly removed: number; readonly added: number }[];

function lineOf(path: string, hunks: Hunks): TracedChange {
  const [added, removed] = [0, 0];
  const file = { path, before_hash: hash, after_hash: hash, added, removed, hunks: [...hunks] };
  return {
    id: randomUUID(),
    timestamp: '2026-11-16T10:00:00.000Z',
    type: 'change',
    session_id: SESSION,
    change_set_id: CHANGE_SET,
    kind: 'edit',
    intent_id: INTENT,
    revision_id: null,
    mutation_class: 'unknown',
    mutation_reasons: [],
    files: describeTracedFiles(
      { session_id: SESSION, change_set_id: CHANGE_SET, files: [{ ...file, status: 'applied' }] },
      { author: { entity_type: 'AI', model_identifier: 'm' }, intent: INTENT, hash },
    ),
  };
}

function ledgerOf(...lines: readonly (TracedChange | string)[]): Pick<LedgerFile, 'read'> {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  return {
    read: async function* read() {
      const bytes = texts.map((text) => new TextEncoder().encode(text));
      yield await Promise.resolve(succeed(bytes.map((one) => ({ bytes: one, finished: true }))));
    },
  };
}

it('H-30 reads the hunks of a change set out of the ranges of the ledger', async () => {
  await assert(
    asyncProperty(array(tuple(nat(5), nat(5), nat(5)), { minLength: 1 }), async (steps) => {
      let at = 1;
      const hunks = steps.map(([gap, removed, more]) => {
        const hunk = { start: at + gap, removed, added: removed === 0 ? more + 1 : more };
        at = hunk.start + removed + 1;
        return hunk;
      });
      const [set] = await loadLedgerSets(ledgerOf(lineOf('a', hunks)));
      expect(set?.files[0]?.hunks).toEqual(hunks);
      expect(set).toMatchObject({ by: 'assistant', intent: 'INT-001', ledger: { model: 'm' } });
    }),
  );
});

it('H-30 takes from a ledger no name outside of the workspace, no line twice, and nothing that is none', async () => {
  const hunks = [{ start: 1, removed: 0, added: 1 }];
  const names = ['../a', '/etc/a', 'b/../../c', '', 'd/e'];
  const files = names.flatMap((name) => lineOf(name, hunks).files);
  const line = { ...lineOf('x', hunks), files };
  const sets = await loadLedgerSets(ledgerOf('no line', line, line, '{}'));
  expect(sets.map((set) => set.files.map(({ path }) => path))).toEqual([['d/e']]);
});
