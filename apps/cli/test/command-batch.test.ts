import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Script } from '@rook/contract';
import { expect, it, vi } from 'vitest';

import { answersOf, END, ENTER, hasScript, INTERRUPT, onTerminal } from './approval-rook.ts';
import { entriesOf, journalLines, playing, saying, startRook } from './ask-rook.ts';
import { isRunning, PLAIN } from './command-rook.ts';
import { jsonOf, listAt, textAt, valueAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const verdict = (value: unknown) => saying(JSON.stringify(value));
const GO_ON = verdict({ decision: 'continue', reason: 'no errors, continue' });

async function supervise(
  sandbox: Sandbox,
  script: Partial<Script>,
  ...commands: readonly string[]
): Promise<End> {
  const env = { ...playing(sandbox, script), ...PLAIN };
  return runRook(sandbox, ['command', 'run', ...commands, '--supervise'], { env });
}

const batchEnds = (sandbox: Sandbox) => entriesOf(journalLines(sandbox), 'batch_ended');

it('G-12 G-13 rook command run --supervise goes on as long as the model says so, and shows how far it is', async () => {
  const sandbox = makeSandbox();
  const end = await supervise(sandbox, { default: GO_ON }, 'echo one', 'echo two >&2; exit 3', 'echo three');
  expect(end.code).toBe(0);
  expect(end.stdout).toContain(
    'Command 2/3 ✗\necho two >&2; exit 3\n\nOutput:\ntwo\nExit code: 3\n\nProgress: ✓ 1 succeeded, ✗ 1 failed\nRemaining: echo three\n',
  );
  expect(batchEnds(sandbox)).toMatchObject([{ ended_by: 'done', succeeded: 2, failed: 1, left: [] }]);
});

it('G-12 after a stop the rest is not run, and the exit code says that something is left', async () => {
  const sandbox = makeSandbox();
  const stop = verdict({ decision: 'stop', reason: 'Enough.' });
  const end = await supervise(sandbox, { default: stop }, 'true', 'echo never > never.txt');
  expect(end.code).toBe(1);
  expect(end.stdout).toContain('The model stopped it: Enough.\nNot run: echo never > never.txt');
  expect(entriesOf(journalLines(sandbox), 'command_started')).toHaveLength(1);
});

it('G-14 what the model puts in instead is not run without a yes, and nobody can give one here', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'kept.txt'), 'kept');
  const swap = verdict({ decision: 'replace', command: 'rm kept.txt' });
  const end = await supervise(sandbox, { default: swap }, 'true', 'true');
  expect(end.stdout).toContain('rm kept.txt\n\nOutput:\nIt was not run: ');
  expect(readFileSync(join(sandbox.workspace, 'kept.txt'), 'utf8')).toBe('kept');
});

const offering = (...commands: readonly string[]) =>
  saying(JSON.stringify({ summary: 'Run these.', commands: commands.map((command) => ({ command })) }));

it.skipIf(!hasScript)(
  'G-11 G-10 /run runs the commands of the last reply, and the model analyses what came',
  async () => {
    const sandbox = makeSandbox();
    const script: Partial<Script> = {
      steps: [
        { match: { turn: 1 }, answer: offering('echo first-one', 'echo second-one') },
        { match: { lastUser: 'Remaining:' }, answer: GO_ON },
      ],
      default: saying('{"summary": "Both printed."}'),
    };
    const env = {
      ...playing(sandbox, script),
      ...PLAIN,
      ROOK_MODEL_STRUCTURED: 'true',
      TERM: 'xterm',
      NO_COLOR: '1',
    };
    const live = startRook(sandbox, ['ask'], { env, onTerminal: true });
    await live.seen('> ');
    live.type(`go${ENTER}`);
    await live.seen('$ echo first-one  [▶ Run 1]');
    await live.seen('Run 2 cmds');
    live.type(`/run 7${ENTER}`);
    await live.seen('/run takes numbers from 1 to 2');
    live.type(`/run${ENTER}`);
    await live.seen('Command 2/2 ✓');
    await live.seen('Both printed.');
    live.type(END);
    expect(await live.ended).toMatchObject({ code: 0 });
    expect(
      entriesOf(journalLines(sandbox), 'command_started').map((entry) => textAt(entry, 'command')),
    ).toEqual(['echo first-one', 'echo second-one']);
  },
);

const building: Partial<Script> = {
  steps: [
    {
      match: { toolResult: false },
      answer: { events: [{ kind: 'tool_call', name: 'execute_command', input: { command: 'make build' } }] },
    },
  ],
  default: saying('All done'),
};

it.skipIf(!hasScript)(
  'G-04 G-05 Add & Run shows what it adds, keeps it, and later sessions and command check know it',
  async () => {
    const sandbox = makeSandbox();
    place(join(sandbox.workspace, 'Makefile'), 'build:\n\t@echo built\n');
    const before = jsonOf(
      await runRook(sandbox, ['command', 'check', '--json', 'make build'], { env: PLAIN }),
    );
    expect(valueAt(before, 'verdict')).toBe('ask');
    const live = onTerminal(sandbox, building);
    await live.seen('y Run Once');
    await live.seen('a Add & Run');
    await live.seen('n Skip');
    await live.seen('Add & Run adds: make build');
    await live.seen('that would also allow: ');
    await live.seen('Run it? [');
    live.type(`add & run${ENTER}`);
    await live.seen('All done');
    expect(await live.ended).toMatchObject({ code: 0 });
    expect(answersOf(sandbox)).toEqual([['yes', 'always']]);
    const after = jsonOf(
      await runRook(sandbox, ['command', 'check', '--json', 'make build'], { env: PLAIN }),
    );
    expect(valueAt(after, 'verdict')).toBe('allow');
    expect(String(listAt(after, 'reasons')[0])).toMatch(/^your rule \S+ says allow$/u);
    const again = await runRook(sandbox, ['ask', 'Again'], {
      env: { ...playing(sandbox, building), ...PLAIN },
    });
    expect(again.code).toBe(0);
    expect(entriesOf(journalLines(sandbox), 'command_ended')).not.toEqual([]);
  },
);

it.skipIf(!hasScript)('G-05 Skip runs nothing and adds nothing', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'Makefile'), 'build:\n\t@echo built > built.txt\n');
  const live = onTerminal(sandbox, building);
  await live.seen('Run it? [');
  live.type(`skip${ENTER}`);
  await live.seen('Why not?');
  live.type(ENTER);
  await live.seen('All done');
  expect(await live.ended).toMatchObject({ code: 0 });
  expect(entriesOf(journalLines(sandbox), 'command_started')).toEqual([]);
  const after = jsonOf(await runRook(sandbox, ['command', 'check', '--json', 'make build'], { env: PLAIN }));
  expect(valueAt(after, 'verdict')).toBe('ask');
});

it.skipIf(!hasScript)('G-21 Ctrl-C ends the command that runs, and nothing of the rest is run', async () => {
  const sandbox = makeSandbox();
  const words = [
    'command',
    'run',
    'echo begun; exec sleep 600',
    'echo never',
    '--supervise',
    '--timeout',
    '600',
  ];
  const live = onTerminal(sandbox, { default: GO_ON }, words);
  await live.seen('begun');
  live.type(INTERRUPT);
  expect(await live.ended).toMatchObject({ code: 130 });
  expect(batchEnds(sandbox)).toMatchObject([{ ended_by: 'person', left: ['echo never'] }]);
  expect(entriesOf(journalLines(sandbox), 'command_ended')).toMatchObject([{ ended_by: 'cancelled' }]);
});

it('G-21 a batch whose process was killed is reported by the next one, with what ran and what did not', async () => {
  const sandbox = makeSandbox();
  const env = { ...playing(sandbox, { default: GO_ON }), ...PLAIN };
  const waits = 'echo $$ > begun.txt; exec sleep 600';
  const words = ['command', 'run', 'true', waits, 'echo never', '--supervise', '--timeout', '600'];
  const live = startRook(sandbox, words, { env });
  const begun = join(sandbox.workspace, 'begun.txt');
  const id = await vi.waitUntil(() => existsSync(begun) && Number(readFileSync(begun, 'utf8')), {
    timeout: 20_000,
  });
  live.kill('SIGKILL');
  await live.ended;
  const next = await runRook(sandbox, ['command', 'run', 'true'], { env: PLAIN });
  expect(next.code).toBe(0);
  expect(next.stderr).toContain('Not run: echo never.');
  expect(isRunning(id)).toBe(false);
});
