import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { changeSetIdSchema, turnIdSchema, type EntryDraft } from '@rook/contract';
import type { Store } from '@rook/engine';
import { createLocalStore } from '@rook/store-local';
import { expect, it } from 'vitest';

import { ENTRIES_MADE, makeSession, sessionFile } from './make-session.ts';
import { errorOf, harmfulCharacters, jsonOf, keysOf, listAt, textAt, valueAt } from './read-output.ts';
import { launcher, quote, runProgram, runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const FORMATS = ['rook', 'craft', 'markdown', 'html'] as const;

function jsonLines(text: string): readonly unknown[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

function storeOf({ rookHome, workspace }: Sandbox): Store {
  return createLocalStore({ home: rookHome, folder: join(workspace, '.rook') });
}

async function exported(sandbox: Sandbox, ...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runRook(sandbox, ['session', 'export', ...words]);
  if (code !== 0) throw new Error(stderr + stdout);
  return stdout;
}

it('I-42 exports a session, imports it in another workspace, and both verify', async () => {
  const [here, there] = [makeSandbox(), makeSandbox()];
  const session = await makeSession(here);
  const file = join(here.folder, 'out.rook.jsonl');
  const made = await runRook(here, ['session', 'export', '--output', file]);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain(`${session}  ${ENTRIES_MADE} entries exported to ${file}`);
  expect(made.stdout).toContain('redacted: nothing');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const imported = jsonOf(await runRook(there, ['session', 'import', file, '--json']));
  expect(keysOf(imported)).toEqual(['blobs', 'entries', 'from', 'leftOut', 'redacted', 'session']);
  expect(imported).toMatchObject({ entries: ENTRIES_MADE, redacted: [], from: { session, ok: true } });
  const id = textAt(imported, 'session');
  expect(id).not.toBe(session);
  expect(await runRook(there, ['journal', 'verify', '--json'])).toMatchObject({ code: 0 });
  const shown = await runRook(there, ['session', 'show', id]);
  expect(shown.stdout).toContain('turn (imported)  t0001 completed\n    you: Add type hints to greet');
  expect(shown.stdout).toContain(`session_imported  ${ENTRIES_MADE} entries of session ${session}`);
  const listed: unknown = JSON.parse((await runRook(there, ['session', 'list', '--json'])).stdout);
  expect(listed).toMatchObject({ id, title: 'A session', turns: 1 });
  // It goes on here, and can be handed on again.
  expect((await runRook(there, ['journal', 'tag', 'mine'])).code).toBe(0);
  const again = jsonOf(
    await runRook(there, ['session', 'import', '-', '--json'], { input: await exported(there) }),
  );
  expect(again).toMatchObject({ entries: ENTRIES_MADE + 2, from: { session: id } });
  expect(await runRook(there, ['journal', 'verify'])).toMatchObject({ code: 0 });
});

it('I-42 pipes a session from one workspace into another', async () => {
  const [here, there] = [makeSandbox(), makeSandbox()];
  await makeSession(here);
  const rook = `${quote(process.execPath)} ${quote(launcher)}`;
  const script = `${rook} session export --workspace ${quote(here.workspace)} | ${rook} session import - --json`;
  const end = await runProgram('bash', ['-c', script], { cwd: there.workspace, env: there.env });
  expect(end.code).toBe(0);
  expect(end.stderr).toContain(`${ENTRIES_MADE} entries exported`);
  expect(JSON.parse(end.stdout)).toMatchObject({ entries: ENTRIES_MADE });
  expect(readdirSync(join(there.workspace, '.rook')).filter((name) => name.endsWith('.draft'))).toEqual([]);
});

it('exports nothing that a terminal would obey, and prints what can be imported as it is', async () => {
  const sandbox = makeSandbox();
  const text = '\u001B[2J\u202E\uFEFF\u200Dé漢👩‍💻 \u00AD\u2028 end';
  const turn: EntryDraft = {
    event_type: 'turn',
    turn_id: turnIdSchema.parse('t0001'),
    user: { text },
    assistant: { text },
    tool_call_count: 0,
  };
  await makeSession(sandbox, { drafts: [turn] });
  for (const format of FORMATS) {
    const file = join(sandbox.folder, format);
    await exported(sandbox, '--format', format, '--output', file);
    const printed = await exported(sandbox, '--format', format);
    expect(harmfulCharacters(printed), format).toEqual([]);
    expect(harmfulCharacters(readFileSync(file, 'utf8')), format).toEqual([]);
  }
  const imported = await runRook(sandbox, ['session', 'import', '-', '--json'], {
    input: await exported(sandbox),
  });
  const id = textAt(jsonOf(imported), 'session');
  const entries = jsonLines((await runRook(sandbox, ['session', 'show', id, '--json'])).stdout);
  expect(valueAt(entries[1], 'user', 'text')).toBe(text);
});

it.each(FORMATS)('N-20 exports no key of the environment, in the format %s, and says so', async (format) => {
  const sandbox = makeSandbox();
  const canary = 'canary-key-4711';
  await makeSession(sandbox, {
    title: `About ${canary}`,
    drafts: [
      { event_type: 'bug_recorded', type: 'Other', by: 'user', description: `${canary} ${canary}` },
      { event_type: 'command_started', command_id: 'c-1', command: `login ${canary}`, cwd: '.' },
    ],
  });
  const file = join(sandbox.folder, 'out');
  const env = { ROOK_API_KEY: canary };
  const words = ['session', 'export', '--format', format];
  const report = jsonOf(await runRook(sandbox, [...words, '--output', file, '--json'], { env }));
  expect(report).toMatchObject({
    file,
    format,
    entries: 3,
    redacted: [
      { seq: 0, count: 1, rules: ['known'] },
      { seq: 1, count: 2, rules: ['known'] },
      { seq: 2, count: 1, rules: ['known'] },
    ],
  });
  const printed = await runRook(sandbox, words, { env });
  for (const output of [readFileSync(file, 'utf8'), printed.stdout, printed.stderr])
    expect(output).not.toContain('canary');
  expect(printed.stderr).toContain('redacted: 4 × known, in #0, #1, #2');
});

it('never replaces a file without --force, and leaves nothing behind when it fails', async () => {
  const sandbox = makeSandbox();
  await makeSession(sandbox);
  const file = join(sandbox.workspace, 'out');
  place(file, 'mine');
  const refused = await runRook(sandbox, ['session', 'export', '--output', 'out', '--json']);
  expect([refused.code, errorOf(refused).code]).toEqual([1, 'exists']);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect((await runRook(sandbox, ['session', 'export', '--output', 'out', '--force'])).code).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '')).toMatchObject({
    format: 'rook-session',
  });
  const full = ['-c', 'ulimit -f 4; exec "$0" "$@"', process.execPath, launcher];
  const words = [...full, 'session', 'export', '--output', 'full', '--json'];
  const end = await runProgram('bash', words, { cwd: sandbox.workspace, env: sandbox.env });
  expect([end.code, errorOf(end).code]).toEqual([1, 'not_writable']);
  expect(readdirSync(sandbox.workspace).toSorted()).toEqual(['.rook', 'out']);
});

it('refuses to write an export over what it comes from', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  const journal = sessionFile(sandbox, session);
  const before = readFileSync(journal, 'utf8');
  for (const file of [journal, join(sandbox.rookHome, 'anchors', `${session}.json`)]) {
    const end = await runRook(sandbox, ['session', 'export', '--output', file, '--force', '--json']);
    expect(errorOf(end)).toMatchObject({ code: 'protected', kind: 'denied' });
  }
  expect(readFileSync(journal, 'utf8')).toBe(before);
});

it('exports a session that cannot be trusted, and says so in the file and beside it', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  const journal = sessionFile(sandbox, session);
  place(journal, readFileSync(journal, 'utf8').replace('Add type hints', 'Add type hunts'));
  appendFileSync(journal, 'garbage\n');
  const end = await runRook(sandbox, ['session', 'export', '--output', 'out']);
  expect(end.code).toBe(0);
  expect(end.stderr).toContain('not verified  this session cannot be trusted (altered)');
  expect(end.stdout).toContain(`left out: 1 lines that are no entries (${ENTRIES_MADE + 1})`);
  const imported = await runRook(sandbox, ['session', 'import', 'out']);
  expect([imported.code, imported.stderr]).toEqual([
    0,
    'not verified  the session could not be trusted where it came from (altered).\n',
  ]);
});

it('takes files along only with --with-files, and gives them back byte for byte, for their owner alone', async () => {
  const [here, there] = [makeSandbox(), makeSandbox()];
  await makeSession(here);
  const bytes = Uint8Array.from([0xff, 0xfe, 0x00, 0x0d, 0x0a]);
  const kept = await storeOf(here).blobs.put(bytes);
  if (!kept.ok) throw new Error(kept.error.message);
  await makeSession(here, {
    drafts: [
      {
        event_type: 'change_set_applied',
        change_set_id: changeSetIdSchema.parse('cs-1'),
        kind: 'edit',
        intent_id: null,
        files: [
          { path: 'a', status: 'applied', before_hash: kept.value, after_hash: null, added: 0, removed: 1 },
        ],
      },
    ],
  });
  const without = jsonOf(await runRook(here, ['session', 'export', '--output', 'a', '--json']));
  expect(without).toMatchObject({ blobs: 0, leftOut: [{ blob: kept.value, bytes: 5, reason: 'not_asked' }] });
  const words = ['session', 'export', '--with-files', '--output', 'b'];
  expect(jsonOf(await runRook(here, [...words, '--json']))).toMatchObject({ blobs: 1, leftOut: [] });
  const file = join(here.workspace, 'b');
  expect(jsonOf(await runRook(there, ['session', 'import', file, '--json']))).toMatchObject({ blobs: 1 });
  const back = await storeOf(there).blobs.get(kept.value);
  expect(back.ok && back.value !== null && [...back.value]).toEqual([...bytes]);
  const digits = kept.value.slice('sha256:'.length);
  const blob = join(there.workspace, '.rook', 'blobs', digits.slice(0, 2), `${digits}.zst`);
  expect(statSync(blob).mode & 0o777).toBe(0o600);
});

it.each<[readonly string[], number, string]>([
  [['import', 'nowhere'], 1, 'not_found'],
  [['import', '.'], 1, 'not_readable'],
  [['import', 'empty'], 1, 'truncated'],
  [['import', 'page'], 1, 'malformed'],
  [['import'], 2, 'usage'],
  [['export', '--format', 'pdf'], 2, 'usage'],
  [['export', '--format', 'html', '--with-files', '--output', 'x'], 2, 'usage'],
  [['export', '--format', 'html'], 2, 'usage'],
  [['export', 'zzz'], 1, 'not_found'],
  [['export', '--output', 'no/such/folder/x'], 1, 'not_writable'],
  [['export', '--output', '.'], 1, 'exists'],
])('refuses `rook session %j --json` with exit code %d', async (words, code, reason) => {
  const sandbox = makeSandbox();
  await makeSession(sandbox);
  place(join(sandbox.workspace, 'empty'), '');
  place(join(sandbox.workspace, 'page'), '<!DOCTYPE html>\n');
  const end = await runRook(sandbox, ['session', ...words, '--json']);
  expect([end.code, errorOf(end).code]).toEqual([code, reason]);
  expect(readdirSync(sandbox.workspace).toSorted()).toEqual(['.rook', 'empty', 'page']);
  expect(listAt(jsonOf(await runRook(sandbox, ['journal', 'verify', '--json'])), 'sessions')).toHaveLength(1);
});

it('imports nothing of an export that was changed, and leaves no file behind', async () => {
  const [here, there] = [makeSandbox(), makeSandbox()];
  await makeSession(here);
  const text = await exported(here);
  for (const input of [
    text.replace('I add the hints.', 'I add no hints.'),
    text.slice(0, -200),
    text + text,
  ]) {
    const end = await runRook(there, ['session', 'import', '-', '--json'], { input });
    expect(end.code).toBe(1);
    expect(errorOf(end).message).toContain('Nothing was imported.');
  }
  mkdirSync(join(there.workspace, '.rook'), { recursive: true });
  const left = readdirSync(join(there.workspace, '.rook'), { recursive: true, encoding: 'utf8' });
  expect(left.filter((name) => name.includes('draft') || name.endsWith('.jsonl'))).toEqual([]);
  expect(existsSync(join(there.rookHome, 'anchors'))).toBe(false);
});

it('exports and imports a long session without holding it', async () => {
  const sandbox = makeSandbox();
  const description = 'x'.repeat(20_000);
  await makeSession(sandbox, {
    drafts: Array.from({ length: 2000 }, (): EntryDraft => {
      return { event_type: 'bug_recorded', type: 'Other', by: 'user', description };
    }),
  });
  const env = { NODE_OPTIONS: '--max-old-space-size=44' };
  const made = await runRook(sandbox, ['session', 'export', '--output', 'out'], { env });
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const imported = await runRook(sandbox, ['session', 'import', 'out', '--json'], { env });
  expect(jsonOf(imported)).toMatchObject({ entries: 2001 });
});
