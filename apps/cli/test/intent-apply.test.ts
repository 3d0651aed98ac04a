import { join } from 'node:path';

import { expect, it } from 'vitest';

import { applyJson } from './apply-rook.ts';
import { contentOf } from './approval-rook.ts';
import { entriesOf, journalLines } from './ask-rook.ts';
import { govern, INTENTS, intentsText } from './intent-rook.ts';
import { errorOf, jsonOf, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place } from './sandbox.ts';

const inside = { path: 'src/auth/a.ts', content: 'a\n' };
const outside = { path: 'src/b.ts', content: 'b\n' };

it('H-09 H-22 applies a reply in a governed workspace for an intent alone, and inside its scope', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  const codes = async (files: readonly unknown[], ...flags: readonly string[]) =>
    (await applyJson(sandbox, { fileChanges: files }, ...flags)).codes;
  expect(await codes([inside])).toEqual(['no_intent']);
  expect(await codes([inside], '--ungoverned')).toEqual(['governed']);
  expect(await codes([inside], '--intent', 'NO')).toEqual(['no_intent']);
  expect(await codes([inside], '--intent', 'INT-002')).toEqual(['no_intent']);
  expect(await codes([inside], '--intent', 'INT-001', '--ungoverned')).toEqual(['usage']);
  expect(await codes([inside, outside], '--intent', 'INT-001')).toEqual(['out_of_scope', 'other_refused']);
  expect(await codes([inside], '--intent', 'INT-001', '--dry-run')).toEqual([]);
  expect(intentsText(sandbox)).toContain('status: IN_PROGRESS');
  expect([contentOf(sandbox, 'src/auth/a.ts'), contentOf(sandbox, 'src/b.ts')]).toEqual([null, null]);
  expect(await codes([inside], '--intent', 'INT-001')).toEqual([]);
  expect(contentOf(sandbox, 'src/auth/a.ts')).toBe('a\n');
  const applied = entriesOf(journalLines(sandbox), 'change_set_applied');
  expect(applied.map((entry) => valueAt(entry, 'intent_id'))).toEqual(['INT-001']);
  const selected = entriesOf(journalLines(sandbox), 'intent_selected');
  expect(selected.map((entry) => valueAt(entry, 'by'))).toEqual(['user', 'user']);
});

it('H-11 a rehearsal and a refusal leave the file of the intents as it was', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  await applyJson(sandbox, { fileChanges: [inside] }, '--intent', 'INT-001', '--dry-run');
  await applyJson(sandbox, { fileChanges: [inside] });
  expect(intentsText(sandbox)).toBe(INTENTS);
});

it('H-09 refuses --intent where nothing is governed', async () => {
  const sandbox = makeSandbox();
  const refused = await applyJson(sandbox, { fileChanges: [inside] }, '--intent', 'INT-001');
  expect(refused.codes).toEqual(['invalid_value']);
  expect((await applyJson(sandbox, { fileChanges: [inside] }, '--ungoverned')).codes).toEqual([]);
});

it('H-22 a rewind counts for the intent of what it takes back, and stays in its scope', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'keep.md'), 'x\n');
  expect((await applyJson(sandbox, { fileChanges: [outside] })).codes).toEqual([]);
  govern(sandbox);
  const rewind = async (...flags: readonly string[]) =>
    runRook(sandbox, ['rewind', '--yes', '--json', ...flags]);
  expect(errorOf(await rewind()).code).toBe('no_intent');
  expect(errorOf(await rewind('--dry-run')).code).toBe('no_intent');
  expect(errorOf(await rewind('--intent', 'INT-001')).code).toBe('out_of_scope');
  expect(errorOf(await rewind('--ungoverned')).code).toBe('governed');
  expect(contentOf(sandbox, 'src/b.ts')).toBe('b\n');
  expect((await applyJson(sandbox, { fileChanges: [inside] }, '--intent', 'INT-001')).codes).toEqual([]);
  expect(jsonOf(await rewind())).toMatchObject({ dryRun: false });
  expect(contentOf(sandbox, 'src/auth/a.ts')).toBe(null);
  const sets = entriesOf(journalLines(sandbox), 'change_set_applied').filter(
    (set) => valueAt(set, 'kind') === 'rewind',
  );
  expect(sets.map((set) => valueAt(set, 'intent_id'))).toEqual(['INT-001']);
});
