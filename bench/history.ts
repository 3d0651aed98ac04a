import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { changeSetIdSchema, contentHashSchema, rook, turnIdSchema } from '@rook/contract';
import {
  createOwnSession,
  createRedactor,
  loadHistory,
  loadSettings,
  previewRewind,
  readReply,
  applyReply,
  rewindChanges,
  type ApplySetup,
  type Store,
} from '@rook/engine';
import { createFakeOwnFile, createFakeSettingsFiles, createFakeShell } from '@rook/engine/testing';
import { createLocalStore } from '@rook/store-local';
import { createLocalWorkspace } from '@rook/workspace-local';

import { medianOf, type Measurement } from './measurement.ts';

const FILES = 100;
const SETS = 10_000;
const ROUNDS = 5;
const WARM_ROUNDS = 3;
/** A list that takes longer is felt. */
const MOST_MILLISECONDS = 100;

/** What undo costs beside writing, and whether a long history is listed at once. */
export async function measureHistory(): Promise<Measurement[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rook-bench-history-')));
  try {
    return [await measureRewind(join(folder, 'rewind')), await measureList(join(folder, 'list'))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const lines: ApplySetup['lines'] = {
  workspace: { name: 'w', uri: 'file:///w', trusted: true },
  mode: { agent_mode: null, safety: 'ask' },
  redactor: createRedactor({ secrets: [] }),
};
const clock: ApplySetup['clock'] = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: async (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds).unref()),
};

async function measureRewind(folder: string): Promise<Measurement> {
  const [writing, rewinding]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const root = join(folder, String(round));
    mkdirSync(root, { recursive: true });
    const setup = await makeSetup(root);
    const start = performance.now();
    await applyFiles(setup);
    const middle = performance.now();
    await rewind(setup);
    writing.push(middle - start);
    rewinding.push(performance.now() - middle);
  }
  return {
    name: `a rewind of ${FILES} files, with its preview`,
    reference: 'writing them',
    unit: 'ms',
    measured: medianOf(rewinding),
    against: medianOf(writing),
    limit: 3,
  };
}

async function makeSetup(root: string): Promise<ApplySetup> {
  const files = createFakeSettingsFiles();
  const loaded = await loadSettings({ brand: rook, files, variables: new Map(), flags: [] });
  if (!loaded.ok) throw new Error(loaded.error.message);
  return {
    brand: rook,
    store: createLocalStore({ home: join(root, '.home'), folder: join(root, '.rook') }),
    clock,
    holder: { surface: 'bench' },
    settings: loaded.value.values,
    workspace: createLocalWorkspace(root),
    protectedAnswers: 'no',
    rules: createFakeOwnFile('rules.json'),
    sealKey: createFakeOwnFile('seal.key'),
    intents: createFakeOwnFile('active_intents.yaml'),
    ledger: null,
    shell: createFakeShell(() => undefined),
    lines,
    listener: { entry: () => undefined, delta: () => undefined },
  };
}

async function applyFiles(setup: ApplySetup): Promise<void> {
  const fileChanges = Array.from({ length: FILES }, (_, index) => ({
    path: `src/file${index}.ts`,
    content: `export const value${index} = read(source, ${index});\n`.repeat(40),
  }));
  const reading = readReply(JSON.stringify({ summary: 'Done.', fileChanges }));
  if (!reading.complete) throw new Error('The reply is not whole.');
  const applied = await applyReply(setup, { reading, label: 'bench', partial: false, dryRun: false });
  if (!applied.ok || applied.value.report.changeSet === null) throw new Error('Nothing was applied.');
}

async function rewind(setup: ApplySetup): Promise<void> {
  const preview = await previewRewind(setup, { direction: 'rewind', cascade: false });
  if (!preview.ok) throw new Error(preview.error.message);
  const order = { plan: preview.value, cascade: false, label: 'bench', dryRun: false };
  const done = await rewindChanges(setup, order);
  if (!done.ok) throw new Error(done.error.message);
}

async function measureList(folder: string): Promise<Measurement> {
  mkdirSync(folder, { recursive: true });
  const store = createLocalStore({ home: join(folder, '.home'), folder: join(folder, '.rook') });
  await fillHistory(store);
  const [listing, reading]: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1) {
    const start = performance.now();
    const history = await loadHistory(store);
    if (!history.ok || history.value.sets.length !== SETS) throw new Error('The history is not whole.');
    history.value.position();
    const middle = performance.now();
    await readBare(store);
    if (round < WARM_ROUNDS) continue;
    listing.push(middle - start);
    reading.push(performance.now() - middle);
  }
  const measured = medianOf(listing);
  process.stdout.write(
    `history: ${measured.toFixed(0)} ms to list ${SETS} change sets from the disk (at most ${MOST_MILLISECONDS} ms on an idle machine)\n`,
  );
  return {
    name: `the history of ${SETS} change sets from the disk`,
    reference: 'reading and parsing the same lines as JSON',
    unit: 'ms',
    measured,
    against: medianOf(reading),
    limit: 2,
  };
}

/** The least that anything costs that looks at these lines. */
async function readBare(store: Store): Promise<void> {
  const decoder = new TextDecoder();
  const sessions = await store.list();
  for (const { id } of sessions.ok ? sessions.value : [])
    for await (const batch of store.read(id))
      for (const { bytes } of batch.ok ? batch.value : []) JSON.parse(decoder.decode(bytes));
}

const hash = (number: number) => contentHashSchema.parse(`sha256:${String(number).padStart(64, '0')}`);

async function fillHistory(store: Store): Promise<void> {
  const own = createOwnSession({
    store,
    clock,
    brand: rook,
    title: 'bench',
    holder: { surface: 'bench' },
    sync: 'never',
    lines,
  });
  const journal = await own.journal();
  if (!journal.ok) throw new Error(journal.error.message);
  for (let first = 0; first < SETS; first += 500)
    await journal.value.append(
      Array.from({ length: 500 }, (_, index) => ({
        event_type: 'change_set_applied' as const,
        change_set_id: changeSetIdSchema.parse(`cs-${first + index + 1}`),
        kind: 'edit' as const,
        intent_id: null,
        by: 'assistant' as const,
        turn_id: turnIdSchema.parse('t0001'),
        files: [
          {
            path: `src/file${index}.ts`,
            before_hash: hash(first + index),
            after_hash: hash(first + index + 1),
            after_md5: '0'.repeat(32),
            after_size: 2000,
            added: 1,
            removed: 1,
            hunks: [{ start: 3, removed: 1, added: 1 }],
            before_mode: 0o644,
            status: 'applied' as const,
          },
        ],
      })),
    );
  await own.close();
}
