import { expect, it } from 'vitest';

import { jsonOf, listAt, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox } from './sandbox.ts';

/** Item G-02, word by word. */
const FORTY =
  'npm install, npm run, npm test, yarn install, yarn add, yarn test, yarn build, pnpm install, pnpm run, git status, git diff, git log, git branch, ls, pwd, cat, head, tail, grep, find, mkdir, touch, echo, curl, wget, cp, mv, tsc, tsc --noEmit, python, python3, pip install, pip3 install, cargo build, cargo run, cargo test, cargo check, go build, go run, go test';

it('G-01 acts by itself on files, and never on commands', async () => {
  const defaults = await readDefaults();
  expect(defaults.get('edits.auto')).toBe(true);
  expect(defaults.get('edits.autoFiles')).toBe(true);
  expect(defaults.get('commands.auto')).toBe(false);
});

it('G-02 G-03 allows exactly the forty beginnings of commands, and none that deletes', async () => {
  const sandbox = makeSandbox();
  const { stdout } = await runRook(sandbox, ['settings', 'get', 'commands.allow']);
  const allowed = stdout.trimEnd().split('\n');
  expect(allowed).toEqual(FORTY.split(', '));
  expect(allowed).toHaveLength(40);
  expect(allowed.filter((command) => /^(rm|rmdir|del)\b/.test(command))).toEqual([]);
});

it('C-07 C-08 C-09 gives a model 16384 tokens, 300 seconds and no structured output', async () => {
  const defaults = await readDefaults();
  expect(defaults.get('model.maxOutputTokens')).toBe(16_384);
  expect(defaults.get('model.timeout')).toBe(300);
  expect(defaults.get('model.structured')).toBe(false);
});

it('P-01 uploads nothing unless told to, 10 MB at most, for a day', async () => {
  const defaults = await readDefaults();
  expect(defaults.get('uploads.enabled')).toBe(false);
  expect(defaults.get('uploads.auto')).toBe(true);
  expect(defaults.get('uploads.maxBytes')).toBe(10 * 1024 * 1024);
  expect(defaults.get('uploads.cleanup')).toBe(true);
  expect(defaults.get('uploads.ttlHours')).toBe(24);
});

it('L-13 R-03 N-11 limits a pipeline run to ten dollars, knows no recorder and asks', async () => {
  const defaults = await readDefaults();
  expect(defaults.get('budget.run')).toBe(10);
  expect(defaults.get('diagnose.recorders')).toEqual([]);
  expect(defaults.get('mode')).toBe('ask');
});

async function readDefaults(): Promise<ReadonlyMap<string, unknown>> {
  const listed = jsonOf(await runRook(makeSandbox(), ['settings', 'list', '--json']));
  return new Map(listAt(listed, 'settings').map((one) => [textAt(one, 'name'), valueAt(one, 'value')]));
}
