import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { contentOf } from './approval-rook.ts';
import { entriesOf, journalLines, playing, saying, startRook } from './ask-rook.ts';
import { calling, endsOf, govern, select, write, type Call } from './intent-rook.ts';
import { callsOf, changesOf, ledgerOf, traceOf } from './ledger-rook.ts';
import { valueAt } from './read-output.ts';
import { runRook, type End, type RookStart } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const isRoot = process.getuid?.() === 0;
const OTHER_USER = 65_534;

async function ask(
  sandbox: Sandbox,
  calls: readonly Call[],
  flags: readonly string[] = [],
  start: RookStart = {},
): Promise<End> {
  const env = playing(sandbox, calls.length === 0 ? { default: saying('Hello') } : calling(...calls));
  chmodSync(join(sandbox.folder, 'script.json'), 0o644);
  return runRook(sandbox, ['ask', ...flags, 'Do it'], { ...start, env });
}

const BEFORE = 'export function sum(a: number, b: number) {\n  const total = a + b;\n  return total;\n}\n';

it('H-13 H-25 H-26 CF-29 traces a turn: calls flat, changes with class, revision, lines and intent', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  place(join(sandbox.workspace, 'src/auth/sum.ts'), BEFORE);
  const git = (...words: readonly string[]) =>
    runTool(
      'git',
      '-C',
      sandbox.workspace,
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b',
      ...words,
    ).stdout.trim();
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'first');
  const hook = join(sandbox.workspace, '.git', 'started');
  git('config', 'core.fsmonitor', `touch ${hook}; false`);
  const renamed = BEFORE.replaceAll('total', 'result');
  const read: Call = ['read_file', { path: 'src/auth/sum.ts' }];
  await ask(sandbox, [write('src/auth/sum.ts', renamed), read], ['--intent', 'INT-001']);
  const calls = [
    write('src/auth/sum.ts', renamed),
    write('src/auth/sum.ts', `${renamed}export const more = 1;\n`),
    write('src/auth/notes.md', 'text\n'),
    write('src/outside.ts', 'x\n'),
  ];
  const end = await ask(sandbox, calls, ['--continue', '--intent', 'INT-001']);
  expect(end.stderr).toContain('Active intent: INT-001');
  expect(end.stderr).toMatch(/rook-\d{8}-[0-9a-f]{8}, intent INT-001\n$/u);
  expect(callsOf(sandbox).map(({ tool_name: name, allowed, ok }) => [name, allowed, ok])).toEqual([
    ['write_to_file', true, false],
    ['read_file', true, true],
    ['write_to_file', true, true],
    ['write_to_file', true, true],
    ['write_to_file', true, true],
    ['write_to_file', false, false],
  ]);
  const changes = changesOf(sandbox);
  expect(changes.map((change) => change.mutation_class)).toEqual([
    'AST_REFACTOR',
    'INTENT_EVOLUTION',
    'unknown',
  ]);
  expect(new Set(changes.map((change) => change.revision_id))).toEqual(new Set([git('rev-parse', 'HEAD')]));
  expect(changes[1]?.files[0]?.conversations[0]?.ranges).toMatchObject([{ start_line: 5, end_line: 5 }]);
  expect(readdirSync(join(sandbox.workspace, '.git'))).not.toContain('started');
});

it('H-26 says null outside a repository, and starts no program of the workspace', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  await ask(sandbox, [write('src/auth/a.ts')], ['--intent', 'INT-001']);
  expect(changesOf(sandbox).map((change) => change.revision_id)).toEqual([null]);
  // A program of that name in the workspace is not the one that is meant.
  place(join(sandbox.workspace, 'git'), '#!/bin/sh\ntouch started\n');
  chmodSync(join(sandbox.workspace, 'git'), 0o755);
  const folders = `${sandbox.workspace}:.:${process.env['PATH'] ?? ''}`;
  const env = { ...playing(sandbox, calling(write('src/auth/b.ts'))), PATH: folders };
  await runRook(sandbox, ['ask', '--intent', 'INT-001', 'Do it'], { env });
  expect(changesOf(sandbox)).toHaveLength(2);
  expect(contentOf(sandbox, 'started')).toBe(null);
});

it('H-13 H-30 rebuilds a deleted ledger line for line with the next turn', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  await ask(sandbox, [select('INT-001'), write('src/auth/a.ts'), write('b.ts')]);
  await ask(sandbox, [write('src/auth/b.ts')], ['--continue']);
  const before = readFileSync(ledgerOf(sandbox), 'utf8');
  rmSync(ledgerOf(sandbox));
  const diagnosed = await runRook(sandbox, ['diagnose']);
  expect(diagnosed.stdout).toMatch(/^⚠️ Ledger: 0 lines, 6 missing$/mu);
  const end = await ask(sandbox, []);
  expect([end.code, readFileSync(ledgerOf(sandbox), 'utf8')]).toEqual([0, before]);
  expect((await runRook(sandbox, ['diagnose'])).stdout).toMatch(/^✅ Ledger: 6 lines, complete$/mu);
});

it('H-13 H-30 diagnose fails at a line that was altered, and the next turn puts it right and says so', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  await ask(sandbox, [select('INT-001'), write('src/auth/a.ts'), write('b.ts')]);
  const before = readFileSync(ledgerOf(sandbox), 'utf8');
  writeFileSync(
    ledgerOf(sandbox),
    before.replace(/"mutation_class":"\w+"/u, '"mutation_class":"AST_REFACTOR"'),
  );
  const id = changesOf(sandbox)[0]?.id ?? '';
  const diagnosed = await runRook(sandbox, ['diagnose']);
  expect([diagnosed.code, diagnosed.stdout]).toEqual([
    1,
    expect.stringContaining(`❌ Ledger: 4 lines, 1 altered (${id})`),
  ]);
  const end = await ask(sandbox, []);
  expect(end.stderr).toContain(`was put right: ${id}.`);
  expect(readFileSync(ledgerOf(sandbox), 'utf8')).toBe(before);
  expect((await runRook(sandbox, ['diagnose'])).stdout).toMatch(/^✅ Ledger: 4 lines, complete$/mu);
});

it('H-27 E-25 a stale write is refused, traced as a call, and no change set', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  const path = join(sandbox.workspace, 'src/auth/a.ts');
  place(path, 'one\n');
  await ask(sandbox, [['read_file', { path: 'src/auth/a.ts' }]], ['--intent', 'INT-001']);
  await ask(
    sandbox,
    [['read_file', { path: 'src/auth/a.ts' }], write('src/auth/b.ts')],
    ['--intent', 'INT-001'],
  );
  writeFileSync(path, 'somebody else\n');
  await ask(sandbox, [write('src/auth/a.ts', 'mine\n')], ['--continue']);
  expect(contentOf(sandbox, 'src/auth/a.ts')).toBe('somebody else\n');
  const last = callsOf(sandbox).at(-1);
  expect([last?.allowed, last?.ok, last?.change_sets]).toEqual([true, false, []]);
  expect(last?.message?.toLowerCase()).toContain('stale file');
  expect(changesOf(sandbox).flatMap(({ files }) => files.map((file) => file.relative_path))).toEqual([
    'src/auth/b.ts',
  ]);
});

it('H-13 a turn that was killed is in the ledger after the next one', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  const script = calling(write('src/auth/a.ts'));
  const stalled = { ...script, default: { events: [{ kind: 'fault' as const, fault: 'stall' as const }] } };
  const live = startRook(sandbox, ['ask', '--intent', 'INT-001', 'Do it'], {
    env: playing(sandbox, stalled),
  });
  await live.seen('src/auth/a.ts');
  live.kill('SIGKILL');
  await live.ended;
  expect(traceOf(sandbox)).toEqual([]);
  await ask(sandbox, []);
  expect(traceOf(sandbox).map(({ type }) => type)).toEqual(['change', 'call']);
});

const faults: readonly (readonly [string, (path: string, outside: string) => void])[] = [
  ['a folder in its place', (path) => mkdirSync(path)],
  ['a link that leads out', (path, outside) => symlinkSync(outside, path)],
];

it.each(faults)(
  'H-21 R-07 %s: the turn goes on and says so, strict refuses, and it catches up',
  async (_name, put) => {
    const sandbox = makeSandbox();
    govern(sandbox);
    const outside = join(sandbox.folder, 'outside');
    writeFileSync(outside, 'not ours\n');
    put(ledgerOf(sandbox), outside);
    const lenient = await ask(sandbox, [write('src/auth/a.ts')], ['--intent', 'INT-001']);
    expect([lenient.code, contentOf(sandbox, 'src/auth/a.ts')]).toEqual([0, 'new\n']);
    expect(lenient.stderr).toContain('The ledger is degraded: ');
    expect((await runRook(sandbox, ['diagnose'])).stdout).toMatch(/^⚠️ Ledger: Trace degraded mode: /mu);
    place(sandbox.workspaceFile, '{"governance.trace": "strict"}');
    await ask(sandbox, [write('src/auth/b.ts')], ['--intent', 'INT-001']);
    expect([endsOf(sandbox).includes('ledger_unavailable'), contentOf(sandbox, 'src/auth/b.ts')]).toEqual([
      true,
      null,
    ]);
    const strict = await runRook(sandbox, ['diagnose']);
    expect([strict.code, strict.stdout]).toEqual([
      1,
      expect.stringMatching(/^❌ Ledger: Trace degraded mode: /mu),
    ]);
    const reply = { summary: 's', fileChanges: [{ path: 'src/auth/c.ts', content: 'c\n' }] };
    for (const flags of [[], ['--dry-run']]) {
      const words = ['apply', '--intent', 'INT-001', '--json', ...flags, '-'];
      const applied = await runRook(sandbox, words, { input: JSON.stringify(reply) });
      expect([applied.code, applied.stdout]).toEqual([1, expect.stringContaining('"ledger_unavailable"')]);
    }
    expect(readFileSync(outside, 'utf8')).toBe('not ours\n');
    rmSync(ledgerOf(sandbox), { recursive: true });
    const mended = await ask(sandbox, [write('src/auth/b.ts')], ['--intent', 'INT-001']);
    expect([mended.code, contentOf(sandbox, 'src/auth/b.ts')]).toEqual([0, 'new\n']);
    const ids = traceOf(sandbox).map(({ id }) => id);
    expect([changesOf(sandbox).length, new Set(ids).size]).toEqual([2, ids.length]);
    expect(callsOf(sandbox).filter(({ code }) => code === 'ledger_unavailable')).toHaveLength(2);
  },
);

it.skipIf(!isRoot)('H-21 R-07 a folder that may not be written to, in both modes', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  const folder = join(sandbox.workspace, '.orchestration');
  mkdirSync(sandbox.rookHome);
  for (const path of [
    sandbox.folder,
    sandbox.userHome,
    sandbox.rookHome,
    sandbox.workspace,
    folder,
    join(folder, 'active_intents.yaml'),
  ])
    chownSync(path, OTHER_USER, OTHER_USER);
  chmodSync(folder, 0o555);
  const user = { user: OTHER_USER };
  const flags = ['--set', 'governance.trace=lenient', '--mode', 'ask'];
  const lenient = await ask(sandbox, [select('INT-001'), write('src/auth/a.ts')], flags, user);
  expect(lenient.stderr).toContain('permission denied');
  const strict = ['--set', 'governance.trace=strict', '--continue'];
  await ask(sandbox, [write('src/auth/b.ts')], strict, user);
  expect(contentOf(sandbox, 'src/auth/b.ts')).toBe(null);
  expect(
    entriesOf(journalLines(sandbox), 'ledger_changed').map((entry) => valueAt(entry, 'degraded')),
  ).toEqual([true]);
});

it('H-34 a session shows its intent at its end, and in a list of its entries', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  await ask(sandbox, [write('src/auth/a.ts')], ['--intent', 'INT-001']);
  const id = /rook-\d{8}-[0-9a-f]{8}/u.exec(journalLines(sandbox)[0] ?? '')?.[0] ?? '';
  const shown = await runRook(sandbox, ['session', 'show', id]);
  expect(shown.stdout).toMatch(/^Active intent: INT-001$/mu);
  const free = makeSandbox();
  const end = await ask(free, [['list_files', { path: '.' }]]);
  expect(end.stderr).not.toContain('intent');
});
