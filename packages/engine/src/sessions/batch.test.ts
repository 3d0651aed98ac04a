import { messageIdSchema, parseEntry, type BatchRun, type Entry } from '@rook/contract';
import { expect, it } from 'vitest';

import { loadSession } from '../journal/load-session.ts';
import { finished, text } from '../models/test-models.ts';
import { createFakeCommandShell, type PlayedCommand } from '../ports/fakes/fake-command-shell.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import type { ModelEvent } from '../ports/model.ts';
import type { SessionSetup } from './session.ts';
import { makeSessionRoom, must, sessionId, type SessionRoom } from './test-session.ts';

let count = 0;

function batch(commands: readonly string[], more: Partial<BatchRun> = {}): BatchRun {
  count += 1;
  return {
    type: 'batch_run',
    message_id: messageIdSchema.parse(`msg-9-${count}`),
    text: `Run ${commands.length} cmds`,
    commands: commands.map((command) => ({ command })),
    ...more,
  };
}

const says = (verdict: unknown): readonly ModelEvent[] => [
  text(typeof verdict === 'string' ? verdict : JSON.stringify(verdict)),
  finished(),
];
const GO_ON = says({ decision: 'continue', reason: 'no errors, continue' });

/** `fail …` fails, everything else succeeds. */
function play({ command }: { readonly command: string }): PlayedCommand {
  return { output: `${command} was run\n`, end: { code: command.startsWith('fail') ? 2 : 0 } };
}

function known({ entries }: SessionRoom): readonly Entry[] {
  return entries.flatMap((entry) => {
    const read = parseEntry(entry);
    return read.kind === 'known' ? [read.entry] : [];
  });
}

function last(room: SessionRoom, type: Entry['event_type']): Entry | undefined {
  return known(room).findLast((entry) => entry.event_type === type);
}

interface Ran {
  readonly room: SessionRoom;
  readonly lines: readonly string[];
  readonly shown: string;
}

async function runAll(
  commands: readonly string[],
  verdicts: readonly (readonly ModelEvent[])[],
  overrides: Partial<SessionSetup> & { readonly fixRounds?: number } = {},
): Promise<Ran> {
  const { fixRounds = 5, ...setup } = overrides;
  const room = makeSessionRoom(verdicts, { settings: { 'commands.fixRounds': fixRounds } });
  const shell = createFakeCommandShell(play);
  const session = await room.open({ commandShell: shell, ...setup });
  must(await session.send(batch(commands)));
  await session.idle();
  must(await session.close());
  const shown = room.deltas.filter(({ type }) => type === 'text').map(({ text: piece }) => piece);
  return { room, lines: shell.started.map(({ command }) => command), shown: shown.join('') };
}

it('G-12 G-15 runs one after the other as long as the model says continue, and asks nobody about what a person chose', async () => {
  const { room, lines } = await runAll(['one', 'two', 'three'], [GO_ON, GO_ON]);
  expect(lines).toEqual(['one', 'two', 'three']);
  expect(room.types()).not.toContain('approval_requested');
  expect(last(room, 'batch_ended')).toMatchObject({
    ended_by: 'done',
    succeeded: 3,
    failed: 0,
    ran: ['one', 'two', 'three'],
    left: [],
  });
  expect(last(room, 'turn')).toMatchObject({ status: 'completed', tool_call_count: 3 });
  expect(last(room, 'tool_call_allowed')).toMatchObject({ by: 'the person who ran it' });
});

it('G-10 G-12 the model is told what the command printed, how far it is, and what is left, and is held to the three decisions', async () => {
  const { room } = await runAll(['one', 'two', 'three'], [GO_ON, GO_ON]);
  const [request] = room.model.requests;
  expect(request?.messages).toEqual([
    {
      role: 'user',
      parts: [
        {
          kind: 'text',
          text: [
            'I ran the command: `one`\n\nOutput:\n```\none was run\n```\n\nExit code: 0\n\nPlease analyze this output.',
            '\nCommand 1/3 ✓\nProgress: ✓ 1 succeeded, ✗ 0 failed\nRemaining:\n1. two\n2. three',
          ].join('\n'),
        },
      ],
    },
  ]);
  expect(request?.structured?.name).toBe('batch_verdict');
  expect(request?.tools ?? []).toEqual([]);
});

it('G-13 G-09 shows each command with its output and how far it is', async () => {
  const { shown } = await runAll(['one', 'fail two', 'three', 'four', 'five'], [GO_ON, GO_ON, GO_ON, GO_ON]);
  expect(shown).toContain(
    'Command 2/5 ✗\nfail two\n\nOutput:\nfail two was run\nExit code: 2\n\nProgress: ✓ 1 succeeded, ✗ 1 failed\nRemaining: three, four, five\n',
  );
});

it('G-12 stop runs nothing of the rest, and says what was not run', async () => {
  const { room, lines, shown } = await runAll(
    ['fail one', 'two', 'three'],
    [says({ decision: 'stop', reason: 'The rest needs it.' })],
  );
  expect(lines).toEqual(['fail one']);
  expect(last(room, 'batch_ended')).toMatchObject({
    ended_by: 'model',
    left: ['two', 'three'],
    reason: 'The rest needs it.',
  });
  expect(shown).toContain('The model stopped it: The rest needs it.\nNot run: two, three');
  expect(last(room, 'turn')).toMatchObject({ status: 'completed' });
});

it('G-15 an answer that cannot be read stops safely, and says so', async () => {
  const { room, lines } = await runAll(['one', 'two'], [says('No errors, continue.')]);
  expect(lines).toEqual(['one']);
  expect(last(room, 'batch_judged')).toMatchObject({
    decision: 'unreadable',
    answer: 'No errors, continue.',
  });
  expect(last(room, 'batch_ended')).toMatchObject({ ended_by: 'unreadable', left: ['two'] });
  expect(last(room, 'turn')).toMatchObject({ status: 'failed', error: { code: 'model_bad_answer' } });
});

it('G-12 G-14 another command takes the place of the next and is asked about, because nobody chose it', async () => {
  const swap = says({ decision: 'replace', command: 'rm -rf build' });
  const { room, lines } = await runAll(['one', 'two', 'three'], [swap, GO_ON]);
  expect(lines).toEqual(['one', 'three']);
  expect(last(room, 'tool_call_refused')).toMatchObject({ error: { code: 'approval_needed' } });
  expect(last(room, 'batch_ended')).toMatchObject({ ran: ['one', 'rm -rf build', 'three'], failed: 1 });

  const safe = await runAll(['one', 'two'], [says({ decision: 'replace', command: 'git status' })], {
    settings: { ...room.settings, 'commands.auto': true },
  });
  expect(safe.lines).toEqual(['one', 'git status']);
});

it('G-12 G-14 says that the model put a command in, in place of which, and why, before it is asked about', async () => {
  const swap = says({ decision: 'replace', command: 'rm -rf\nbuild', reason: 'Old files\nare in the way.' });
  const { shown } = await runAll(['one', 'two', 'three'], [swap, GO_ON]);
  const said = 'The model runs rm -rf build in place of two (Old files are in the way.)\n';
  expect(shown.indexOf(said)).toBeGreaterThan(shown.indexOf('Command 1/3 ✓'));
  expect(shown.indexOf(said)).toBeLessThan(shown.indexOf('Command 2/3 ✗'));
});

it('G-14 a mode that forbids commands forbids them in a batch too', async () => {
  const room = makeSessionRoom([GO_ON, GO_ON]);
  const shell = createFakeCommandShell(play);
  const session = await room.open({ commandShell: shell });
  must(await session.send({ type: 'mode_set', mode: 'safe' }));
  must(await session.send(batch(['one', 'two'])));
  await session.idle();
  expect(shell.started).toEqual([]);
  expect(last(room, 'tool_call_refused')).toMatchObject({ rule: 'command', error: { code: 'mode_forbids' } });
  must(await session.close());
});

it('G-14 in a mode that only reads, what a person chose runs where it does nothing but look, as without a model', async () => {
  const room = makeSessionRoom([says({ decision: 'replace', command: 'ls' }), GO_ON]);
  const shell = createFakeCommandShell(play);
  const session = await room.open({ commandShell: shell });
  must(await session.send({ type: 'mode_set', mode: 'safe' }));
  must(await session.send(batch(['pwd', 'two'])));
  await session.idle();
  expect(shell.started.map(({ command }) => command)).toEqual(['pwd']);
  const sentence =
    'The mode of this session is safe: a command runs only if a person chose it, and if it does nothing but look at files of the workspace; nothing was run.';
  expect(last(room, 'tool_call_refused')).toMatchObject({ error: { message: sentence } });
  must(await session.close());
});

it('G-20 the model can put in another command only as often as commands.fixRounds says', async () => {
  const swap = says({ decision: 'replace', command: 'fail again' });
  const { room, lines } = await runAll(['fail first'], [swap, swap, swap, swap], {
    fixRounds: 2,
    answers: 'once',
  });
  expect(lines).toEqual(['fail first', 'fail again', 'fail again']);
  expect(last(room, 'batch_ended')).toMatchObject({ ended_by: 'limit', failed: 3 });
  expect(last(room, 'turn')).toMatchObject({ status: 'failed', error: { code: 'too_many_rounds' } });
});

it('G-21 whoever stops it ends the command that runs, and nothing of the rest is run', async () => {
  const room = makeSessionRoom([GO_ON, GO_ON]);
  const shell = createFakeCommandShell((line) => {
    if (line.command !== 'two') return play(line);
    const ended = new Promise<void>((resolve) => {
      line.signal.addEventListener('abort', () => resolve());
    });
    queueMicrotask(() => void session.send({ type: 'turn_cancel' }));
    return { effect: async () => ended, end: { code: null, signal: 'SIGTERM', by: 'cancelled' } };
  });
  const session = await room.open({ commandShell: shell });
  must(await session.send(batch(['one', 'two', 'three', 'four'])));
  await session.idle();
  expect(shell.started.map(({ command }) => command)).toEqual(['one', 'two']);
  expect(last(room, 'batch_ended')).toMatchObject({ ended_by: 'person', left: ['three', 'four'] });
  expect(last(room, 'turn')).toMatchObject({ status: 'cancelled' });
  expect(room.model.requests).toHaveLength(1);
  must(await session.close());
});

it('G-12 what the budget does not hold is not asked, and the rest is not run', async () => {
  const room = makeSessionRoom([GO_ON]);
  const shell = createFakeCommandShell(play);
  const settings = {
    ...room.settings,
    'budget.turn': 0.000001,
    'model.prices': { m: { input: 5, output: 25 } },
  };
  const session = await room.open({ commandShell: shell, settings });
  must(await session.send(batch(['one', 'two'])));
  await session.idle();
  expect(room.model.requests).toEqual([]);
  expect(shell.started).toHaveLength(1);
  expect(last(room, 'batch_judged')).toMatchObject({ decision: 'unasked' });
  expect(last(room, 'batch_ended')).toMatchObject({ ended_by: 'failed', left: ['two'] });
  must(await session.close());
});

it('G-12 what the model is asked between commands is reserved before and counted in the turn', async () => {
  const { room } = await runAll(['one', 'two'], [GO_ON]);
  const types = room.types();
  expect(types.indexOf('budget_reserved')).toBeLessThan(types.indexOf('batch_judged'));
  expect(types).toContain('budget_settled');
  const used = known(room).flatMap((entry) =>
    entry.event_type === 'batch_judged' || entry.event_type === 'turn' ? [entry.usage] : [],
  );
  expect(used[0]).toBeDefined();
  expect(used[1]).toEqual(used[0]);
});

it('G-10 with analyse the model is told of all that ran, and its answer ends the turn', async () => {
  const room = makeSessionRoom([[text('It prints what was run.'), finished()]]);
  const session = await room.open({ commandShell: createFakeCommandShell(play) });
  must(await session.send(batch(['fail one'], { analyse: true })));
  await session.idle();
  expect(room.model.requests).toHaveLength(1);
  expect(JSON.stringify(room.model.requests[0]?.messages)).toContain('I ran the command: `fail one`');
  expect(last(room, 'turn')).toMatchObject({ status: 'completed' });
  expect(JSON.stringify(last(room, 'turn'))).toMatch(/"Command 1\/1 ✗.*It prints what was run\."/u);
  must(await session.close());
});

it('G-17 commands of a batch that failed are in the document of the session', async () => {
  const { room } = await runAll(['fail one', 'two'], [GO_ON]);
  const document = must(await loadSession(room.store, sessionId));
  expect(document.failedCommands).toMatchObject([{ command: 'fail one', exitCode: 2 }]);
});

it('G-21 a batch whose process died is reported with what ran and what did not, and nothing of it is run again', async () => {
  const room = makeSessionRoom([GO_ON, GO_ON]);
  const begun = Promise.withResolvers<void>();
  const shell = createFakeCommandShell((line) => {
    if (line.command !== 'two') return play(line);
    return { effect: async () => begun.resolve() };
  });
  const first = await room.open({ commandShell: shell });
  must(await first.send(batch(['one', 'two', 'three'])));
  await begun.promise;
  const copy = createFakeStore();
  const lines: Uint8Array[] = [];
  for await (const read of room.store.read(first.id))
    if (read.ok) lines.push(...read.value.map(({ bytes }) => new Uint8Array([...bytes, 0x0a])));
  const pieces = (async function* give() {
    for (const bytes of lines) yield { ok: true as const, value: bytes };
  })();
  must(await copy.place(first.id, pieces));
  const next = makeSessionRoom([], { store: copy });
  const idle = createFakeCommandShell(play);
  must(await (await next.open({ commandShell: idle })).close());
  expect(idle.started).toEqual([]);
  expect(last(next, 'batch_ended')).toMatchObject({
    ended_by: 'crashed',
    succeeded: 1,
    failed: 0,
    ran: ['one', 'two'],
    left: ['three'],
  });
  expect(JSON.stringify(last(next, 'batch_ended'))).toContain('its end is not known: two. Not run: three.');
  expect(last(next, 'turn')).toMatchObject({ status: 'crashed' });
});
