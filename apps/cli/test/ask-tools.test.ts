import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startWireServer } from '@rook/wire-server';
import { expect, it, onTestFinished } from 'vitest';

import { entriesOf, journalLines, linesOf, playing, saying, stalling, startRook } from './ask-rook.ts';
import { harmfulCharacters, textAt, valueAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const hasScript = runTool('script', '--version').stdout.includes('util-linux');

const ESCAPE = '\u001B';
/** Colours, and the end of a line that says how far it is. */
const OWN = new RegExp(`${ESCAPE}\\[(?:\\d+m|K)`, 'g');

/** One turn that calls a tool once, and the result that the model was given. */
async function callTool(
  sandbox: Sandbox,
  name: string,
  input: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<{ readonly end: End; readonly result: unknown }> {
  const env = playing(sandbox, {
    steps: [{ match: { toolResult: false }, answer: { events: [{ kind: 'tool_call', name, input }] } }],
    default: saying('done'),
  });
  const end = await runRook(sandbox, ['ask', ...words, 'Do it'], { env });
  return { end, result: valueAt(entriesOf(journalLines(sandbox), 'tool_call').at(-1), 'result') };
}

function fill(sandbox: Sandbox): void {
  const code = 'export class Shop {\n  open(): void {}\n}\n';
  place(join(sandbox.workspace, 'src', 'shop.ts'), code);
  place(join(sandbox.workspace, 'README.md'), '# Shop\n\nIt sells needles.\n');
}

it.each([
  ['read_file', { path: 'README.md' }, 'needles'],
  ['list_files', { path: 'src' }, 'shop.ts'],
  ['find_files', { pattern: '**/*.ts' }, 'src/shop.ts'],
  ['search_files', { pattern: 'needles' }, 'README.md'],
  ['outline_file', { path: 'src/shop.ts' }, 'Shop'],
  ['explain_lines', { path: 'src/shop.ts' }, 'Lines 1-3: '],
])(
  'B-15 %s works in what is shipped, where its part is loaded when it is first used',
  async (name, input, found) => {
    const sandbox = makeSandbox();
    fill(sandbox);
    const { end, result } = await callTool(sandbox, name, input);
    expect(end).toMatchObject({ code: 0, stdout: 'done\n' });
    expect(valueAt(result, 'ok')).toBe(true);
    expect(textAt(result, 'reply')).toContain(found);
    expect(end.stderr).toMatch(new RegExp(`^▸ ${name} `, 'm'));
  },
);

it('B-15 search_sessions finds what was said in another session', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, { default: saying('The needle is blue.') });
  await runRook(sandbox, ['ask', 'Which colour?'], { env });
  const { result } = await callTool(sandbox, 'search_sessions', { query: 'needle' });
  expect(textAt(result, 'reply')).toContain('blue');
});

it('B-15 fetch_url reaches no address that is not public, whatever was allowed', async () => {
  const sandbox = makeSandbox();
  const server = await startWireServer();
  onTestFinished(async () => server.close());
  const { end, result } = await callTool(sandbox, 'fetch_url', { url: `${server.url}/x` }, ['--yes']);
  expect(end.code).toBe(0);
  expect(valueAt(result, 'ok')).toBe(false);
  expect(textAt(result, 'reply')).toContain('private_address');
  expect(server.received).toEqual([]);
});

it('I-14 what could not be recorded makes the exit code 1, and the answer is shown all the same', async () => {
  const sandbox = makeSandbox();
  const live = startRook(sandbox, ['ask', 'Hi'], { env: playing(sandbox, stalling('Half of')) });
  await live.seen('Half of');
  const chats = join(sandbox.workspace, '.rook', 'chats');
  rmSync(chats, { recursive: true });
  writeFileSync(chats, 'in the way');
  live.kill('SIGINT');
  const end = await live.ended;
  expect(end).toMatchObject({ code: 1, stdout: 'Half of\n' });
  expect(end.stderr).toMatch(/could not be recorded and (?:is|are) lost with this process/);
  expect(end.stderr).not.toContain('in memory');
});

it('B-27 a standard input that stays open is waited for, and said', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, { default: saying('ok') });
  const live = startRook(sandbox, ['ask', 'Hi'], { env, keepsInput: true });
  await live.seen('Waiting for the end of standard input');
  live.type('late');
  live.endInput();
  expect(await live.ended).toMatchObject({ code: 0, stdout: 'ok\n' });
  expect(textAt(entriesOf(journalLines(sandbox), 'message_admitted')[0], 'text')).toBe('Hi\n\n---\n\nlate');
});

it.skipIf(!hasScript)(
  'A-24 on a terminal one turn ends by itself, with colours of its own alone',
  async () => {
    const sandbox = makeSandbox();
    const env = { ...playing(sandbox, { default: saying('a\u001B[2J\u202Eb') }), TERM: 'xterm' };
    const { code, stdout } = await startRook(sandbox, ['ask', 'Hi'], { env, onTerminal: true }).ended;
    expect(code).toBe(0);
    const plain = stdout.replaceAll(OWN, '').replaceAll('\r', '');
    expect(harmfulCharacters(plain)).toEqual([]);
    expect(linesOf(plain)[0]).toBe('a␛[2J<U+202E>b');
  },
);

it('T-15 an empty workspace is no failure, and a folder that is not there is told to the model', async () => {
  const empty = await callTool(makeSandbox(), 'list_files', { path: '.' });
  expect(empty.end.code).toBe(0);
  expect(valueAt(empty.result, 'ok')).toBe(true);
  const missing = await callTool(makeSandbox(), 'list_files', { path: 'nowhere' });
  expect(missing.end.code).toBe(0);
  expect(valueAt(missing.result, 'ok')).toBe(false);
});
