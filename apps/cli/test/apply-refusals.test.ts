import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { applyJson, applyText, hashesOf, md5, replyText } from './apply-rook.ts';
import { errorOf, jsonOf, listAt, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const OLD = 'one\ntwo\nthree\n';
const EDIT = { path: 'a.txt', edits: [{ search: 'two\n', replace: 'TWO\n' }] };

function prepare(): Sandbox {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'a.txt'), OLD);
  return sandbox;
}

function textOf({ workspace }: Sandbox, path = 'a.txt'): string {
  return readFileSync(join(workspace, path), 'utf8');
}

const wrong: readonly (readonly [string, string, Record<string, string> | undefined, string])[] = [
  ['no hash', 'no_hash', undefined, 'No hash provided'],
  ['a hash of another file', 'no_hash', { 'b.txt': md5(OLD) }, 'No hash provided'],
  ['a wrong hash', 'hash_mismatch', { 'a.txt': md5('other') }, 'Hash mismatch'],
  ['a hash that is too short', 'hash_mismatch', { 'a.txt': md5(OLD).slice(0, 6) }, 'Hash mismatch'],
];

it.each(wrong)('E-04 rook apply with %s writes nothing and says %s', async (_name, code, hashes, words) => {
  const sandbox = prepare();
  const reply = { fileChanges: [EDIT], ...(hashes === undefined ? {} : { fileHashes: hashes }) };
  const end = await applyJson(sandbox, reply);
  expect(end).toMatchObject({ code: 1, codes: [code], printed: { changeSet: null } });
  expect(textAt(end.printed, 'files', 0, 'message')).toContain(words);
  expect(listAt(end.printed, 'files')).toMatchObject([{ status: 'refused', added: 0, removed: 0 }]);
  expect(textOf(sandbox)).toBe(OLD);
});

it('E-04 E-25 rook apply refuses a file that changed since it was shown', async () => {
  const sandbox = prepare();
  const reply = { fileHashes: hashesOf(sandbox, 'a.txt'), fileChanges: [EDIT] };
  place(join(sandbox.workspace, 'a.txt'), `${OLD}four\n`);
  expect(await applyJson(sandbox, reply)).toMatchObject({ code: 1, codes: ['hash_mismatch'] });
  expect(textOf(sandbox)).toBe(`${OLD}four\n`);
});

it('E-05 creating over a file that is there needs its hash', async () => {
  const sandbox = prepare();
  const fileChanges = [{ path: 'a.txt', content: 'all new, and long enough\n' }];
  expect(await applyJson(sandbox, { fileChanges })).toMatchObject({ code: 1, codes: ['no_hash'] });
  expect(textOf(sandbox)).toBe(OLD);
});

it('E-09 E-11 a reply that was cut anywhere changes nothing, and says how many changes are blocked', async () => {
  const sandbox = prepare();
  const text = replyText({
    fileHashes: hashesOf(sandbox, 'a.txt'),
    fileChanges: [EDIT, { path: 'b.txt', content: 'b\n' }, { path: 'c.txt', content: 'c\n' }],
  });
  for (const length of [1, 20, 90, 120, 160, 200, text.length - 3, text.length - 1]) {
    const end = await applyText(sandbox, text.slice(0, length), '--json', '--partial');
    expect(end.code).toBe(1);
    expect(errorOf(end).code).toBe('truncated');
  }
  const { stderr } = await applyText(sandbox, text.slice(0, -1));
  expect(stderr).toContain(
    '🚫 BLOCKED: 3 file change(s) from truncated response. The response was cut off mid-stream. NO changes have been applied.',
  );
  expect(textOf(sandbox)).toBe(OLD);
  expect(readdirSync(sandbox.workspace)).toEqual(['.rook', 'a.txt']);
  expect(readFileSync(join(sandbox.rookHome, 'logs', 'apply.log'), 'utf8')).toContain('3 file change(s)');
});

it('E-09 a reply whose meaning is not certain changes nothing, and neither does what is no reply', async () => {
  const sandbox = prepare();
  const change = JSON.stringify({ path: 'b.txt', content: 'b\n' });
  const unsure = [
    `{"summary": "f("a", "b")", "fileChanges": [${change}]}`,
    `{"summary": "x", "fileChanges": [${change}], "fileChanges": []}`,
    `{"summary": "x", "fileChanges": [${change}, ...]}`,
    'nothing of the kind',
    '',
  ];
  for (const text of unsure) {
    const end = await applyText(sandbox, text, '--json');
    expect([end.code, errorOf(end).code]).toEqual([1, 'malformed']);
  }
  const none = await applyText(sandbox, '{"summary": "Nothing to do"}', '--json');
  expect(errorOf(none)).toMatchObject({ code: 'unchanged' });
  expect(errorOf(none).message).toContain('no file changes');
  expect(none.code).toBe(1);
  expect(readdirSync(sandbox.workspace)).toEqual(['.rook', 'a.txt']);
});

it('E-28 one refused file refuses all of a reply, and with --partial or edits.partial only itself', async () => {
  const sandbox = prepare();
  const reply = {
    fileHashes: hashesOf(sandbox, 'a.txt'),
    fileChanges: [EDIT, { path: 'gone.txt', edits: [{ search: 'x', replace: 'y' }] }],
  };
  const whole = await applyJson(sandbox, reply);
  expect(whole).toMatchObject({
    code: 1,
    codes: ['other_refused', 'not_found'],
    printed: { changeSet: null },
  });
  expect(listAt(whole.printed, 'files')).toMatchObject([{ status: 'skipped' }, { status: 'refused' }]);
  expect(textOf(sandbox)).toBe(OLD);
  const rehearsed = await applyJson(sandbox, reply, '--partial', '--dry-run');
  expect(rehearsed).toMatchObject({ code: 1, codes: ['not_found'] });
  expect(textOf(sandbox)).toBe(OLD);
  const part = await applyJson(sandbox, reply, '--partial');
  expect(part).toMatchObject({ code: 1, codes: ['not_found'] });
  expect(textAt(part.printed, 'changeSet')).toMatch(/^cs-/);
  expect(textOf(sandbox)).toBe('one\nTWO\nthree\n');

  place(join(sandbox.workspace, 'a.txt'), OLD);
  const set = await applyJson(sandbox, reply, '--set', 'edits.partial=true');
  expect(set).toMatchObject({ code: 1, codes: ['not_found'] });
  expect(textOf(sandbox)).toBe('one\nTWO\nthree\n');
});

it('E-23 a protected file needs --yes-protected', async () => {
  const sandbox = makeSandbox();
  const fileChanges = [{ path: '.git/hooks/pre-commit', content: 'echo hi\n' }];
  const file = join(sandbox.workspace, '.git', 'hooks', 'pre-commit');
  const refused = await applyJson(sandbox, { fileChanges });
  expect(refused).toMatchObject({ code: 1, codes: ['approval_needed'] });
  expect(existsSync(file)).toBe(false);
  const allowed = await applyJson(sandbox, { fileChanges }, '--yes-protected');
  expect(allowed).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toBe('echo hi\n');
});

it('E-06 a path that leads out of the workspace is refused, however it is written', async () => {
  const sandbox = makeSandbox();
  const outside = join(sandbox.folder, 'outside');
  mkdirSync(outside);
  mkdirSync(`${sandbox.workspace}-evil`);
  symlinkSync(outside, join(sandbox.workspace, 'link'));
  symlinkSync(join(outside, 'dangling.txt'), join(sandbox.workspace, 'dangling'));
  const paths = [
    '../x.txt',
    'a/../../x.txt',
    join(outside, 'x.txt'),
    '../workspace-evil/x.txt',
    'link/x.txt',
    'dangling',
  ];
  for (const path of paths) {
    const end = await applyJson(sandbox, { fileChanges: [{ path, content: 'x\n' }] });
    expect({ path, ...end }).toMatchObject({ path, code: 1, codes: ['outside_workspace'] });
  }
  expect(readdirSync(outside)).toEqual([]);
  expect(readdirSync(`${sandbox.workspace}-evil`)).toEqual([]);
  expect(existsSync(join(sandbox.folder, 'x.txt'))).toBe(false);
});

it.each([
  ['a link that leads to nothing', ['nowhere'], 'not_found'],
  ['a link on the way that leads to nothing', ['folder/x.txt'], 'not_found'],
  ['two folders that differ only in how they are spelled', ['Q/a.txt', 'q/b.txt'], 'invalid_input'],
  ['a name that Rook uses while it writes', ['.rook-0123456789ab-0123456789ab.held'], 'invalid_input'],
  ['a folder of such a name', ['.rook-0123456789ab-000000000000.held/y'], 'invalid_input'],
])('E-06 refuses %s', async (_name, paths, code) => {
  const sandbox = makeSandbox();
  symlinkSync('missing.txt', join(sandbox.workspace, 'nowhere'));
  symlinkSync('missing', join(sandbox.workspace, 'folder'));
  const fileChanges = paths.map((path) => ({ path, content: 'x\n' }));
  for (const words of [['--dry-run'], []]) {
    const end = await applyJson(sandbox, { fileChanges }, ...words);
    expect(end.code).toBe(1);
    expect(end.codes).toContain(code);
  }
  expect(readdirSync(sandbox.workspace).filter((name) => name !== '.rook')).toEqual(['folder', 'nowhere']);
});

it('CF-07 the mode safe refuses, and so does a place without a workspace', async () => {
  const sandbox = makeSandbox();
  const fileChanges = [{ path: 'a.txt', content: 'a\n' }];
  const end = await applyJson(sandbox, { fileChanges }, '--set', 'mode=safe');
  expect(end).toMatchObject({ code: 1, codes: ['mode_forbids'] });
  expect(existsSync(join(sandbox.workspace, 'a.txt'))).toBe(false);
  const input = replyText({ fileChanges });
  const nowhere = await runRook(sandbox, ['apply', '-', '--json'], { input, cwd: sandbox.userHome });
  expect(errorOf(nowhere)).toMatchObject({ code: 'no_workspace' });
  expect(readdirSync(sandbox.userHome)).toEqual([]);
});

it('E-25 of two calls that change one file at once exactly one wins', async () => {
  const sandbox = prepare();
  const fileHashes = hashesOf(sandbox, 'a.txt');
  const replace = (text: string) => ({
    fileHashes,
    fileChanges: [{ path: 'a.txt', edits: [{ search: 'two\n', replace: `${text}\n` }] }],
  });
  for (let round = 0; round < 4; round += 1) {
    place(join(sandbox.workspace, 'a.txt'), OLD);
    const ends = await Promise.all(['left', 'right'].map(async (text) => applyJson(sandbox, replace(text))));
    const winner = ends.findIndex(({ code }) => code === 0);
    expect([0, 1].map((wanted) => ends.filter(({ code }) => code === wanted).length)).toEqual([1, 1]);
    expect(textOf(sandbox)).toBe(`one\n${winner === 0 ? 'left' : 'right'}\nthree\n`);
  }
  const verified = jsonOf(await runRook(sandbox, ['journal', 'verify', '--json']));
  expect(listAt(verified, 'sessions').every((session) => valueAt(session, 'ok') === true)).toBe(true);
  expect(listAt(verified, 'sessions')).toHaveLength(8);
});
