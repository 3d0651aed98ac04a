import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { entriesOf, journalLines, playing } from './ask-rook.ts';
import { PLAIN } from './command-rook.ts';
import { calling } from './intent-rook.ts';
import { textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

function makeRepository(): { readonly sandbox: Sandbox; readonly git: (...words: string[]) => void } {
  const sandbox = makeSandbox();
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org'];
  const git = (...words: string[]): void => {
    execFileSync('git', [...identity, ...words], { cwd: sandbox.workspace });
  };
  git('init', '-q');
  place(join(sandbox.workspace, 'a.md'), 'one\n');
  place(join(sandbox.workspace, '.gitattributes'), '*.md diff=foo filter=bar\n');
  git('add', '-A');
  git('commit', '-qm', 'first');
  writeFileSync(join(sandbox.workspace, 'a.md'), 'one\ntwo\n');
  return { sandbox, git };
}

/** What the assistant was told of the command, which nobody could be asked about. */
async function run(sandbox: Sandbox, command: string): Promise<string> {
  const env = { ...PLAIN, ...playing(sandbox, calling(['execute_command', { command }])) };
  const flags = ['--set', 'commands.auto=true', '--set', 'edits.auto=true'];
  await runRook(sandbox, ['ask', 'Look.', ...flags], { env });
  return JSON.stringify(entriesOf(journalLines(sandbox), 'tool_call'));
}

it('G-02 G-06 git diff runs by itself in an ordinary repository, and shows the difference', async () => {
  const { sandbox } = makeRepository();
  expect(await run(sandbox, 'git diff')).toContain('+two');
  expect(entriesOf(journalLines(sandbox), 'command_ended')[0]).toMatchObject({ exit_code: 0 });
});

it.each([
  ['git diff', ['diff.foo.command', 'touch PWNED; true']],
  ['git diff HEAD', ['diff.foo.textconv', 'touch PWNED; cat']],
  ['git status', ['filter.bar.clean', 'touch PWNED; cat']],
  ['git log -p -1', ['core.fsmonitor', 'touch PWNED; true']],
])(
  'G-06 asks before %s where the repository names a program for it',
  async (command, [key = '', value = '']) => {
    const { sandbox, git } = makeRepository();
    git('config', key, value);
    await run(sandbox, command);
    const [refused] = entriesOf(journalLines(sandbox), 'tool_call_refused');
    expect(textAt(refused, 'error', 'code')).toBe('approval_needed');
    expect(existsSync(join(sandbox.workspace, 'PWNED'))).toBe(false);
  },
);

it('G-06 asks before code runs that a command wrote into a folder that git ignores', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, '.gitignore'), 'node_modules\n');
  place(join(sandbox.workspace, 'node_modules/.bin/lint'), 'echo fine\n');
  place(join(sandbox.workspace, 'package.json'), '{"scripts": {"test": "sh node_modules/.bin/lint"}}\n');
  const commands = ['echo changed > node_modules/.bin/lint', 'npm test'];
  const calls = commands.map((command) => ['execute_command', { command }] as const);
  const env = { ...PLAIN, ...playing(sandbox, calling(...calls)) };
  const flags = ['--set', 'commands.auto=true', '--set', 'edits.auto=true'];
  await runRook(sandbox, ['ask', 'Do it.', ...flags], { env });
  const started = entriesOf(journalLines(sandbox), 'command_started').map((one) => textAt(one, 'command'));
  expect(started).toEqual(['echo changed > node_modules/.bin/lint']);
});
