import { parseEntry, type Entry, type SettingValues } from '@rook/contract';
import { expect, it } from 'vitest';

import { finished, text } from '../models/test-models.ts';
import { createFakeCommandShell } from '../ports/fakes/fake-command-shell.ts';
import type { ModelEvent } from '../ports/model.ts';
import type { SessionSetup } from './session.ts';
import { calls, makeSessionRoom, must, type SessionRoom } from './test-session.ts';

const STRUCTURED = { 'model.structured': true, 'commands.auto': true } as const;

function says(value: unknown): readonly ModelEvent[] {
  return [text(JSON.stringify(value)), finished()];
}

function wants(...commands: readonly string[]): readonly ModelEvent[] {
  return says({ summary: 'I run it.', commands: commands.map((command) => ({ command })) });
}

function many(answer: readonly ModelEvent[]): readonly (readonly ModelEvent[])[] {
  return Array.from({ length: 9 }, () => answer);
}

const runs = (command: string) => calls(['execute_command', { command }]);
const GO_ON = says({ decision: 'continue' });

function known({ entries }: SessionRoom): readonly Entry[] {
  return entries.flatMap((entry) => {
    const read = parseEntry(entry);
    return read.kind === 'known' ? [read.entry] : [];
  });
}

interface Ran {
  readonly room: SessionRoom;
  readonly lines: readonly string[];
  readonly turn: Entry | undefined;
}

/** The first `failures` runs of `npm test` fail. */
async function ask(
  answers: readonly (readonly ModelEvent[])[],
  settings: Partial<SettingValues>,
  { failures = 0, ...overrides }: Partial<SessionSetup> & { readonly failures?: number } = {},
): Promise<Ran> {
  const room = makeSessionRoom(answers, { settings });
  let left = failures;
  const shell = createFakeCommandShell(({ command }) => {
    const isBroken = command === 'npm test' && left > 0;
    left -= isBroken ? 1 : 0;
    return { output: `${command}\n`, end: { code: isBroken ? 1 : 0 } };
  });
  const session = await room.open({ commandShell: shell, ...overrides });
  await room.ask(session, 'Test it.');
  must(await session.close());
  const turn = known(room).findLast((entry) => entry.event_type === 'turn');
  return { room, lines: shell.started.map(({ command }) => command), turn };
}

it('G-04 G-11 with automatic running off the commands of a reply wait for a person, and nobody is asked one by one', async () => {
  const { room, lines, turn } = await ask([wants('npm test', 'git status')], {
    'model.structured': true,
  });
  expect(lines).toEqual([]);
  expect(turn).toMatchObject({ status: 'completed' });
  expect(room.types()).not.toContain('tool_call_requested');
  expect(known(room).find((entry) => entry.event_type === 'reply_read')).toMatchObject({
    commands: [{ command: 'npm test' }, { command: 'git status' }],
  });
});

it('G-12 CF-05 with automatic running on several commands of a reply are a batch that the model looks after', async () => {
  const { room, lines, turn } = await ask([wants('git status', 'git log', 'ls'), GO_ON, GO_ON], STRUCTURED);
  expect(lines).toEqual(['git status', 'git log', 'ls']);
  expect(room.types().filter((type) => type.startsWith('batch_'))).toEqual([
    'batch_started',
    'batch_judged',
    'batch_judged',
    'batch_ended',
  ]);
  expect(turn).toMatchObject({ status: 'completed' });
  expect(JSON.stringify(turn)).toContain('Command 3/3 ✓');
});

it('G-03 G-04 in such a batch what is not on the list is asked about, and without somebody to ask it is not run', async () => {
  const { lines } = await ask([wants('git status', 'rm -rf build', 'ls'), GO_ON, GO_ON], STRUCTURED);
  expect(lines).toEqual(['git status', 'ls']);
});

it('G-20 a reply whose command fails is told so, and mends it until it succeeds', async () => {
  const { room, lines, turn } = await ask(
    [wants('npm test'), wants('npm test'), wants('npm test')],
    STRUCTURED,
    {
      failures: 2,
      answers: 'once',
    },
  );
  expect(lines).toEqual(['npm test', 'npm test', 'npm test']);
  expect(turn).toMatchObject({ status: 'completed' });
  expect(JSON.stringify(room.model.requests[1]?.messages)).toContain('I ran the command: `npm test`');
});

it('G-20 a model that never mends it is stopped at commands.fixRounds, in replies and in calls', async () => {
  const limits = { 'commands.fixRounds': 2 } as const;
  const hopeless = { failures: 99, answers: 'once' } as const;
  const replies = await ask(many(wants('npm test')), { ...STRUCTURED, ...limits }, hopeless);
  expect(replies.lines).toHaveLength(3);
  expect(replies.turn).toMatchObject({ status: 'failed', error: { code: 'too_many_rounds' } });
  const called = await ask(many(runs('npm test')), limits, hopeless);
  expect(called.lines).toHaveLength(3);
  expect(called.turn).toMatchObject({ status: 'failed', error: { code: 'too_many_rounds' } });
});

it('G-20 other commands that fail, and one that succeeds between, begin no such count', async () => {
  const tests = Array.from({ length: 4 }, () => runs('npm test'));
  const { turn, lines } = await ask(
    [...tests, [text('Done.'), finished()]],
    { 'commands.fixRounds': 1 },
    {
      failures: 1,
      answers: 'once',
    },
  );
  expect(lines).toHaveLength(4);
  expect(turn).toMatchObject({ status: 'completed' });
});
