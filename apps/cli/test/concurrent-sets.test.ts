import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, it } from 'vitest';

import { errorOf } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place } from './sandbox.ts';

const wishes: Readonly<Record<string, unknown>> = {
  mode: 'safe',
  'model.timeout': 60,
  'model.maxOutputTokens': 100,
  'model.main': 'a-model',
  'model.fast': 'b-model',
  'model.vision': 'c-model',
  'model.image': 'd-model',
  'model.effort': 'low',
  'model.structured': true,
  'budget.call': 1,
  'budget.turn': 2,
  'budget.session': 3,
  'budget.run': 4,
  'budget.day': 5,
  'turn.maxRounds': 6,
  'context.maxFiles': 7,
  'ui.theme': 'night',
  'log.level': 'debug',
  'journal.sync': 'always',
  'uploads.ttlHours': -1,
};

it('T-15 twenty processes that set at the same time lose nothing of each other', async () => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, '{\n  // kept by all twenty\n  "subtasks.parallel": 2\n}\n');
  const entries = Object.entries(wishes);
  expect(entries).toHaveLength(20);
  const ends = await Promise.all(
    entries.map(async ([name, value]) => runRook(sandbox, ['settings', 'set', name, String(value)])),
  );
  expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(entries.map(() => [0, '']));
  const [comment = '', ...others] = readFileSync(sandbox.userFile, 'utf8').match(/ *\/\/.*\n/g) ?? [];
  expect([comment, others]).toEqual(['  // kept by all twenty\n', []]);
  const written: unknown = JSON.parse(readFileSync(sandbox.userFile, 'utf8').replace(comment, ''));
  expect(written).toEqual({ 'subtasks.parallel': 2, ...wishes });
  expect(readdirSync(sandbox.rookHome).toSorted()).toEqual(['locks', 'settings.json']);
});

it('T-15 waits for a lock, then says who is in the way and that it can be tried again', async () => {
  const sandbox = makeSandbox();
  const set = ['settings', 'set', 'mode', 'safe', '--json'];
  expect((await runRook(sandbox, set)).code).toBe(0);
  const holder = new DatabaseSync(join(sandbox.rookHome, 'locks', 'settings.sqlite'));
  holder.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  const refused = await runRook(sandbox, ['settings', 'set', 'mode', 'ask', '--json']).finally(() =>
    holder.close(),
  );
  expect(refused.code).toBe(1);
  expect(errorOf(refused)).toMatchObject({ code: 'busy', kind: 'error', retryable: true });
  expect(readFileSync(sandbox.userFile, 'utf8')).toContain('safe');
});
