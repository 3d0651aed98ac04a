import {
  fail,
  messageIdSchema,
  parseEntry,
  rook,
  rookError,
  succeed,
  turnIdSchema,
  type Entry,
  type EntryDraft,
  type EntryOf,
} from '@rook/contract';
import { expect, it } from 'vitest';

import { writeOutputNote } from '../commands/output-note.ts';
import { createWorkspaceWatch } from '../gate/workspace-gate.ts';
import { loadHistory } from '../journal/load-history.ts';
import { openJournal, type Journal } from '../journal/open-journal.ts';
import { createRedactor } from '../journal/redact-secrets.ts';
import { contentHash } from '../ports/content-hash.ts';
import { createFakeClock } from '../ports/fakes/fake-clock.ts';
import { createFakeOwnFile } from '../ports/fakes/fake-own-file.ts';
import { createFakeShell } from '../ports/fakes/fake-shell.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import type { Store } from '../ports/store.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { closeLeftCommands } from './close-left-commands.ts';
import { createLeftCommandFold, type LeftCommand } from './fold-left-commands.ts';
import { recoverLeftChanges } from './recover-changes.ts';
import type { RecordSetup } from './session.ts';
import { must, sessionId } from './test-session.ts';

const turn = turnIdSchema.parse('t0001');
const bytes = (text: string) => new TextEncoder().encode(text);
const hash = (text: string) => contentHash(bytes(text));

const BEGUN: readonly EntryDraft[] = [
  { event_type: 'session_start', chat_surface: 'test', participant: 'rook' },
  { event_type: 'message_admitted', message_id: messageIdSchema.parse('msg-1-1'), text: 'Go' },
  {
    event_type: 'command_started',
    command_id: 'c-1',
    turn_id: turn,
    command: 'make',
    cwd: '.',
    writes: true,
  },
];

type AppendOnly = Pick<Journal, 'append'>;

/** Opens the journal as a process does that looks after the session, and closes it. */
async function openOnce(
  { store, clock, holder, lines }: RecordSetup,
  work: (journal: AppendOnly, left: readonly LeftCommand[]) => Promise<unknown>,
): Promise<readonly Entry[]> {
  const fold = createLeftCommandFold();
  const entries: Entry[] = [];
  const journal = must(
    await openJournal({
      store,
      clock,
      session: sessionId,
      holder,
      sync: 'turn',
      lines,
      seen: fold.add,
      written: (written) => {
        for (const entry of written) {
          const read = parseEntry(entry);
          if (read.kind === 'known') entries.push(read.entry);
        }
      },
    }),
  );
  await work(journal, fold.left());
  must(await journal.close());
  return entries;
}

/** A session whose command changed files before its process died. */
async function makeLeft(): Promise<RecordSetup> {
  const workspace = createFakeWorkspace(
    new Map([
      ['a.txt', 'a\n'],
      ['gone.txt', 'gone\n'],
    ]),
  );
  const setup = {
    brand: rook,
    store: createFakeStore(),
    clock: createFakeClock(new Date(Date.UTC(2026, 10, 15, 22))),
    lines: {
      workspace: { name: 'w', uri: 'file:///workspace', trusted: true },
      mode: { agent_mode: null, safety: 'ask' as const },
      redactor: createRedactor({ secrets: [] }),
    },
    holder: { surface: 'test' },
    settings: resolveSettings([]).values,
    listener: { entry: () => undefined, delta: () => undefined },
    workspace,
    ledger: null,
    intents: createFakeOwnFile('active_intents.yaml'),
    shell: createFakeShell(() => undefined),
  };
  await openOnce(setup, async (journal) => must(await journal.append(BEGUN)));
  const begun = must(await createWorkspaceWatch({ ...setup, ignore: [] }).begin());
  await setup.store.looks.keep(sessionId, 'c-1', await begun.describe(null));
  must(
    await workspace.apply([
      { path: 'a.txt', expected: hash('a\n'), bytes: bytes('b\n') },
      { path: 'gone.txt', expected: hash('gone\n'), bytes: null },
    ]),
  );
  return setup;
}

async function look(setup: RecordSetup): Promise<readonly Entry[]> {
  return openOnce(setup, async (journal, left) =>
    closeLeftCommands(setup, { session: sessionId, journal }, left),
  );
}

const setsIn = (entries: readonly Entry[]): readonly EntryOf<'change_set_applied'>[] =>
  entries.filter((entry) => entry.event_type === 'change_set_applied');
const endsIn = (entries: readonly Entry[]): readonly EntryOf<'command_ended'>[] =>
  entries.filter((entry) => entry.event_type === 'command_ended');

it('E-16 G-07 what a command changed before its process died is a set, with what is gone, and then its end', async () => {
  const setup = await makeLeft();
  const [set, end, ...more] = await look(setup);
  expect(set).toMatchObject({
    event_type: 'change_set_applied',
    kind: 'by_command',
    command_id: 'c-1',
    recovered: true,
    files: [
      { path: 'a.txt', before_hash: hash('a\n'), after_hash: hash('b\n') },
      { path: 'gone.txt', before_hash: hash('gone\n'), after_hash: null },
    ],
  });
  expect(end).toMatchObject({ event_type: 'command_ended', command_id: 'c-1', ended_by: 'unknown' });
  expect(more).toEqual([]);
  expect(await setup.store.looks.load(sessionId, 'c-1')).toBeNull();
  expect(await look(setup)).toEqual([]);
});

/** Dies between the set and the end of the command; another process goes on with what it takes to be left. */
async function dieBetween(takes: (left: LeftCommand) => LeftCommand) {
  const setup = await makeLeft();
  const first = await openOnce(setup, async (journal, left) => {
    const dying: AppendOnly = {
      append: async (drafts, options) => {
        if (drafts.some((draft) => draft.event_type === 'command_ended')) throw new Error('killed');
        return journal.append(drafts, options);
      },
    };
    await closeLeftCommands(setup, { session: sessionId, journal: dying }, left).catch(() => undefined);
  });
  const second = await openOnce(setup, async (journal, left) =>
    closeLeftCommands(setup, { session: sessionId, journal }, left.map(takes)),
  );
  const sets = setsIn([...first, ...second]);
  const ends = endsIn(second);
  return {
    sets: sets.length,
    ends: ends.length,
    isNamed: sets[0] !== undefined && ends[0]?.change_set_id === sets[0].change_set_id,
  };
}

it('E-16 G-07 who dies between the set and the end of a command is followed by one that writes the end alone', async () => {
  expect(await dieBetween((left) => left)).toEqual({ sets: 1, ends: 1, isNamed: true });
  // Who overlooks the set that stands in the journal does not find what the command changed.
  const overlooking = await dieBetween((left) => ({ ...left, changes: null }));
  expect(overlooking).not.toEqual({ sets: 1, ends: 1, isNamed: true });
});

it('E-16 G-07 where the end could not be written, the look stays for the next', async () => {
  const setup = await makeLeft();
  await openOnce(setup, async (journal, left) => {
    const full: AppendOnly = {
      append: async (drafts, options) => {
        const answer = await journal.append([], options);
        return drafts.some((draft) => draft.event_type === 'command_ended')
          ? fail(rookError('journal_unavailable', 'The disk is full.'))
          : answer;
      },
    };
    await closeLeftCommands(setup, { session: sessionId, journal: full }, left);
  });
  expect(await setup.store.looks.load(sessionId, 'c-1')).not.toBeNull();
  const [set] = await look(setup);
  expect(set).toMatchObject({
    event_type: 'change_set_applied',
    files: [{ path: 'a.txt' }, { path: 'gone.txt' }],
  });
});

async function noteOutput({ store }: RecordSetup, rest: string): Promise<void> {
  const facts = { bytes: rest.length, dropped: 0, binary: false, after: 0 };
  await store.outputs.keep(sessionId, 'c-1', writeOutputNote({ facts, rest: bytes(rest) }));
}

it('G-08 G-07 what the command had printed is in its end, as far as it was noted, and says that its exit is not known', async () => {
  const setup = await makeLeft();
  await noteOutput(setup, 'one\ntwo\n');
  const [end] = endsIn(await look(setup));
  expect(end).toMatchObject({ exit_code: null, signal: null, ended_by: 'unknown' });
  expect(end?.output).toMatch(/^\[.*how it ended is not known.*there may have been more\.\]\none\ntwo\n$/u);
  expect(end?.whole).toEqual({ blob: hash('one\ntwo\n'), bytes: 8 });
  expect(must(await setup.store.blobs.get(hash('one\ntwo\n')))).toEqual(bytes('one\ntwo\n'));
  expect(await setup.store.outputs.load(sessionId, 'c-1')).toBeNull();
  expect(await look(setup)).toEqual([]);
});

it('G-08 G-07 where nothing was noted the end says so, and names no blob', async () => {
  const [end] = endsIn(await look(await makeLeft()));
  expect(end?.output).toContain('What it printed, if anything, is not known.');
  expect(end?.whole).toBe(undefined);
});

it('G-08 G-07 what was noted stays until the end is written, whoever dies before', async () => {
  const setup = await makeLeft();
  await noteOutput(setup, 'one\n');
  await openOnce(setup, async (journal, left) => {
    const dying: AppendOnly = {
      append: async (drafts, options) => {
        if (drafts.some((draft) => draft.event_type === 'command_ended')) throw new Error('killed');
        return journal.append(drafts, options);
      },
    };
    await closeLeftCommands(setup, { session: sessionId, journal: dying }, left).catch(() => undefined);
  });
  const ends = endsIn(await look(setup));
  expect(ends.map(({ whole }) => whole?.blob)).toEqual([hash('one\n')]);
});

/** The session as a process left it that died while its command ran. */
async function makeNoted(): Promise<RecordSetup> {
  const setup = await makeLeft();
  must(
    await setup.store.changing(
      async (mark) => {
        mark.leaveOpen();
        return succeed(undefined);
      },
      { session: sessionId },
    ),
  );
  return setup;
}

it('E-16 G-07 a session is remembered as one that left something until the end of its command is written', async () => {
  const setup = await makeNoted();
  const { store } = setup;
  const full: Store = {
    ...store,
    open: async (...given) => {
      const opened = await store.open(...given);
      if (!opened.ok) return opened;
      const writer = opened.value;
      return succeed({
        ...writer,
        append: async (line, durable) =>
          Buffer.from(line).includes('command_ended')
            ? fail(rookError('journal_unavailable', 'The disk is full.'))
            : writer.append(line, durable),
      });
    },
  };
  await recoverLeftChanges({ ...setup, store: full });
  expect(await store.leftChanging()).toEqual(succeed([sessionId]));
  await recoverLeftChanges(setup);
  expect(await store.leftChanging()).toEqual(succeed([]));
  const found = must(await loadHistory(store));
  expect(found.sets.map(({ isFoundLater, files }) => [isFoundLater, files.length])).toEqual([[true, 2]]);
});
