import { chmodSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { ENTER, hasScript, onTerminal, PROMPT } from './approval-rook.ts';
import { entriesOf, journalLines, playing } from './ask-rook.ts';
import { PLAIN } from './command-rook.ts';
import { calling, write, type Call } from './intent-rook.ts';
import { jsonOf, textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

/** Many processes of Rook, one after the other. */
const LONG = 180_000;
const AUTO = ['--set', 'commands.auto=true', '--set', 'edits.auto=true'];

function makeRoom(): Sandbox {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'package.json'), '{"scripts": {"test": "node t.js"}}\n');
  place(join(sandbox.workspace, 't.js'), '1\n');
  place(join(sandbox.workspace, 'build.sh'), 'echo built\n');
  return sandbox;
}

/** A session of its own, in which nobody can be asked. */
async function askOnce(sandbox: Sandbox, flags: readonly string[], ...calls: readonly Call[]): Promise<void> {
  const env = { ...PLAIN, ...playing(sandbox, calling(...calls)) };
  await runRook(sandbox, ['ask', 'Do it.', ...AUTO, ...flags], { env });
}

function startedIn(sandbox: Sandbox): readonly string[] {
  return entriesOf(journalLines(sandbox), 'command_started').map((one) => textAt(one, 'command'));
}

async function verdictOf(sandbox: Sandbox, command: string, ...flags: readonly string[]): Promise<string> {
  const end = await runRook(sandbox, ['command', 'check', '--json', command, ...flags], { env: PLAIN });
  return textAt(jsonOf(end), 'verdict');
}

const run = (command: string): Call => ['execute_command', { command }];

it(
  'G-06 T-14 code that one session changed is asked about in the next one, and rook command check says so',
  async () => {
    const sandbox = makeRoom();
    expect(await verdictOf(sandbox, 'npm test')).toBe('allow');
    await askOnce(sandbox, [], write('new.js', '2\n'), run('npm test'));
    await askOnce(sandbox, [], run('npm test'), run('ls'));
    expect(startedIn(sandbox)).toEqual(['ls']);
    expect(await verdictOf(sandbox, 'npm test')).toBe('ask');
    expect(await verdictOf(sandbox, 'ls')).toBe('allow');
  },
  LONG,
);

it.skipIf(!hasScript)(
  'G-06 a yes to such a run holds in later sessions, until the assistant changes something again',
  async () => {
    const sandbox = makeRoom();
    await askOnce(sandbox, [], write('new.js', '2\n'));
    const live = onTerminal(sandbox, calling(run('npm test')), ['ask', 'Test it', ...AUTO]);
    await live.seen(PROMPT);
    live.type(`y${ENTER}`);
    await live.ended;
    expect(startedIn(sandbox)).toEqual(['npm test']);
    expect(await verdictOf(sandbox, 'npm test')).toBe('allow');
    // What a person does with their own hands is theirs.
    await runRook(sandbox, ['command', 'run', 'echo 3 > t.js'], { env: PLAIN });
    expect(await verdictOf(sandbox, 'npm test')).toBe('allow');
    await askOnce(sandbox, [], run('npm test'));
    expect(startedIn(sandbox).filter((command) => command === 'npm test')).toHaveLength(2);
    await askOnce(sandbox, [], run('echo 4 > t.js'));
    expect(await verdictOf(sandbox, 'npm test')).toBe('ask');
  },
  LONG,
);

it(
  'G-06 T-14 a program that only the list of the user names counts as code of the workspace',
  async () => {
    const sandbox = makeRoom();
    const flags = ['--set', 'commands.allow=["make build", "./build.sh", "ls"]'];
    for (const command of ['make build', './build.sh', 'ls'])
      expect(await verdictOf(sandbox, command, ...flags), command).toBe('allow');
    await askOnce(
      sandbox,
      flags,
      write('Makefile', 'build:\n\ttouch RAN\n'),
      run('make build'),
      run('./build.sh'),
      run('ls'),
    );
    expect(startedIn(sandbox)).toEqual(['ls']);
    expect(await verdictOf(sandbox, 'make build', ...flags)).toBe('ask');
  },
  LONG,
);

it(
  'G-06 T-14 a program that the assistant put into a folder of PATH does not run by itself, whatever it is called',
  async () => {
    const sandbox = makeRoom();
    place(join(sandbox.workspace, '.venv/bin/run'), '#!/bin/sh\n');
    chmodSync(join(sandbox.workspace, '.venv/bin/run'), 0o755);
    const env = { PATH: `${join(sandbox.workspace, '.venv/bin')}:${process.env['PATH'] ?? ''}` };
    const put = ['cp .venv/bin/run .venv/bin/ls', 'echo done > .venv/bin/ls'];
    const script = playing(sandbox, calling(...[...put, 'ls', 'pwd'].map(run)));
    await runRook(sandbox, ['ask', 'Do it.', ...AUTO], { env: { ...PLAIN, ...script, ...env } });
    expect(startedIn(sandbox)).toEqual([...put, 'pwd']);
    const checked = await runRook(sandbox, ['command', 'check', 'ls'], { env: { ...PLAIN, ...env } });
    expect(checked.stdout).toContain('ls is .venv/bin/ls here');
    expect(await verdictOf(sandbox, 'ls')).toBe('allow');
  },
  LONG,
);

it.skipIf(!hasScript)(
  'G-05 G-06 a pattern that is kept does not answer in later sessions for code that is changed; a yes for the session holds in that',
  async () => {
    const sandbox = makeRoom();
    const builds = () => startedIn(sandbox).filter((command) => command.startsWith('make build')).length;
    const adding = calling(write('Makefile', 'build:\n\techo built\n'), run('make build'));
    const live = onTerminal(sandbox, adding, ['ask', 'Build it', ...AUTO]);
    await live.seen('Run it? [y/s/a/n/d/l/?] ');
    live.type(`a${ENTER}`);
    await live.ended;
    // It was a yes to the code as it was then, too.
    expect(await verdictOf(sandbox, 'make build')).toBe('allow');
    await askOnce(sandbox, [], run('make build'), write('new.js', '2\n'));
    await askOnce(sandbox, [], run('make build'));
    expect(builds()).toBe(2);
    expect(await verdictOf(sandbox, 'make build')).toBe('ask');

    const again = calling(run('make build'), write('new.txt', '3\n'), run('make build -j2'));
    const other = onTerminal(sandbox, again, ['ask', 'Build it again', ...AUTO]);
    await other.seen('for this session it allows: make build');
    await other.seen('Run it? [y/s/n/d/l/?] ');
    other.type(`a${ENTER}`);
    await other.seen('This is not offered here');
    other.type(`s${ENTER}`);
    await other.ended;
    expect(builds()).toBe(4);
    expect(await verdictOf(sandbox, 'make build')).toBe('ask');
  },
  LONG,
);
