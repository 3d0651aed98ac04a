import { fail, rookError, succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import type { CommandEnd, CommandShell } from '../command-shell.ts';
import {
  createFakeCommandShell,
  type FakeCommandShell,
  type PlayedCommand,
} from '../fakes/fake-command-shell.ts';
import { commandShellSuite, type CommandShellStage, type StagedLine } from './command-shell-suite.ts';
import { failedCases } from './failed-cases.ts';

const PLAYED: Readonly<Record<StagedLine, PlayedCommand>> = {
  both: { output: 'out', errors: 'err', end: { code: 3 } },
  flood: { output: `${'x'.repeat(300_000)}end`, end: {} },
  killed: { end: { code: null, signal: 'SIGKILL' } },
  children: { output: '101\n102\n' },
  left: { output: '103\n', end: { leftBehind: 1 } },
  escapes: { output: '105\n', end: { leftBehind: 1 } },
  waits: { output: '104\n', waits: true },
  nowhere: { failure: rookError('not_found', 'There is no such folder.') },
};

const makeFake = () =>
  createFakeCommandShell(({ command }) => PLAYED[isStaged(command) ? command : 'nowhere'], { left: [] });

function isStaged(command: string): command is StagedLine {
  return command in PLAYED;
}

let marks = 0;

function stageOf(fake: FakeCommandShell, shell: CommandShell = fake): CommandShellStage {
  return {
    shell,
    line: (name, signal) => {
      marks += 1;
      return {
        command: name,
        cwd: '/',
        env: new Map(),
        mark: `mark-${marks}`,
        timeoutMilliseconds: null,
        signal,
        endsWaiting: true,
        confinement: null,
      };
    },
    isRunning: () => fake.running().length > 0,
    patienceMilliseconds: 1000,
  };
}

it('N-03 G-07 is passed by the fake', async () => {
  expect(await failedCases(commandShellSuite, () => () => stageOf(makeFake()))).toEqual([]);
});

type Start = CommandShell['start'];

const STOPPED: CommandEnd = { code: null, signal: 'SIGTERM', by: 'stopped', leftBehind: 0 };

/** A shell that looks after the ends in another way. */
const twins: readonly (readonly [string, (start: Start) => Start])[] = [
  [
    'leaves an orphan when it is stopped',
    (start) => async (line, watch) => {
      const started = await start(line, watch);
      if (!started.ok) return started;
      const { promise, resolve } = Promise.withResolvers<CommandEnd>();
      void started.value.ended.then(resolve);
      return succeed({ ended: promise, stop: async () => resolve(STOPPED) });
    },
  ],
  [
    'leaves an orphan when it is cancelled',
    (start) => async (line, watch) => {
      const { promise, resolve } = Promise.withResolvers<CommandEnd>();
      line.signal.addEventListener('abort', () => resolve({ ...STOPPED, by: 'cancelled' }));
      const started = await start({ ...line, signal: new AbortController().signal }, watch);
      if (!started.ok) return started;
      void started.value.ended.then(resolve);
      return succeed({ ...started.value, ended: promise });
    },
  ],
  [
    'forgets the mark of what gave up all else',
    (start) => async (line, watch) => {
      if (line.command !== 'escapes') return start(line, watch);
      const started = await start({ ...line, command: 'waits', endsWaiting: false }, watch);
      if (!started.ok) return started;
      const ended: CommandEnd = { code: 0, signal: null, by: 'itself', leftBehind: 1 };
      return succeed({ ...started.value, ended: Promise.resolve(ended) });
    },
  ],
  [
    'lies about the exit code',
    (start) => async (line, watch) => {
      const started = await start(line, watch);
      if (!started.ok) return started;
      return succeed({ ...started.value, ended: started.value.ended.then((end) => ({ ...end, code: 0 })) });
    },
  ],
  ['hangs on input', (start) => async (line, watch) => start({ ...line, endsWaiting: false }, watch)],
  [
    'does not count what was left behind',
    (start) => async (line, watch) => {
      const started = await start(line, watch);
      if (!started.ok) return started;
      const ended = started.value.ended.then((end) => ({ ...end, leftBehind: 0 }));
      return succeed({ ...started.value, ended });
    },
  ],
  [
    'loses the end of what was printed',
    (start) => async (line, watch) =>
      start(line, ({ stream, bytes }) => watch({ stream, bytes: bytes.subarray(0, 65_536) })),
  ],
  [
    'starts a line nowhere',
    (start) => async (line, watch) =>
      start(line.command === 'nowhere' ? { ...line, command: 'both' } : line, watch),
  ],
  ['starts nothing', () => async () => fail(rookError('not_found', 'There is no shell.'))],
];

it.each(twins)('N-03 G-07 rejects a shell that %s', async (_title, twin) => {
  const broken = () => {
    const fake = makeFake();
    return stageOf(fake, { ...fake, start: twin(async (line, watch) => fake.start(line, watch)) });
  };
  expect(await failedCases(commandShellSuite, () => broken)).not.toEqual([]);
});

function namesAll(): CommandShellStage {
  const fake = makeFake();
  const endMarked: CommandShell['endMarked'] = async (all) => {
    await fake.endMarked(all);
    return all;
  };
  return stageOf(fake, { ...fake, endMarked });
}

it('N-03 G-07 rejects a shell that names marks of which nothing ran', async () => {
  expect(await failedCases(commandShellSuite, () => namesAll)).toHaveLength(1);
});
