import { execFileSync } from 'node:child_process';
import { linkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { journalLines, linesOf, playing } from './ask-rook.ts';
import { PLAIN } from './command-rook.ts';
import { calling, endsIn } from './intent-rook.ts';
import { textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

/** A workspace in which the words of a line do not tell all that it does. */
function makeRoom(settings: Readonly<Record<string, string>>): Sandbox {
  const sandbox = makeSandbox();
  const { workspace } = sandbox;
  execFileSync('git', ['init', '-q'], { cwd: workspace });
  for (const [key, value] of Object.entries(settings))
    execFileSync('git', ['config', key, value], { cwd: workspace });
  place(join(workspace, 'src/a.ts'), 'one\n');
  place(join(workspace, 'src/b.ts'), 'two\n');
  place(join(workspace, 'conf/.env'), 'none\n');
  place(join(workspace, 'keys/id_rsa'), 'none\n');
  for (const name of ['tpl/AGENTS.md', 'tpl/a.md', 'Jenkinsfile']) place(join(workspace, name), 'none\n');
  place(join(workspace, '.gitignore'), 'dist\nnode_modules\n*.log\n');
  for (const name of ['build.log', 'dist/index.js', 'node_modules/p/index.js', 'logs/a.log'])
    place(join(workspace, name), 'none\n');
  linkSync(join(workspace, 'Jenkinsfile'), join(workspace, 'src/twin'));
  symlinkSync('build.log', join(workspace, 'last'));
  symlinkSync(tmpdir(), join(workspace, 'out'));
  symlinkSync('../src', join(workspace, 'conf/in'));
  return sandbox;
}

const COMMANDS = [
  'git status',
  'git diff',
  'git log --oneline -1',
  'cat src/*.ts',
  'cat src/a.ts',
  'cat conf/in/a.ts',
  'cat out/x',
  'ls out',
  'ls *',
  'cat k*/id_rsa',
  'cat keys/*',
  'cat conf/.e*',
  'grep -rn one src',
  'grep -rn one .',
  'grep -rn one conf',
  'grep -R one out',
  'cp src/a.ts src/b.ts',
  'cp src/a.ts out/b.ts',
  'cat src/twin',
  'cp src/a.ts src/twin',
  'echo x >> src/twin',
  'mv src/twin src/other',
  'touch out/none',
  'echo three > src/c.ts',
  'wc -l src/a.ts | sort',
  'make build',
  'cp tpl/* .',
  'cp tpl/A* src',
  'echo x >> AGENTS.md',
  'mv J* src',
  'cat *.ts',
  'grep -rn one . --include=*.ts',
  'grep -r one s* c*',
  'git diff conf src',
  'git log --author *.ts',
  'cat build.log',
  'cat last',
  'cat logs/*',
  'tail -n 1 dist/index.js',
  'head -1 node_modules/p/index.js',
  'grep none build.log',
  'cp build.log src/d.ts',
  'ls dist node_modules',
  'find dist -name x',
  'echo x > dist/new.txt',
  'mkdir -p dist/deep',
  'echo x > ../none',
  'cat < build.log',
  'cat src/a.ts build.log',
  'timeout 5 cat build.log',
];

async function askCheck(sandbox: Sandbox): Promise<readonly string[]> {
  const input = COMMANDS.map((command) => JSON.stringify({ command })).join('\n');
  const end = await runRook(sandbox, ['command', 'check', '--batch', '--json'], { input });
  return linesOf(end.stdout).map((line) => textAt(JSON.parse(line), 'verdict'));
}

/** All in one turn; what is asked about is refused, because nobody answers. */
async function askGate(sandbox: Sandbox): Promise<readonly string[]> {
  const calls = COMMANDS.map((command) => ['execute_command', { command }] as const);
  const env = { ...PLAIN, ...playing(sandbox, calling(...calls)) };
  const flags = ['--set', 'commands.auto=true', '--set', 'edits.auto=true'];
  await runRook(sandbox, ['ask', 'Look.', ...flags], { env });
  return endsIn(journalLines(sandbox));
}

it.each([
  ['an ordinary repository', {}],
  ['a repository that names programs', { 'diff.x.textconv': 'cat', 'filter.x.clean': 'cat' }],
])('G-06 rook command check and the gate say the same about every line, in %s', async (_name, settings) => {
  const sandbox = makeRoom(settings);
  const checked = await askCheck(sandbox);
  const gated = await askGate(sandbox);
  const said = COMMANDS.map((command, index) => [command, checked[index] === 'allow']);
  const ran = COMMANDS.map((command, index) => {
    const end = gated[index] ?? '';
    return [command, !['approval_needed', 'outside_workspace', 'command_refused', 'protected'].includes(end)];
  });
  expect(said).toEqual(ran);
  expect(gated).toHaveLength(COMMANDS.length);
  expect(checked.filter((verdict) => verdict === 'allow').length).toBeGreaterThan(5);
  expect(checked.filter((verdict) => verdict === 'ask').length).toBeGreaterThan(9);
});

it('G-06 a model is told the words with which its search needs no question, and with them it runs', async () => {
  const sandbox = makeSandbox();
  execFileSync('git', ['init', '-q'], { cwd: sandbox.workspace });
  place(join(sandbox.workspace, 'src/a.ts'), 'one\n');
  const words = '--exclude-dir=.git --exclude-dir=.rook';
  const calls = ['grep -rn one .', `grep -rn one . ${words}`].map(
    (command) => ['execute_command', { command }] as const,
  );
  const env = { ...PLAIN, ...playing(sandbox, calling(...calls)) };
  await runRook(sandbox, ['ask', 'Look.', '--set', 'commands.auto=true'], { env });
  const lines = journalLines(sandbox);
  expect(endsIn(lines)).toEqual(['approval_needed', 'ok']);
  expect(JSON.stringify(lines)).toContain(`it needs no question with ${words}`);
});
