import { messageIdSchema, parseEntry, sessionIdSchema, type EntryOf } from '@rook/contract';
import { expect, it } from 'vitest';

import { finished } from '../models/test-models.ts';
import { contentHash } from '../ports/content-hash.ts';
import { createFakeCommandShell } from '../ports/fakes/fake-command-shell.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import type { Workspace } from '../ports/workspace.ts';
import { calls, makeSessionRoom, must, type SessionRoom } from './test-session.ts';

const done = [{ kind: 'text' as const, text: 'Done.' }, finished()];
const bytes = (text: string) => new TextEncoder().encode(text);
const hash = (text: string) => contentHash(bytes(text));

/** Writes as a program does that asks nobody. */
async function put(workspace: Workspace, path: string, text: string): Promise<void> {
  const now = await workspace.read(path);
  const expected = now.ok ? now.value.hash : null;
  must(await workspace.apply([{ path, expected, bytes: bytes(text) }]));
}

function sets({ entries }: SessionRoom): readonly EntryOf<'change_set_applied'>[] {
  return entries.flatMap((entry) => {
    const read = parseEntry(entry);
    return read.kind === 'known' && read.entry.event_type === 'change_set_applied' ? [read.entry] : [];
  });
}

const filesOf = (set: EntryOf<'change_set_applied'> | undefined) =>
  set?.files.map(({ path, before_hash: before, after_hash: after }) => [path, before, after]);

const JOB = `c-${Date.UTC(2026, 10, 15, 22)}`;
const job = ['execute_command', { command: 'npm run dev', background: true }] as const;
const stop = ['stop_command', { job: JOB }] as const;

function makeRoom(...wanted: readonly (readonly [string, unknown])[]) {
  const workspace = createFakeWorkspace(new Map([['a.txt', 'a\n']]));
  const one = makeSessionRoom([...wanted.map((call) => calls(call)), done], { settings: { mode: 'allow' } });
  return { workspace, one };
}

it('E-16 G-07 what a job changed is a change set when it is stopped, and the model is told', async () => {
  const { workspace, one } = makeRoom(job, stop);
  const commandShell = createFakeCommandShell(() => ({ effect: async () => put(workspace, 'b.txt', 'b\n') }));
  const session = await one.open({ workspace, commandShell });
  await one.ask(session, 'Go');
  const [set] = sets(one);
  expect(set).toMatchObject({ kind: 'by_command', by: 'assistant' });
  expect(filesOf(set)).toEqual([['b.txt', null, hash('b\n')]]);
  expect(one.entries.findLast((entry) => entry.event_type === 'command_ended')).toMatchObject({
    change_set_id: set?.change_set_id,
  });
  expect(JSON.stringify(one.entries)).toContain(`(${set?.change_set_id}): b.txt (new)`);
  must(await session.close());
  expect(sets(one)).toHaveLength(1);
});

it('E-16 G-07 what a job changed is a change set when the session closes', async () => {
  const { workspace, one } = makeRoom(job);
  const commandShell = createFakeCommandShell(() => ({ effect: async () => put(workspace, 'a.txt', 'b\n') }));
  const session = await one.open({ workspace, commandShell });
  await one.ask(session, 'Go');
  expect(sets(one)).toEqual([]);
  must(await session.close());
  expect(sets(one).map(filesOf)).toEqual([[['a.txt', hash('a\n'), hash('b\n')]]]);
});

it('E-16 a job does not claim what an edit of the turn wrote meanwhile, and goes on from there', async () => {
  const { workspace, one } = makeRoom(
    job,
    ['write_to_file', { path: 'mine.txt', content: 'mine\n' }],
    ['write_to_file', { path: 'both.txt', content: 'edit\n' }],
    stop,
  );
  const commandShell = createFakeCommandShell(() => ({ effect: async () => put(workspace, 'b.txt', 'b\n') }));
  const stops: typeof commandShell = {
    ...commandShell,
    start: async (line, watch) => {
      const running = must(await commandShell.start(line, watch));
      return {
        ok: true,
        value: {
          ...running,
          stop: async () => {
            await put(workspace, 'both.txt', 'job\n');
            await running.stop();
          },
        },
      };
    },
  };
  const session = await one.open({ workspace, commandShell: stops });
  await one.ask(session, 'Go');
  must(await session.close());
  expect(sets(one).map(({ kind }) => kind)).toEqual(['edit', 'edit', 'by_command']);
  expect(filesOf(sets(one).at(-1))).toEqual([
    ['b.txt', null, hash('b\n')],
    ['both.txt', hash('edit\n'), hash('job\n')],
  ]);
});

it('E-16 a set says which other command ran in the same time, and neither claims what the other wrote down', async () => {
  const { workspace, one } = makeRoom(job, ['execute_command', { command: 'make' }], stop);
  const commandShell = createFakeCommandShell(({ command }) =>
    command === 'make'
      ? { end: {}, effect: async () => put(workspace, 'made.txt', 'm\n') }
      : { effect: async () => put(workspace, 'b.txt', 'b\n') },
  );
  const session = await one.open({ workspace, commandShell });
  await one.ask(session, 'Go');
  must(await session.close());
  const [make, dev] = sets(one);
  expect(filesOf(make)).toEqual([['made.txt', null, hash('m\n')]]);
  expect(make?.beside).toMatchObject([{ session_id: session.id, command_id: JOB }]);
  expect(filesOf(dev)).toEqual([['b.txt', null, hash('b\n')]]);
  expect(dev?.beside).toBeUndefined();
  expect(JSON.stringify(one.entries)).toContain(`In the same time ran ${JOB}`);
});

it('E-16 a command does not claim what another session wrote while it ran', async () => {
  const workspace = createFakeWorkspace(new Map([['a.txt', 'a\n']]));
  const store = createFakeStore();
  const settings = { mode: 'allow' as const };
  const other = makeSessionRoom([calls(['write_to_file', { path: 'theirs.txt', content: 't\n' }]), done], {
    store,
    settings,
  });
  const one = makeSessionRoom([calls(['execute_command', { command: 'make' }]), done], { store, settings });
  const away = await other.open({ workspace, session: sessionIdSchema.parse('rook-20261115-0a1b2c3e') });
  const commandShell = createFakeCommandShell(() => ({
    end: {},
    effect: async () => {
      await other.ask(away, 'Go');
      await put(workspace, 'made.txt', 'm\n');
    },
  }));
  const session = await one.open({ workspace, commandShell });
  await one.ask(session, 'Go');
  must(await session.close());
  must(await away.close());
  expect(sets(other)).toHaveLength(1);
  expect(sets(one).map(filesOf)).toEqual([[['made.txt', null, hash('m\n')]]]);
});

it('E-16 G-09 what a person ran is their change, and what the model put in its place is not', async () => {
  const workspace = createFakeWorkspace(new Map([['a.txt', 'a\n']]));
  const swap = [
    { kind: 'text' as const, text: '{"decision": "replace", "command": "make other"}' },
    finished(),
  ];
  const one = makeSessionRoom([swap], { settings: { mode: 'allow' } });
  const commandShell = createFakeCommandShell(({ command }) => ({
    end: {},
    effect: async () => put(workspace, `${command.replaceAll(' ', '-')}.txt`, 'm\n'),
  }));
  const session = await one.open({ workspace, commandShell });
  const commands = [{ command: 'make' }, { command: 'next' }];
  const id = messageIdSchema.parse('msg-8-1');
  must(await session.send({ type: 'batch_run', message_id: id, text: 'Run 2 cmds', commands }));
  await session.idle();
  must(await session.close());
  expect(sets(one).map(({ by, files }) => [by, files[0]?.path])).toEqual([
    ['user', 'make.txt'],
    ['assistant', 'make-other.txt'],
  ]);
});

it('G-07 G-21 a person stops a job, and what it changed is written down then', async () => {
  const { workspace, one } = makeRoom(job);
  const commandShell = createFakeCommandShell(() => ({ effect: async () => put(workspace, 'b.txt', 'b\n') }));
  const session = await one.open({ workspace, commandShell });
  await one.ask(session, 'Go');
  expect(session.state().jobs).toBe(1);
  expect(await session.send({ type: 'job_stop', command_id: 'c-1' })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
  must(await session.send({ type: 'job_stop', command_id: JOB }));
  expect(session.state().jobs).toBe(0);
  expect(one.entries.findLast((entry) => entry.event_type === 'command_ended')).toMatchObject({
    command_id: JOB,
    ended_by: 'stopped',
    change_set_id: sets(one)[0]?.change_set_id,
  });
  // Wanted once more it is as wanted.
  must(await session.send({ type: 'job_stop', command_id: JOB }));
  must(await session.close());
});
