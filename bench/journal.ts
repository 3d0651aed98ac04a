import { hash } from 'node:crypto';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { rook, turnIdSchema, type EntryDraft, type SessionId } from '@rook/contract';
import {
  createOwnSession,
  createRedactor,
  loadSession,
  verifySession,
  type Journal,
  type Store,
} from '@rook/engine';
import { createLocalStore } from '@rook/store-local';

import { medianMemory } from './measure.ts';
import { medianOf, type Measurement } from './measurement.ts';

const SENTENCE = 'function add(first, second) { return first + second; } // adds two numbers. ';
const ROUNDS = 9;
/** Rounds that warm up and do not count. */
const WARM_ROUNDS = 6;

/** Entries whose lines have about a kilobyte, made before anything is measured. */
const drafts: readonly EntryDraft[] = Array.from({ length: 9000 }, (_unused, index) => {
  const text = SENTENCE.repeat(2);
  return {
    event_type: 'tool_call_requested',
    turn_id: turnIdSchema.parse(`t${String(index + 1).padStart(4, '0')}`),
    tool_use_id: `call-${index}`,
    tool: { name: 'read_file', input: { path: 'src/add.ts', text, more: text } },
    round: 1,
  };
});

function draft(index: number): EntryDraft {
  const found = drafts[index % drafts.length];
  if (found === undefined) throw new Error('no draft');
  return found;
}

interface Place {
  readonly store: Store;
  readonly journal: Journal;
  readonly raw: number;
}

/** What the journal costs beside the least that any hash-chained file of lines costs. */
export async function measureJournal(): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rook-bench-'));
  try {
    const store = createLocalStore({ home: join(folder, 'home'), folder: join(folder, '.rook') });
    const always = await openJournalWith(store, 'always');
    const raw = openSync(join(folder, 'raw'), 'a');
    const synced = await compareAppends({ store, journal: always, raw }, 40, true);
    await always.close();
    const turn = await openJournalWith(store, 'turn');
    const unsynced = await compareAppends({ store, journal: turn, raw }, 2000, false);
    const batched = await compareBatches({ store, journal: turn, raw }, 20, 100);
    await fill(turn, 100_000);
    await turn.close();
    closeSync(raw);
    return [
      synced,
      unsynced,
      batched,
      ...(await compareReplay(store, turn.session)),
      compareMemory(folder, turn.session),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openJournalWith(store: Store, sync: 'always' | 'turn'): Promise<Journal> {
  const own = createOwnSession({
    store,
    sync,
    brand: rook,
    clock: {
      now: () => new Date(),
      monotonic: () => performance.now(),
      sleep: async (milliseconds, signal) =>
        pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined),
    },
    holder: { surface: 'bench' },
    lines: {
      workspace: { name: 'bench', uri: 'file:///bench', trusted: true },
      mode: { agent_mode: null, safety: 'ask' },
      redactor: createRedactor({ secrets: [] }),
    },
  });
  const journal = await own.journal();
  if (!journal.ok) throw new Error(journal.error.message);
  return journal.value;
}

/** One entry after the other, in turns with the same lines made and written by hand. */
async function compareAppends({ journal, raw }: Place, count: number, sync: boolean): Promise<Measurement> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    ours.push(
      await timeOf(async () => {
        for (let index = 0; index < count; index += 1)
          await journal.append([draft(index)], { durable: sync });
      }),
    );
    theirs.push(await timeOf(async () => writeByHand(raw, count, 1, sync)));
  }
  return {
    name: sync ? 'append of 1 KB entries, a sync each' : 'append of 1 KB entries, no sync',
    reference: sync ? 'raw write and the same syncs' : 'JSON.stringify + SHA-256 + write',
    unit: 'µs',
    measured: (medianOf(ours.slice(WARM_ROUNDS)) / count) * 1000,
    against: (medianOf(theirs.slice(WARM_ROUNDS)) / count) * 1000,
    limit: sync ? 1.5 : 2,
  };
}

async function compareBatches({ journal, raw }: Place, batches: number, size: number): Promise<Measurement> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    ours.push(await timeOf(async () => fill(journal, batches * size, size)));
    theirs.push(await timeOf(async () => writeByHand(raw, batches * size, size, false)));
  }
  return {
    name: 'append of 1 KB entries, a hundred together',
    reference: 'JSON.stringify + SHA-256 + one write for all',
    unit: 'µs',
    measured: (medianOf(ours.slice(WARM_ROUNDS)) / (batches * size)) * 1000,
    against: (medianOf(theirs.slice(WARM_ROUNDS)) / (batches * size)) * 1000,
    limit: 2,
  };
}

async function fill(journal: Journal, count: number, size = 500): Promise<void> {
  for (let index = 0; index < count; index += size) {
    await journal.append(Array.from({ length: size }, (_unused, place) => draft(index + place)));
  }
}

function writeByHand(file: number, count: number, size: number, sync: boolean): void {
  let prev = '0'.repeat(64);
  for (let index = 0; index < count; index += size) {
    let text = '';
    for (let place = 0; place < size; place += 1) {
      const line = JSON.stringify({
        ...byHand,
        ...draft(index),
        seq: index,
        prev,
        timestamp: new Date().toISOString(),
      });
      prev = hash('sha256', line, 'hex');
      text += `${line}\n`;
    }
    writeSync(file, text);
    if (sync) fdatasyncSync(file);
  }
}

const byHand = {
  schema_version: 1,
  event_id: '2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d',
  workspace: { name: 'bench', uri: 'file:///bench', trusted: true },
  session_id: 'rook-20261115-00000000',
  mode: { agent_mode: null, safety: 'ask' },
};

/** Reading a long session with everything that is checked, beside reading and parsing the same file. */
async function compareReplay(store: Store, session: SessionId): Promise<Measurement[]> {
  const listed = await store.list();
  const path = listed.ok ? listed.value.find(({ id }) => id === session)?.path : undefined;
  if (path === undefined) throw new Error('the session is not there');
  const [verified, loaded, parsed]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < 3; round += 1) {
    parsed.push(
      await timeOf(async () => {
        for (const line of readFileSync(path, 'utf8').split('\n')) if (line !== '') JSON.parse(line);
      }),
    );
    verified.push(await timeOf(async () => verifySession(store, session)));
    loaded.push(await timeOf(async () => loadSession(store, session)));
  }
  const shared = {
    reference: 'read and JSON.parse the same file',
    unit: 'ms',
    against: medianOf(parsed),
    limit: 2.5,
  };
  return [
    { name: 'replay of 100,000 entries: verify', measured: medianOf(verified), ...shared },
    { name: 'replay of 100,000 entries: read, check, validate, fold', measured: medianOf(loaded), ...shared },
  ];
}

/** Reading a session of 100 MB must not take more memory than the program takes anyway. */
function compareMemory(folder: string, session: SessionId): Measurement {
  const launcher = join(import.meta.dirname, '..', 'apps', 'cli', 'bin', 'rook.cjs');
  const words = [launcher, '--workspace', folder] as const;
  const variables = { ROOK_HOME: join(folder, 'home') };
  const [list = 0, verify = 0] = medianMemory(
    [
      [process.execPath, ...words, 'settings', 'list'],
      [process.execPath, ...words, 'journal', 'verify', session],
    ],
    3,
    variables,
  );
  return {
    name: 'rook journal verify of 100,000 entries, peak memory',
    reference: 'rook settings list',
    unit: 'KB',
    measured: verify,
    against: list,
    limit: 2.5,
  };
}

async function timeOf(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
