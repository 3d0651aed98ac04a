import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { applyJson, hashesOf } from './apply-rook.ts';
import { contentOf, ENTER, hasScript, onTerminal, PROMPT, writing } from './approval-rook.ts';
import { playing } from './ask-rook.ts';
import { calling, govern, select, write } from './intent-rook.ts';
import { errorOf, jsonOf, listAt, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const FILE = 'src/auth/a.ts';

async function why(sandbox: Sandbox, target: string): Promise<unknown> {
  return jsonOf(await runRook(sandbox, ['intent', 'why', target, '--json']));
}

/** Of each range its lines and where they come from. */
async function rangesOf(sandbox: Sandbox, target: string): Promise<readonly unknown[]> {
  return listAt(await why(sandbox, target), 'ranges').map((range) => [
    valueAt(range, 'start'),
    valueAt(range, 'end'),
    valueAt(range, 'changeSet') ?? valueAt(range, 'origin'),
  ]);
}

async function apply(sandbox: Sandbox, change: object, ...flags: readonly string[]): Promise<string> {
  const path = textAt(change, 'path');
  const fileHashes = contentOf(sandbox, path) === null ? {} : hashesOf(sandbox, path);
  const { printed } = await applyJson(sandbox, { fileChanges: [change], fileHashes }, ...flags);
  return textAt(printed, 'changeSet');
}

it('H-30 H-34 answers with intent, turn, prompt, approval and change set, also after the line moved', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  const env = playing(sandbox, calling(select('INT-001'), write(FILE, 'one\ntwo\n')));
  await runRook(sandbox, ['ask', '--yes', 'Move to JWT'], { env });
  const lines = `mine\n${contentOf(sandbox, FILE)}`;
  writeFileSync(join(sandbox.workspace, FILE), lines);
  const second = await apply(
    sandbox,
    { path: FILE, edits: [{ search: 'mine\n', replace: 'mine\nfrom a script\n' }] },
    '--intent',
    'INT-001',
  );
  const told = await why(sandbox, `${FILE}:4`);
  expect(told).toMatchObject({ file: FILE, exists: true, lines: 4 });
  const [range] = listAt(told, 'ranges');
  expect(range).toMatchObject({
    start: 4,
    end: 4,
    origin: 'assistant',
    turn: 't0001',
    intent: { id: 'INT-001', name: 'JWT Authentication Migration', status: 'IN_PROGRESS' },
    prompt: 'Move to JWT',
    model: 'scripted',
    text: ['two'],
    broughtBackBy: null,
  });
  expect(textAt(range, 'approval', 'allowedBy')).toMatch(/^(rules|--yes)$/u);
  const first = textAt(range, 'changeSet');
  expect(await rangesOf(sandbox, FILE)).toEqual([
    [1, 1, 'outside'],
    [2, 2, second],
    [3, 4, first],
  ]);
  const changes = listAt(await why(sandbox, FILE), 'changes');
  expect(changes.map((change) => [valueAt(change, 'changeSet'), valueAt(change, 'by')])).toEqual([
    [second, 'user'],
    [first, 'assistant'],
  ]);
  const shown = await runRook(sandbox, ['intent', 'why', `${FILE}:4`]);
  expect(shown.stdout).toContain('INT-001  JWT Authentication Migration');
  expect(shown.stdout).toContain('Move to JWT');
  const outside = await runRook(sandbox, ['intent', 'why', `${FILE}:1`]);
  expect(outside.stdout).toContain(`changed outside Rook after ${first} and before ${second}`);
});

it.skipIf(!hasScript)('H-30 says who answered the question, and for how long the yes counts', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'notes.md': 'one\n' }));
  await live.seen(PROMPT);
  live.type(`y${ENTER}`);
  await live.ended;
  const [range] = listAt(await why(sandbox, 'notes.md:1'), 'ranges');
  expect(textAt(range, 'approval', 'allowedBy')).toMatch(/^approval /u);
  expect(textAt(range, 'approval', 'answeredBy')).not.toBe('');
  expect(valueAt(range, 'approval', 'scope')).toBe('once');
});

it('H-30 gives a line back to whoever wrote it after a rewind and a forward', async () => {
  const sandbox = makeSandbox();
  const first = await apply(sandbox, { path: 'a.ts', content: '1\n2\n3\n4\n5\n6\n' });
  const second = await apply(sandbox, { path: 'a.ts', edits: [{ search: '2\n', replace: 'TWO\n' }] });
  const changed = [
    [1, 1, first],
    [2, 2, second],
    [3, 6, first],
  ];
  expect(await rangesOf(sandbox, 'a.ts')).toEqual(changed);
  // Merged with what the user wrote since.
  writeFileSync(join(sandbox.workspace, 'a.ts'), `${contentOf(sandbox, 'a.ts')}mine\n`);
  expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
  expect(contentOf(sandbox, 'a.ts')).toBe('1\n2\n3\n4\n5\n6\nmine\n');
  const told = await why(sandbox, 'a.ts');
  expect(listAt(told, 'ranges').map((range) => valueAt(range, 'changeSet'))).toEqual([
    first,
    first,
    first,
    null,
  ]);
  const back = textAt(listAt(told, 'ranges')[1], 'broughtBackBy');
  expect(listAt(told, 'changes').map((change) => valueAt(change, 'changeSet'))).toEqual([
    back,
    second,
    first,
  ]);
  expect((await runRook(sandbox, ['forward', '--yes'])).code).toBe(0);
  expect(await rangesOf(sandbox, 'a.ts')).toEqual([...changed, [7, 7, 'outside']]);
});

it('H-30 follows a file that was renamed, by Rook and by hand, deleted and made again', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'a.ts'), 'old\n');
  const first = await apply(sandbox, { path: 'a.ts', edits: [{ search: 'old\n', replace: 'old\nnew\n' }] });
  await apply(sandbox, { path: 'a.ts', renameTo: 'b.ts' });
  mkdirSync(join(sandbox.workspace, 'deep'));
  renameSync(join(sandbox.workspace, 'b.ts'), join(sandbox.workspace, 'deep/c.ts'));
  const lines = [
    [1, 1, 'earlier'],
    [2, 2, first],
  ];
  expect(await rangesOf(sandbox, 'deep/c.ts')).toEqual(lines);
  const gone = await apply(sandbox, { path: 'deep/c.ts', delete: true });
  const told = await why(sandbox, 'deep/c.ts');
  expect(told).toMatchObject({ exists: false, lines: null, ranges: [] });
  expect(valueAt(listAt(told, 'changes')[0], 'changeSet')).toBe(gone);
  const lost = errorOf(await runRook(sandbox, ['intent', 'why', 'deep/c.ts:1', '--json']));
  expect([lost.code, lost.message]).toEqual(['not_found', expect.stringContaining('is not there any more')]);
  const again = await apply(sandbox, { path: 'deep/c.ts', content: 'old\nnew\n' });
  expect(await rangesOf(sandbox, 'deep/c.ts')).toEqual([[1, 2, again]]);
  const within = join(sandbox.workspace, 'deep');
  const shown = await runRook(sandbox, ['intent', 'why', 'c.ts:2', '--json'], { cwd: within });
  expect(valueAt(listAt(jsonOf(shown), 'ranges')[0], 'changeSet')).toBe(again);
});

it('H-30 still explains lines of a session that lies in the trash', async () => {
  const sandbox = makeSandbox();
  const set = await apply(sandbox, { path: 'a.ts', content: '1\n' });
  const session = textAt(listAt(await why(sandbox, 'a.ts'), 'ranges')[0], 'session');
  expect((await runRook(sandbox, ['session', 'delete', session, '--yes'])).code).toBe(0);
  expect(await rangesOf(sandbox, 'a.ts')).toEqual([[1, 1, set]]);
});

it('H-30 says plainly what it cannot answer', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'x:7'), 'a\n');
  place(join(sandbox.workspace, 'empty'), '');
  const failed = async (target: string) =>
    errorOf(await runRook(sandbox, ['intent', 'why', target, '--json'])).code;
  expect(await rangesOf(sandbox, 'x:7')).toEqual([[1, 1, 'earlier']]);
  expect(await rangesOf(sandbox, 'x:7:1')).toEqual([[1, 1, 'earlier']]);
  expect(await rangesOf(sandbox, 'empty')).toEqual([]);
  expect(await failed('x:7:2')).toBe('not_found');
  expect(await failed('none.ts')).toBe('not_found');
  expect(await failed('x:7:3-2')).toBe('usage');
  place(join(sandbox.workspace, 'a.ts'), '1\n2\n3\n4\n');
  for (const target of ['a.ts:2:5', 'a.ts:2:', 'a.ts:2:5:', 'a.ts#L2', 'a.ts:L2', 'a.ts#L2C1-L2C9'])
    expect([target, await rangesOf(sandbox, target)]).toEqual([target, [[2, 2, 'earlier']]]);
  for (const target of ['a.ts:0', 'a.ts:-1', 'a.ts:', 'a.ts:0-3', 'a.ts#top', 'a.ts:0:5'])
    expect([target, await failed(target)]).toEqual([target, 'usage']);
  expect([await failed('a.ts:1-99'), await failed('a.ts:9')]).toEqual(['not_found', 'not_found']);
  writeFileSync(join(sandbox.workspace, 'b.bin'), new Uint8Array([0, 1, 2, 0, 255]));
  expect(await failed('b.bin:1')).toBe('invalid_value');
  expect(await why(sandbox, 'b.bin')).toMatchObject({
    isText: false,
    lines: null,
    ranges: [{ start: null }],
  });
  expect(await failed('../outside')).toBe('outside_workspace');
  expect(await failed('.')).toBe('invalid_value');
});
