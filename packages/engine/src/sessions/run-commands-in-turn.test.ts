import { parseEntry, type Entry } from '@rook/contract';
import { expect, it, vi } from 'vitest';

import { finished } from '../models/test-models.ts';
import { createFakeCommandShell, type PlayedCommand } from '../ports/fakes/fake-command-shell.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import type { SessionSetup } from './session.ts';
import { calls, makeSessionRoom, message, must, type SessionRoom } from './test-session.ts';

const done = [{ kind: 'text' as const, text: 'Done.' }, finished()];

function room(...wanted: readonly (readonly [string, unknown])[]): SessionRoom {
  return makeSessionRoom([...wanted.map((call) => calls(call)), done], { files: { 'a.txt': 'a\n' } });
}

const SETTINGS = resolveSettings([]).values;
const OK: PlayedCommand = { output: '12 passed\n', end: { code: 0 } };
const run = ['execute_command', { command: 'npm test' }] as const;

const known = ({ entries }: SessionRoom): readonly Entry[] =>
  entries.flatMap((entry) => {
    const parsed = parseEntry(entry);
    return parsed.kind === 'known' ? [parsed.entry] : [];
  });

/** What the model was told of each call. */
function replies(one: SessionRoom): readonly unknown[] {
  return known(one).flatMap((entry) => (entry.event_type === 'tool_call' ? [entry.result.reply] : []));
}

async function ask(one: SessionRoom, overrides: Partial<SessionSetup>): Promise<void> {
  const session = await one.open(overrides);
  await one.ask(session, 'Run it');
  must(await session.close());
}

it('G-10 B-15 the model runs a command and reads what was printed; both are written down around it', async () => {
  const one = room(run);
  const commandShell = createFakeCommandShell(() => OK);
  await ask(one, { commandShell, answers: 'once' });
  expect(replies(one)).toEqual([
    'I ran the command: `npm test`\n\nOutput:\n```\n12 passed\n```\n\nExit code: 0\n\nPlease analyze this output.',
  ]);
  const types = one.types();
  const [first, last] = [types.indexOf('command_started'), types.indexOf('command_ended')];
  expect(types.slice(first - 1, last + 2)).toEqual([
    'tool_call_allowed',
    'command_started',
    'command_ended',
    'tool_call',
  ]);
  expect(one.deltas).toContainEqual(expect.objectContaining({ type: 'command_output', text: '12 passed\n' }));
  expect(commandShell.started[0]).toMatchObject({
    cwd: '/workspace',
    timeoutMilliseconds: 30_000,
    endsWaiting: true,
  });
});

it.each([
  ['safe', 'once', 'unknown_tool'],
  ['ask', 'no', 'approval_needed'],
] as const)('N-11 runs no command in mode %s where %s is answered', async (mode, answers, code) => {
  const one = room(run);
  const commandShell = createFakeCommandShell(() => OK);
  await ask(one, {
    commandShell,
    answers,
    isModeGiven: true,
    settings: { ...SETTINGS, mode },
  });
  expect(commandShell.started).toEqual([]);
  expect(replies(one)).toEqual([expect.stringContaining(code)]);
  expect(one.types()).not.toContain('command_started');
});

it('N-11 runs a command in mode allow without a question', async () => {
  const one = room(run);
  const commandShell = createFakeCommandShell(() => OK);
  await ask(one, {
    commandShell,
    isModeGiven: true,
    settings: { ...SETTINGS, mode: 'allow' },
  });
  expect(commandShell.started).toHaveLength(1);
});

it('G-17 a command that failed is a failed call, and stands in the document of the session', async () => {
  const one = room(run);
  const commandShell = createFakeCommandShell(() => ({ output: 'broken\n', end: { code: 2 } }));
  await ask(one, { commandShell, answers: 'once' });
  expect(replies(one)).toEqual([expect.stringContaining('Exit code: 2')]);
  const ended = one.entries.find((entry) => entry.event_type === 'command_ended');
  expect(ended).toMatchObject({ exit_code: 2, ended_by: 'itself' });
});

it('T-14 refuses a command that shall be confined where nothing can do that, and says what confined one', async () => {
  const settings = { ...SETTINGS, 'commands.sandbox': 'on' as const };
  const refused = room(run);
  const none = createFakeCommandShell(() => OK);
  await ask(refused, { commandShell: none, answers: 'once', settings });
  expect([none.started, replies(refused)]).toEqual([[], [expect.stringContaining('no_sandbox')]]);
  const confined = room(run);
  const some = createFakeCommandShell(() => OK, { sandbox: 'bubblewrap' });
  await ask(confined, {
    commandShell: some,
    answers: 'once',
    settings: { ...settings, 'commands.network': 'off' },
  });
  expect(some.started[0]?.confinement).toMatchObject({
    network: false,
    readOnly: ['/workspace/.rook', '/home'],
    repository: '/workspace',
  });
  expect(replies(confined)).toEqual([expect.stringContaining('It was confined by bubblewrap.')]);
});

it('T-14 runs no command without a network where that cannot be kept from it', async () => {
  const one = room(run);
  const shell = createFakeCommandShell(() => OK);
  const settings = {
    ...SETTINGS,
    'commands.sandbox': 'off' as const,
    'commands.network': 'off' as const,
  };
  await ask(one, { commandShell: shell, answers: 'once', settings });
  expect([shell.started, replies(one)]).toEqual([[], [expect.stringContaining('no_sandbox')]]);
});

it('G-07 commands in the background can be listed, read and stopped', async () => {
  const id = `c-${Date.UTC(2026, 10, 15, 22)}`;
  const one = room(
    ['execute_command', { command: 'npm run dev', background: true }],
    ['list_commands', {}],
    ['read_command', { job: id }],
    ['read_command', { job: id, start: 6 }],
    ['read_command', { job: 'c-none' }],
    ['stop_command', { job: id }],
  );
  const commandShell = createFakeCommandShell(() => ({ output: 'ready\n' }));
  await ask(one, { commandShell, answers: 'once' });
  expect(commandShell.started[0]).toMatchObject({ timeoutMilliseconds: null, endsWaiting: false });
  expect(replies(one)).toEqual([
    expect.stringContaining(`runs in the background as ${id}`),
    `${id} runs: npm run dev`,
    `${id} runs: npm run dev\nready\n\nStart at 6 to read on.`,
    `${id} runs: npm run dev\n(nothing more)\nStart at 6 to read on.`,
    expect.stringContaining('There is no command c-none'),
    `${id} ended. ${id} ended with SIGTERM: npm run dev`,
  ]);
});

it('G-07 a command in the background that prints more than is held is read on from where it was, and what is missing is said', async () => {
  const id = `c-${Date.UTC(2026, 10, 15, 22)}`;
  const [held, printed] = [1024 * 1024, 4_000_000];
  const one = room(
    ['execute_command', { command: 'npm run dev', background: true }],
    ['read_command', { job: id, start: held - 10 }],
    ['read_command', { job: id, start: printed - 10 }],
    ['read_command', { job: id, start: printed }],
  );
  const commandShell = createFakeCommandShell(() => ({ output: 'ready now\n'.repeat(printed / 10) }));
  await ask(one, { commandShell, answers: 'once' });
  const [, middle = '', end = '', nothing = ''] = replies(one);
  expect(middle).toContain(`bytes were not kept`);
  expect(end).toBe(`${id} runs: npm run dev\nready now\n\nStart at ${printed} to read on.`);
  expect(nothing).toContain('(nothing more)');
});

it('G-07 what runs in the background ends with the session, and that is written down', async () => {
  const one = room(['execute_command', { command: 'npm run dev', background: true }]);
  await ask(one, { commandShell: createFakeCommandShell(() => ({})), answers: 'once' });
  expect(one.entries.findLast((entry) => entry.event_type === 'command_ended')).toMatchObject({
    ended_by: 'stopped',
  });
});

it('G-07 a session that is taken up again ends what its dead process had started, and does not run it again', async () => {
  const store = createFakeStore();
  const one = makeSessionRoom(
    [calls(['execute_command', { command: 'npm run dev', background: true }]), done],
    { store },
  );
  const first = await one.open({ commandShell: createFakeCommandShell(() => ({})), answers: 'once' });
  await one.ask(first, 'Run it');
  const marks = known(one).flatMap((entry) => (entry.event_type === 'command_started' ? [entry.mark] : []));
  // The process dies: what it held is free, and nothing more was written.
  const copy = createFakeStore();
  const lines: Uint8Array[] = [];
  for await (const batch of store.read(first.id))
    if (batch.ok) lines.push(...batch.value.map(({ bytes }) => new Uint8Array([...bytes, 0x0a])));
  must(
    await copy.place(
      first.id,
      (async function* read() {
        for (const bytes of lines) yield { ok: true as const, value: bytes };
      })(),
    ),
  );
  const next = makeSessionRoom([], { store: copy });
  const shell = createFakeCommandShell(() => OK);
  const session = await next.open({ commandShell: shell });
  const ended = next.entries.find((entry) => entry.event_type === 'command_ended');
  expect(ended).toMatchObject({ ended_by: 'unknown', exit_code: null });
  expect(JSON.stringify(ended)).toContain('It was still running, and was ended now.');
  expect(shell.ended).toEqual(marks);
  expect(shell.started).toEqual([]);
  must(await session.close());
  must(await first.close());
});

it('G-19 says once that the login shell could not be heard', async () => {
  const one = room(run, ['execute_command', { command: 'npm run lint' }]);
  const notices: string[] = [];
  const commandShell = createFakeCommandShell(() => OK, { problem: 'The login shell broke.' });
  const listener = {
    entry: () => undefined,
    delta: () => undefined,
    notice: (text: string) => notices.push(text),
  };
  await ask(one, { commandShell, answers: 'once', listener });
  expect(notices).toEqual(['The login shell broke.']);
});

it.each([
  ['nothing confines it', null, 'off', false],
  ['it reaches the network', 'bubblewrap', 'on', false],
  ['its writes are confined and it reaches nobody', 'bubblewrap', 'off', true],
] as const)(
  'G-06 code that the assistant changed runs by itself only where a sandbox confines it: %s',
  async (_name, sandbox, network, runs) => {
    const one = room(['write_to_file', { path: 'new.js', content: 'x\n' }], run);
    const commandShell = createFakeCommandShell(() => OK, { sandbox });
    await ask(one, {
      commandShell,
      autoEdits: true,
      answers: 'no',
      settings: { ...SETTINGS, 'commands.auto': true, 'commands.network': network },
    });
    expect(one.types()).toContain('change_set_applied');
    expect(commandShell.started.length > 0).toBe(runs);
  },
);

it.each([
  [{}, 'make build is not on the list of what runs by itself. Allow execute_command?'],
  [
    { cwd: 'src', timeout: 3600 },
    'make build is not on the list of what runs by itself. It would run in src, for 3600 s at most. Allow execute_command?',
  ],
  [
    { cwd: '.', background: true, timeout: 5 },
    'make build is not on the list of what runs by itself. It would run in the background. Allow execute_command?',
  ],
])('G-04 a question about a command says what its words do not: %j', async (more, question) => {
  const one = makeSessionRoom([calls(['execute_command', { command: 'make build', ...more }]), done], {
    files: { 'src/a.txt': 'a\n' },
  });
  const session = await one.open({ commandShell: createFakeCommandShell(() => OK), canAsk: true });
  must(await session.send(message('Run it')));
  const asked = await vi.waitUntil(() => session.state().approvals[0]);
  expect(asked.question).toBe(question);
  must(await session.close());
});
