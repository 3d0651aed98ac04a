import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Script } from '@rook/contract';
import { expect, it } from 'vitest';

import { contentOf, ENTER, hasScript, onTerminal, PROMPT, writing } from './approval-rook.ts';
import { entriesOf, journalLines, playing, saying, startRook } from './ask-rook.ts';
import { textAt, valueAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const notesServer = fileURLToPath(
  new URL('../../../packages/adapters/sources-mcp/test/programs/notes-server.ts', import.meta.url),
);

const BEGUN = ['session_start', 'message_admitted', 'turn_started', 'prompt_pinned'];
const ANSWERED = ['budget_reserved', 'budget_settled', 'answer_received'];

const typesOf = (sandbox: Sandbox) =>
  journalLines(sandbox).map((line) => valueAt(JSON.parse(line), 'event_type'));

type CallInput = Record<string, string | Record<string, string>>;

const calling = (name: string, input: CallInput): Partial<Script> => ({
  steps: [{ match: { toolResult: false }, answer: { events: [{ kind: 'tool_call', name, input }] } }],
  default: saying('All done'),
});

async function ask(sandbox: Sandbox, script: Partial<Script>, ...words: readonly string[]): Promise<End> {
  return runRook(sandbox, ['ask', 'Do it', ...words], { env: playing(sandbox, script) });
}

/** A source of its own; what it was made to do stands in the file. */
function addSource(sandbox: Sandbox, config: Readonly<Record<string, unknown>> = {}): string {
  const done = join(sandbox.folder, 'done.txt');
  const file = join(sandbox.rookHome, 'sources', 'notes', 'config.json');
  place(file, JSON.stringify({ command: process.execPath, args: [notesServer, done], ...config }));
  place(sandbox.userFile, JSON.stringify({ 'sources.enabled': ['notes'] }));
  return done;
}

const doneBy = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

it('H-20 CF-25 B-14 walks a call of an MCP tool through the same door', async () => {
  const sandbox = makeSandbox();
  const done = addSource(sandbox);
  const script = calling('mcp_notes_write', { path: 'note.txt' });
  expect(await ask(sandbox, script, '--yes')).toMatchObject({ code: 0 });
  expect(doneBy(done)).toBe('wrote note.txt\n');
  expect(typesOf(sandbox)).toEqual([
    ...BEGUN,
    ...ANSWERED,
    'tool_call_requested',
    'tool_call_allowed',
    'tool_call',
    ...ANSWERED,
    'turn',
  ]);
  expect(entriesOf(journalLines(sandbox), 'tool_call_allowed')).toMatchObject([
    { effect: 'run', by: '--yes' },
  ]);
  expect(await runRook(sandbox, ['journal', 'verify'])).toMatchObject({ code: 0 });
});

it('H-08 H-20 an MCP tool does nothing without a yes, in a mode that only reads, or with a path that leads out', async () => {
  const write = calling('mcp_notes_write', { path: 'note.txt' });
  const lie = calling('use_mcp_tool', { server: 'notes', tool: 'lie', arguments: { path: 'note.txt' } });
  const outside = calling('mcp_notes_write', { path: '../note.txt' });
  const own = calling('mcp_notes_write', { path: '.rook/settings.json' });
  for (const [script, words, code] of [
    [write, [], 'approval_needed'],
    [lie, [], 'approval_needed'],
    [write, ['--mode', 'safe', '--yes'], 'unknown_tool'],
    [outside, ['--yes'], 'outside_workspace'],
    [own, ['--yes', '--yes-protected'], 'protected'],
  ] as const) {
    const sandbox = makeSandbox();
    const done = addSource(sandbox);
    expect(await ask(sandbox, script, ...words)).toMatchObject({ code: 0 });
    const [refused] = entriesOf(journalLines(sandbox), 'tool_call_refused');
    expect([words, valueAt(refused, 'error', 'code')]).toEqual([words, code]);
    expect(doneBy(done)).toBe('');
  }
}, 60_000);

it('H-08 a tool that says it reads is believed only of a source that the user trusts', async () => {
  const sandbox = makeSandbox();
  const done = addSource(sandbox, { trusted: true });
  expect(await ask(sandbox, calling('mcp_notes_lie', { path: 'note.txt' }))).toMatchObject({ code: 0 });
  expect(doneBy(done)).toBe('lied about note.txt\n');
  expect(entriesOf(journalLines(sandbox), 'tool_call_allowed')).toMatchObject([
    { effect: 'read', by: 'rules' },
  ]);
});

it('N-01 a source that cannot be reached is named, and the turn goes on without it', async () => {
  const sandbox = makeSandbox();
  addSource(sandbox, { args: [notesServer, 'broken'] });
  const end = await ask(sandbox, { default: saying('Still here') });
  expect(end).toMatchObject({ code: 0, stdout: 'Still here\n' });
  expect(end.stderr).toContain('notes');
});

it('N-11 walks past a call that a rule of the user refuses, whatever the mode and the flags say', async () => {
  const sandbox = makeSandbox();
  const rule = { verdict: 'refuse', paths: ['releases/**'], reason: 'the build makes them' };
  place(join(sandbox.rookHome, 'rules.json'), JSON.stringify({ rules: [rule] }));
  const end = await ask(sandbox, writing({ 'releases/1.txt': 'x\n' }), '--yes', '--mode', 'allow');
  expect(end).toMatchObject({ code: 0 });
  expect(contentOf(sandbox, 'releases/1.txt')).toBeNull();
  expect(typesOf(sandbox)).toEqual([
    ...BEGUN,
    ...ANSWERED,
    'tool_call_requested',
    'tool_call_refused',
    'tool_call',
    ...ANSWERED,
    'turn',
  ]);
  const [refused] = entriesOf(journalLines(sandbox), 'tool_call_refused');
  expect(refused).toMatchObject({ rule: 'user-rules', error: { code: 'rule_refuses', kind: 'denied' } });
  const applied = await runRook(sandbox, ['apply', '-'], {
    input: JSON.stringify({ summary: 's', fileChanges: [{ path: 'releases/1.txt', content: 'x\n' }] }),
  });
  expect(applied.code).toBe(1);
  expect(contentOf(sandbox, 'releases/1.txt')).toBeNull();
});

it('H-19 walks past every effect but reading when the rules cannot be read', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.rookHome, 'rules.json'), '{ "rules": [ { "verdict": "perhaps" } ] }');
  expect(await ask(sandbox, writing({ 'a.txt': 'x\n' }), '--yes', '--mode', 'allow')).toMatchObject({
    code: 0,
  });
  expect(contentOf(sandbox, 'a.txt')).toBeNull();
  const [refused] = entriesOf(journalLines(sandbox), 'tool_call_refused');
  expect(refused).toMatchObject({ rule: 'user-rules', error: { code: 'rules_unreadable', kind: 'error' } });
  place(join(sandbox.workspace, 'b.txt'), 'seen\n');
  expect(await ask(sandbox, calling('read_file', { path: 'b.txt' }))).toMatchObject({ code: 0 });
  expect(entriesOf(journalLines(sandbox), 'file_shown')).toHaveLength(1);
});

it.skipIf(!hasScript)('H-24 walks over a question and its answer to the file', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'notes.md': 'one\n' }));
  await live.seen(PROMPT);
  live.type(`a${ENTER}`);
  await live.ended;
  expect(contentOf(sandbox, 'notes.md')).toBe('one\n');
  expect(typesOf(sandbox)).toEqual([
    ...BEGUN,
    ...ANSWERED,
    'tool_call_requested',
    'approval_requested',
    'approval_answered',
    'tool_call_allowed',
    'change_set_started',
    'change_set_applied',
    'tool_call',
    ...ANSWERED,
    'turn',
  ]);
  const [asked] = entriesOf(journalLines(sandbox), 'approval_requested');
  const [applied] = entriesOf(journalLines(sandbox), 'change_set_applied');
  expect(valueAt(applied, 'files', '0', 'after_hash')).toBe(valueAt(asked, 'files', '0', 'after_hash'));
  expect(textAt(asked, 'preview')).toContain('+one');
  const rules = readFileSync(join(sandbox.rookHome, 'rules.json'), 'utf8');
  expect(rules).toContain(sandbox.workspace);
  const again = await ask(sandbox, writing({ 'other.md': 'two\n' }));
  expect(again).toMatchObject({ code: 0 });
  expect(contentOf(sandbox, 'other.md')).toBeNull();
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  'B-29 %s ends a turn properly also while a source runs',
  async (signal) => {
    const sandbox = makeSandbox();
    addSource(sandbox);
    const slow = {
      kind: 'text',
      text: 'One after the other. '.repeat(200),
      pieceLength: 4,
      delayMilliseconds: 50,
    } as const;
    const env = playing(sandbox, { default: { events: [slow] } });
    const live = startRook(sandbox, ['ask', 'Do it'], { env });
    await live.seen('One after');
    live.kill(signal);
    expect(await live.ended).toMatchObject({ code: 130 });
    expect(entriesOf(journalLines(sandbox), 'turn')).toMatchObject([{ status: 'cancelled' }]);
    expect(entriesOf(journalLines(sandbox), 'answer_received')).toHaveLength(1);
  },
);
