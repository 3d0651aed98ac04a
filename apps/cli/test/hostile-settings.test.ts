import { lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { errorOf, jsonOf, listAt, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place } from './sandbox.ts';

const LIMIT_BYTES = 1_000_000;
const SHOWN_LIMIT_CHARS = 20_000;

const unreadable: readonly { readonly what: string; readonly content: string | Uint8Array }[] = [
  { what: 'a file above the limit', content: `{"mode": "safe"}${' '.repeat(LIMIT_BYTES)}` },
  { what: 'ten thousand open brackets', content: '['.repeat(10_000) },
  { what: 'ten thousand nested lists', content: nested('[', ']', 10_000) },
  { what: 'a hundred thousand nested objects', content: nested('{"a":', '}', 100_000) },
  { what: 'a NUL byte inside', content: '{"mode": "sa\u0000fe"}' },
  { what: 'NUL bytes alone', content: new Uint8Array(4096) },
  { what: 'bytes that are not UTF-8', content: Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d) },
  { what: 'UTF-16', content: Buffer.from('\uFEFF{"mode": "safe"}', 'utf16le') },
  { what: 'a setting twice', content: '{"mode": "safe", "mode": "allow"}' },
  { what: 'half an object', content: '{"mode": "safe"' },
  { what: 'an unended comment', content: '{"mode": "safe"} /* ' },
];

it.each(unreadable)('T-15 names $what as a problem, and neither breaks nor replaces it', async (hostile) => {
  const sandbox = makeSandbox();
  place(sandbox.workspaceFile, hostile.content);
  const read = await runRook(sandbox, ['settings', 'list', '--json']);
  expect([read.code, read.signal]).toEqual([0, null]);
  const [problem] = listAt(jsonOf(read), 'problems');
  expect(problem).toMatchObject({ severity: 'refuses', source: 'workspace' });
  expect(textAt(problem, 'origin')).toContain(sandbox.workspaceFile);
  const words = ['settings', 'set', 'mode', 'safe', '--scope', 'workspace', '--json'];
  const set = await runRook(sandbox, words);
  expect(set.code).toBe(1);
  expect(errorOf(set).code).toMatch(/^(settings_malformed|not_readable)$/);
  expect(readFileSync(sandbox.workspaceFile).equals(Buffer.from(hostile.content))).toBe(true);
});

const spoiled: readonly (readonly [string, string])[] = [
  ['mode', '{"mode": "saef"}'],
  ['mode', '{"mode": "safe", "mode": "allow"}'],
  ['edits.auto', '{"edits": {"auto": false}}'],
];

it.each(spoiled)('T-15 get %s refuses while its value in %s does not count', async (name, text) => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, text);
  const told = await runRook(sandbox, ['settings', 'get', name]);
  expect([told.code, told.stdout]).toEqual([1, '']);
  expect(told.stderr).toMatch(/^rook: [^\n]*settings\.json:1: [^\n]*\n$/);
  const end = await runRook(sandbox, ['settings', 'get', name, '--json']);
  expect(end.code).toBe(1);
  expect(errorOf(end)).toMatchObject({ code: 'settings_malformed', kind: 'invalid' });
  const other = await runRook(sandbox, ['settings', 'get', 'ui.theme']);
  expect([other.code, other.stdout]).toEqual([0, 'system\n']);
  expect(other.stderr).toMatch(/^problem {2}[^\n]*settings\.json:1: /);
});

it('T-15 get refuses a value of the environment that does not count', async () => {
  const env = { ROOK_MODE: 'saef' };
  const end = await runRook(makeSandbox(), ['settings', 'get', 'mode', '--json'], { env });
  expect(end.code).toBe(1);
  expect(errorOf(end)).toMatchObject({ code: 'settings_malformed' });
});

it('T-15 a workspace list that overflows with the user’s is cut and named, and everything goes on', async () => {
  const sandbox = makeSandbox();
  const patterns = Array.from({ length: 995 }, (_unused, index) => `generated/${index}`);
  place(sandbox.workspaceFile, JSON.stringify({ 'edits.protected': patterns }));
  const { code, stdout, stderr } = await runRook(sandbox, ['settings', 'get', 'edits.protected']);
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(1000);
  expect(lines).toEqual(expect.arrayContaining(['**/.git/**', '**/.rook/**', 'generated/0']));
  expect(stderr).toMatch(
    /^ignored {2}[^\n]*edits\.protected: only 1000 entries fit[^\n]*generated\/\d+ on\.\n$/,
  );
});

it('T-15 reads a file of exactly the limit', async () => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, '{"mode": "safe"}'.padEnd(LIMIT_BYTES));
  const { stdout, stderr } = await runRook(sandbox, ['settings', 'get', 'mode']);
  expect([stdout, stderr]).toEqual(['safe\n', '']);
});

it('T-15 a name without end takes neither the time nor the screen of the user', async () => {
  const sandbox = makeSandbox();
  place(sandbox.workspaceFile, `{"${'a'.repeat(900_000)}": 1}`);
  const { code, stdout, stderr } = await runRook(sandbox, ['settings', 'get', 'mode']);
  expect([code, stdout]).toEqual([0, 'ask\n']);
  expect(stderr).toMatch(/settings\.json:1: There is no setting aaa/);
  expect(stderr.length).toBeLessThan(SHOWN_LIMIT_CHARS);
});

it('T-15 thirty thousand unknown names take neither the time nor the screen of the user', async () => {
  const sandbox = makeSandbox();
  const names = Array.from({ length: 30_000 }, (_unused, index) => [`model.timeou${index}`, 1]);
  place(sandbox.workspaceFile, JSON.stringify(Object.fromEntries(names)));
  const { code, stdout, stderr } = await runRook(sandbox, ['settings', 'get', 'mode']);
  expect([code, stdout]).toEqual([0, 'ask\n']);
  expect(stderr).toContain('There is no setting model.timeou0; did you mean model.timeout?');
  expect(stderr.length).toBeLessThan(SHOWN_LIMIT_CHARS);
});

it('T-15 a key named __proto__ is an unknown name like any other and stays in the file', async () => {
  const sandbox = makeSandbox();
  const text = '{"__proto__": {"mode": "allow"}, "constructor": {"prototype": {"mode": "allow"}}}';
  place(sandbox.userFile, text);
  const told = jsonOf(await runRook(sandbox, ['settings', 'get', 'mode', '--json']));
  expect(told).toMatchObject({ value: 'ask', source: 'default' });
  expect(listAt(told, 'problems').map((problem) => valueAt(problem, 'severity'))).toEqual(['warns', 'warns']);
  expect((await runRook(sandbox, ['settings', 'set', 'mode', 'safe'])).code).toBe(0);
  const after = readFileSync(sandbox.userFile, 'utf8');
  expect(after).toContain('__proto__');
  expect((await runRook(sandbox, ['settings', 'get', 'mode'])).stdout).toBe('safe\n');
});

it('T-15 a price table with a key named __proto__ changes nothing else', async () => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, '{"model.prices": {"__proto__": {"input": 1, "output": 1}}}');
  const told = jsonOf(await runRook(sandbox, ['settings', 'list', '--changed', '--json']));
  const names = listAt(told, 'settings').map((one) => valueAt(one, 'name'));
  expect(names.filter((name) => name !== 'model.prices')).toEqual([]);
});

it.each(['userFile', 'workspaceFile'] as const)('T-15 a named pipe as %s does not hang', async (which) => {
  const sandbox = makeSandbox();
  mkdirSync(dirname(sandbox[which]), { mode: 0o700 });
  expect(runTool('mkfifo', sandbox[which]).ok).toBe(true);
  await expectNoPlainFile(which, sandbox);
  expect(lstatSync(sandbox[which]).isFIFO()).toBe(true);
});

it.each(['userFile', 'workspaceFile'] as const)('T-15 a folder as %s is named and stays', async (which) => {
  const sandbox = makeSandbox();
  place(join(sandbox[which], 'inside'), 'kept');
  await expectNoPlainFile(which, sandbox);
  expect(readFileSync(join(sandbox[which], 'inside'), 'utf8')).toBe('kept');
});

it('T-14 a link as workspace file is neither followed for reading nor for writing', async () => {
  const sandbox = makeSandbox();
  const target = join(sandbox.folder, 'elsewhere.json');
  place(target, '{"mode": "safe"}');
  mkdirSync(dirname(sandbox.workspaceFile), { mode: 0o700 });
  symlinkSync(target, sandbox.workspaceFile);
  const told = jsonOf(await runRook(sandbox, ['settings', 'get', 'mode', '--json']));
  expect(told).toMatchObject({ value: 'ask', source: 'default' });
  expect(textAt(told, 'problems', 0, 'message')).toMatch(/link/);
  const words = ['settings', 'set', 'mode', 'safe', '--scope', 'workspace', '--json'];
  expect(errorOf(await runRook(sandbox, words)).code).toBe('not_readable');
  expect(readFileSync(target, 'utf8')).toBe('{"mode": "safe"}');
  expect(lstatSync(sandbox.workspaceFile).isSymbolicLink()).toBe(true);
});

it('the user’s own file may be a link, and the link stays', async () => {
  const sandbox = makeSandbox();
  const target = join(sandbox.folder, 'dotfiles', 'rook.json');
  place(target, '{"mode": "safe"}');
  mkdirSync(sandbox.rookHome, { mode: 0o700 });
  symlinkSync(target, sandbox.userFile);
  expect((await runRook(sandbox, ['settings', 'set', 'mode', 'allow'])).code).toBe(0);
  expect(readFileSync(target, 'utf8')).toBe('{"mode": "allow"}');
  expect(lstatSync(sandbox.userFile).isSymbolicLink()).toBe(true);
});

it('the user’s link to a file that is not there yet makes that file, and stays', async () => {
  const sandbox = makeSandbox();
  mkdirSync(sandbox.rookHome, { mode: 0o700 });
  mkdirSync(join(sandbox.folder, 'dotfiles'));
  symlinkSync('../dotfiles/rook.json', sandbox.userFile);
  expect(await runRook(sandbox, ['settings', 'set', 'mode', 'safe'])).toMatchObject({ code: 0, stderr: '' });
  expect(readFileSync(join(sandbox.folder, 'dotfiles', 'rook.json'), 'utf8')).toContain('safe');
  expect(lstatSync(sandbox.userFile).isSymbolicLink()).toBe(true);
});

it('the user’s link into a folder that is not there is refused with a sentence, and stays', async () => {
  const sandbox = makeSandbox();
  mkdirSync(sandbox.rookHome, { mode: 0o700 });
  symlinkSync('../dotfiles/rook.json', sandbox.userFile);
  const end = await runRook(sandbox, ['settings', 'set', 'mode', 'safe', '--json']);
  expect(end.code).toBe(1);
  expect(errorOf(end)).toMatchObject({ code: 'not_writable' });
  expect(errorOf(end).message).toMatch(/dotfiles\/rook\.json, whose folder is missing/);
  expect(lstatSync(sandbox.userFile).isSymbolicLink()).toBe(true);
});

async function expectNoPlainFile(
  which: 'userFile' | 'workspaceFile',
  sandbox: ReturnType<typeof makeSandbox>,
): Promise<void> {
  const read = await runRook(sandbox, ['settings', 'list', '--json']);
  expect(read.code).toBe(0);
  expect(textAt(jsonOf(read), 'problems', 0, 'message')).toContain('no plain file');
  const scope = which === 'userFile' ? 'user' : 'workspace';
  const set = await runRook(sandbox, ['settings', 'set', 'mode', 'safe', '--scope', scope, '--json']);
  expect(set.code).toBe(1);
  expect(errorOf(set).code).toBe('not_readable');
}

function nested(open: string, close: string, depth: number): string {
  return `{"model.prices": ${open.repeat(depth)}1${close.repeat(depth)}}`;
}
