import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sessionIdSchema } from '@rook/contract';
import { createRulesReader, removeRule } from '@rook/engine';
import { createLocalOwnFile } from '@rook/store-local';
import { expect, it, onTestFinished } from 'vitest';

import { addAlwaysRule, type AlwaysAnswer } from '../packages/engine/src/gate/edit-user-rules.ts';

const answer: AlwaysAnswer = {
  tool: 'edit',
  files: ['docs/a.md'],
  host: null,
  source: null,
  commands: null,
  intent: null,
  workspace: '/work',
  session: sessionIdSchema.parse('rook-20261116-0123abcd'),
  approval: 'ap-1',
  at: '2026-11-16T07:00:00.000Z',
};

it('N-11 loses no answer of several that are given at once, and keeps the same one once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rook-rules-'));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  // Each has a connection of its own to the lock, as another process has.
  const open = () => createLocalOwnFile({ folder, name: 'rules.json', isOpen: true });
  const names = Array.from({ length: 16 }, (_unused, index) => `docs/${index % 8}.md`);
  const added = await Promise.all(
    names.map(async (name) => addAlwaysRule(open(), { ...answer, files: [name] })),
  );
  expect(added.filter(({ ok }) => !ok)).toEqual([]);
  const read = await createRulesReader(open())();
  const files = read.ok ? read.value.rules.flatMap(({ words }) => words.files ?? []) : [];
  expect(files.toSorted()).toEqual(names.slice(0, 8));
  const ids = new Set(added.map((result) => (result.ok ? result.value : '')));
  expect(ids.size).toBe(8);
  const [first = '', ...others] = ids;
  await Promise.all([
    ...others.map(async (id) => removeRule(open(), id)),
    addAlwaysRule(open(), { ...answer, tool: 'create' }),
  ]);
  const left = await createRulesReader(open())();
  const tools = left.ok
    ? left.value.rules.map(({ words }) => `${words.tools?.join()} ${words.id === first}`)
    : [];
  expect(tools.toSorted()).toEqual(['create false', 'edit true']);
  expect(await readFile(join(folder, 'rules.json'), 'utf8')).toMatch(/^\{\n {2}"rules": \[\n/);
}, 60_000);
