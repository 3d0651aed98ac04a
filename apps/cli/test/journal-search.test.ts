import { chmodSync, chownSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { turnIdSchema, type EntryDraft, type Result } from '@rook/contract';
import type { SearchAnswer } from '@rook/engine';
import { createLocalStore, createSearchIndex } from '@rook/store-local';
import { expect, it } from 'vitest';

import { makeSession, sessionFile } from './make-session.ts';
import { errorOf, harmfulCharacters, jsonOf } from './read-output.ts';
import { quote, runProgram, runRook, launcher, type End } from './run-rook.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const OTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;
const turnId = turnIdSchema.parse('t0007');

function turn(user: string, assistant: string): EntryDraft {
  return {
    event_type: 'turn',
    turn_id: turnId,
    user: { text: user },
    assistant: { text: assistant },
    tool_call_count: 0,
  };
}

function valuesOf({ stdout, stderr }: End): readonly unknown[] {
  expect(stderr).toBe('');
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));
}

async function hitsOf(sandbox: Sandbox, ...words: readonly string[]): Promise<readonly unknown[]> {
  const end = await runRook(sandbox, ['journal', 'search', ...words, '--json']);
  expect(end.code).toBe(0);
  return valuesOf(end);
}

it('I-26 prints what was found, and where to open it', async () => {
  const sandbox = makeSandbox();
  const drafts = [turn('What is the brave trait?', 'Brave ones run.'), turn('And todo?', 'Later.')];
  const session = await makeSession(sandbox, { drafts });
  const { code, stdout, stderr } = await runRook(sandbox, ['journal', 'search', 'BRAVE tra']);
  expect([code, stderr]).toEqual([0, '']);
  const date = new Date().toISOString().slice(0, 10);
  expect(stdout.split('\n').map((line) => line.replace(/\d{4}-\d\d-\d\d (?=\| S)/, `${date} `))).toEqual([
    'Searching for: "BRAVE tra"',
    '='.repeat(60),
    'Found 1 result(s):',
    '',
    `📅 ${date} | Session: ${session}`,
    'Type: turn | Turn: t0007',
    'Match: What is the brave trait?',
    `File: ${sessionFile(sandbox, session)}:2`,
    '',
  ]);
  expect(statSync(join(sandbox.workspace, '.rook', 'index.sqlite')).mode & 0o777).toBe(0o600);
});

it('I-26 says when nothing was found, and makes nothing where nothing is', async () => {
  const sandbox = makeSandbox();
  const { code, stdout, stderr } = await runRook(sandbox, ['journal', 'search', 'brave']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('--substring')]);
  expect(stdout).toBe(`Searching for: "brave"\n${'='.repeat(60)}\nNo results found.\n`);
  expect(existsSync(join(sandbox.workspace, '.rook'))).toBe(false);
});

it('I-27 prints a line of JSON for each hit, newest first, and filters', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  const [first, ...rest] = await hitsOf(sandbox, 'hints', '--type', 'turn');
  expect(rest).toEqual([]);
  expect(first).toMatchObject({
    file: sessionFile(sandbox, session),
    sessionId: session,
    turnId: 't0001',
    eventType: 'turn',
    matchText: 'Add type hints to greet',
  });
  expect(Object.keys(first ?? {})).toEqual(
    expect.arrayContaining(['file', 'sessionId', 'date', 'turnId', 'eventType', 'matchText', 'lineNumber']),
  );
  expect(await hitsOf(sandbox, 'todo', '--tag', 'feature')).toMatchObject([{ eventType: 'tag' }]);
  expect(await hitsOf(sandbox, 'edit', '--tool', 'edit')).toMatchObject([
    { eventType: 'tool_call' },
    { eventType: 'tool_call_requested' },
  ]);
  expect(await hitsOf(sandbox, 'greet', '--file', 'greet.ts', '--type', 'file_shown')).toHaveLength(1);
  expect(await hitsOf(sandbox, 'greet', '--session', session.slice(-4))).not.toEqual([]);
  expect(await hitsOf(sandbox, 'greet', '--since', '2999-01-01')).toEqual([]);
  expect(await hitsOf(sandbox, 'greet', '--until', '2999-01-01')).toEqual(
    await hitsOf(sandbox, 'greet', '--since', '2000-01-01T00:00'),
  );
});

it('I-27 looks for characters anywhere with --substring', async () => {
  const sandbox = makeSandbox();
  await makeSession(sandbox, { drafts: [turn('the terror of a+b="x"', 'no'), turn('other', 'no')] });
  expect(await hitsOf(sandbox, 'ERRO')).toEqual([]);
  expect(await hitsOf(sandbox, 'ERRO', '--substring')).toMatchObject([{ lineNumber: 2 }]);
  expect(await hitsOf(sandbox, '+b="', '--substring')).toMatchObject([{ lineNumber: 2 }]);
  expect(await hitsOf(sandbox, '="', '--substring')).toMatchObject([{ lineNumber: 2 }]);
});

it('I-26 says that there are more, and refuses what cannot be meant', async () => {
  const sandbox = makeSandbox();
  await makeSession(sandbox, { drafts: [turn('one', ''), turn('one', ''), turn('one', '')] });
  const limited = await runRook(sandbox, ['journal', 'search', 'one', '--limit', '2']);
  expect([limited.code, limited.stderr]).toEqual([0, 'There are more than 2; --limit shows more of them.\n']);
  expect(limited.stdout).toContain('Found 2 result(s):');
  for (const words of [
    ['one', '--since', 'yesterday'],
    ['one', '--until', '2026-02-31'],
    ['one', '--limit', '0'],
    ['one', '--type', 'trun'],
    [''],
    ['  '],
    ['!?'],
  ]) {
    const end = await runRook(sandbox, ['journal', 'search', ...words, '--json']);
    expect([end.code, errorOf(end).code]).toEqual([2, 'usage']);
  }
});

it('A-24 obeys nothing that a journal says', async () => {
  const sandbox = makeSandbox();
  await makeSession(sandbox, { drafts: [turn('evil \u001B[2J\u202E\u0007 words\nmore', 'x')] });
  for (const words of [
    ['evil'],
    ['evil', '--json'],
    ['\u202E\u0007', '--substring'],
    ['evil', '--substring', '--json'],
  ]) {
    const { stdout, stderr } = await runRook(sandbox, ['journal', 'search', ...words]);
    expect(harmfulCharacters(stdout + stderr)).toEqual([]);
    expect(stdout).toContain('evil');
  }
});

it('I-26 highlights the hit on a terminal', async () => {
  const sandbox = makeSandbox();
  await makeSession(sandbox, { drafts: [turn('a naïve plan', '')] });
  const words = [process.execPath, launcher, 'journal', 'search', 'naive'].map(quote).join(' ');
  const env = { ...sandbox.env, TERM: 'xterm' };
  const end = await runProgram('script', ['-qec', words, '/dev/null'], { cwd: sandbox.workspace, env });
  expect(end.stdout).toContain('a \u001B[33mnaïve\u001B[39m plan');
});

it('I-30 makes the index anew, and a damaged one mends itself', async () => {
  const sandbox = makeSandbox();
  await makeSession(sandbox, { drafts: [turn('apple', '')] });
  const index = join(sandbox.workspace, '.rook', 'index.sqlite');
  const summary = await runRook(sandbox, ['journal', 'reindex']);
  expect(summary).toMatchObject({ code: 0, stderr: '' });
  expect(summary.stdout).toMatch(/^Indexed 1 session\(s\) with 2 entries: 0\.0 MB in \d+\.\d s\.\n$/);
  expect(jsonOf(await runRook(sandbox, ['journal', 'reindex', '--json']))).toMatchObject({
    sessions: 1,
    entries: 2,
  });
  writeFileSync(index, 'garbage');
  expect(await hitsOf(sandbox, 'apple')).toHaveLength(1);
});

it('I-30 keeps an index up to date with what commands write, and makes none', async () => {
  const sandbox = makeSandbox();
  await makeSession(sandbox, { drafts: [turn('apple', '')] });
  const folder = join(sandbox.workspace, '.rook');
  const tag = async (name: string) =>
    expect(await runRook(sandbox, ['journal', 'tag', name])).toMatchObject({ code: 0, stderr: '' });
  await tag('first');
  expect(existsSync(join(folder, 'index.sqlite'))).toBe(false);
  await runRook(sandbox, ['journal', 'reindex']);
  await tag('second');
  // What an index finds that takes nothing in; on a slow machine a command may have had no time for all of it.
  const index = createSearchIndex(folder, createLocalStore({ home: sandbox.rookHome, folder }));
  const find = async () => index.search({ text: 'second', filter: {}, limit: 9 });
  for (let tries = 0; tries < 60 && !hasHits(await find()); tries += 1) await tag('again');
  expect(hasHits(await find())).toBe(true);
  await index.close();
}, 180_000);

function hasHits(answer: Result<SearchAnswer>): boolean {
  return answer.ok && answer.value.hits.length > 0;
}

it.runIf(isRoot)('I-30 reads every line where no index can be written, and says so', async () => {
  const sandbox = makeSandbox();
  await makeSession(sandbox, { drafts: [turn('apple', '')] });
  for (const path of ['.', ...readdirSync(sandbox.folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(sandbox.folder, path), OTHER_USER, OTHER_USER);
  chmodSync(join(sandbox.workspace, '.rook'), 0o500);
  const { code, stdout, stderr } = await runRook(sandbox, ['journal', 'search', 'apple'], {
    user: OTHER_USER,
  });
  expect(code).toBe(0);
  expect(stdout).toContain('Found 1 result(s):');
  expect(stderr).toMatch(/^Every line was read, because there is no index: .*permission denied/);
});
