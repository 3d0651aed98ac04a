import { succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeShell, type FakeTalk } from '../fakes/fake-shell.ts';
import type { RunningProgram, Shell } from '../shell.ts';
import { failedCases } from './failed-cases.ts';
import { shellSuite, type ShellStage } from './shell-suite.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const talks = new Map<string, FakeTalk>([
  ['echo', { hear: (heard, { say }) => say({ stream: 'stdout', bytes: heard }) }],
  [
    'both',
    {
      begin: ({ say, end }) => {
        say({ stream: 'stdout', bytes: bytes('out') });
        say({ stream: 'stderr', bytes: bytes('err') });
        end(3);
      },
      hear: () => undefined,
    },
  ],
  [
    'stubborn',
    { begin: ({ say }) => say({ stream: 'stdout', bytes: bytes('ready') }), hear: () => undefined },
  ],
]);

const makeFake = () =>
  createFakeShell(
    () => undefined,
    ({ file }) => talks.get(file),
  );

function stageOf(shell: Shell): ShellStage {
  return { shell, program: (file) => ({ file, args: [], cwd: '/', env: new Map() }) };
}

it('N-03 is passed by the fake, which remembers what was opened', async () => {
  expect(await failedCases(shellSuite, () => () => stageOf(makeFake()))).toEqual([]);
  const shell = makeFake();
  await shell.open(stageOf(shell).program('echo'), () => undefined);
  expect(shell.opened.map(({ file }) => file)).toEqual(['echo']);
});

type Break = (program: RunningProgram) => RunningProgram;

function breaking(breakIt: Break): (shell: Shell) => Shell {
  return (shell) => ({
    ...shell,
    open: async (program, watch) => {
      const opened = await shell.open(program, watch);
      return opened.ok ? succeed(breakIt(opened.value)) : opened;
    },
  });
}

const twins: readonly (readonly [string, (shell: Shell) => Shell])[] = [
  [
    'loses what is long',
    breaking((program) => ({
      ...program,
      write: async (text) => (text.length > 100_000 ? succeed(undefined) : program.write(text)),
    })),
  ],
  [
    'mixes the streams',
    (shell) => ({
      ...shell,
      open: async (program, watch) => shell.open(program, (piece) => watch({ ...piece, stream: 'stdout' })),
    }),
  ],
  [
    'takes every end for a good one',
    breaking((program) => ({ ...program, ended: program.ended.then(() => ({ code: 0, signal: null })) })),
  ],
  [
    'says that it wrote what nobody heard',
    breaking((program) => ({
      ...program,
      write: async (text) => {
        await program.write(text);
        return succeed(undefined);
      },
    })),
  ],
  [
    'starts what is not there',
    (shell) => ({
      ...shell,
      open: async (program, watch) =>
        shell.open(program.file === 'missing' ? { ...program, file: 'echo' } : program, watch),
    }),
  ],
];

it.each(twins)('N-03 rejects a shell that %s', async (_title, breakIt) => {
  expect(await failedCases(shellSuite, () => () => stageOf(breakIt(makeFake())))).not.toEqual([]);
});
