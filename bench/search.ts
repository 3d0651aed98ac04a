import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { searchSubstring, type SearchFilter, type SearchIndex, type Store } from '@rook/engine';
import { createLocalShell, findRipgrep } from '@rook/shell-local';
import { createLineReader, createLocalStore, createSearchIndex } from '@rook/store-local';

import { medianOf, type Measurement } from './measurement.ts';
import { writeCorpus, type Corpus } from './search-corpus.ts';

const LIMIT = 20;
const ROUNDS = 7;
const LEAST_BYTES_PER_MILLISECOND = 25_000;
const MOST_OPEN_MILLISECONDS = 50;

interface Place {
  readonly folder: string;
  readonly store: Store;
  readonly corpus: Corpus;
  readonly ripgrep: string;
}

/** Searching a gigabyte of journals beside ripgrep, which reads them all; `ROOK_BENCH_SEARCH_MB` makes it less. */
export async function measureSearch(): Promise<Measurement[]> {
  const root = mkdtempSync(join(tmpdir(), 'rook-bench-search-'));
  try {
    const folder = join(root, '.rook');
    mkdirSync(folder, { mode: 0o700 });
    const store = createLocalStore({ home: join(root, 'home'), folder });
    const corpus = writeCorpus(folder, Number(process.env['ROOK_BENCH_SEARCH_MB'] ?? 1000) * 1_000_000);
    const ripgrep = await findRipgrep();
    if (!ripgrep.ok) throw new Error(ripgrep.error.message);
    const place = { folder, store, corpus, ripgrep: ripgrep.value };
    return [
      ...(await measureIndexing(place)),
      await measureOpening(place),
      ...(await measureQueries(place)),
      ...(await measureSubstring(place)),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** So much of the corpus comes when the rest is indexed already. */
const LATE_PART = 0.1;

/** The first index of everything, and what an index costs that goes on where it stopped. */
async function measureIndexing({ folder, store, corpus }: Place): Promise<Measurement[]> {
  const late = corpus.files.slice(-Math.ceil(corpus.files.length * LATE_PART));
  const lateBytes = late.reduce((sum, path) => sum + statSync(path).size, 0);
  for (const path of late) renameSync(path, `${path}.late`);
  const index = createSearchIndex(folder, store);
  const first = await timeOf(async () => index.update());
  for (const path of late) renameSync(`${path}.late`, path);
  const more = await timeOf(async () => index.update());
  await index.close();
  return [
    describeIndexing('making an index', corpus.bytes - lateBytes, first),
    describeIndexing('bringing an index up to date', lateBytes, more),
  ];
}

function describeIndexing(name: string, bytes: number, measured: number): Measurement {
  const speed = (bytes / 1000 / measured).toFixed(1);
  return {
    name: `${name} with ${(bytes / 1e6).toFixed(0)} MB of journals (${speed} MB/s)`,
    reference: '25 MB/s',
    unit: 'ms',
    measured,
    against: bytes / LEAST_BYTES_PER_MILLISECOND,
    limit: 1,
  };
}

/** From nothing to the first answer. */
async function measureOpening({ folder, store }: Place): Promise<Measurement> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const index = createSearchIndex(folder, store);
    times.push(await timeOf(async () => search(index, 'nosuchword', {})));
    await index.close();
  }
  const measured = medianOf(times);
  const against = MOST_OPEN_MILLISECONDS;
  return {
    name: 'opening the index and asking once',
    reference: '50 ms',
    unit: 'ms',
    measured,
    against,
    limit: 1,
  };
}

async function measureQueries({ folder, store, corpus, ripgrep }: Place): Promise<Measurement[]> {
  const { common, usual, rare } = corpus;
  const queries: readonly (readonly [string, string, SearchFilter])[] = [
    ['a rare word', rare, {}],
    ['a usual word', usual, {}],
    ['a common word', common, {}],
    ['the beginning of words', common.slice(0, 2), {}],
    ['two words', `${usual} ${common}`, {}],
    ['a common word in turns', common, { type: 'turn' }],
    ['a usual word in an early month', usual, { before: Date.UTC(2026, 1, 1) }],
  ];
  const index = createSearchIndex(folder, store);
  const measurements: Measurement[] = [];
  for (const [name, text, filter] of queries) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await timeOf(async () => search(index, text, filter)));
      // Counting is the least that ripgrep can do and still read everything.
      theirs.push(await timeOf(() => runRipgrep(ripgrep, corpus, text.split(' ')[0] ?? '', '--count')));
    }
    measurements.push({
      name: `search for ${name}`,
      reference: 'ripgrep counting it in the same files',
      unit: 'ms',
      measured: medianOf(ours),
      against: medianOf(theirs),
      limit: 0.1,
    });
  }
  await index.close();
  return measurements;
}

async function search(index: SearchIndex, text: string, filter: SearchFilter): Promise<void> {
  const answer = await index.search({ text, filter, limit: LIMIT });
  if (!answer.ok) throw new Error(answer.error.message);
}

async function measureSubstring(place: Place): Promise<Measurement[]> {
  const { folder, store, corpus, ripgrep } = place;
  const tools = { store, lines: createLineReader(folder), shell: createLocalShell(), ripgrep, cwd: folder };
  const measurements: Measurement[] = [];
  for (const [name, text] of [
    ['rare', corpus.rare.slice(2)],
    ['usual', corpus.usual.slice(1)],
  ] as const) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await timeOf(async () => searchSubstring(tools, { text, filter: {}, limit: LIMIT })));
      theirs.push(await timeOf(() => runRipgrep(ripgrep, corpus, text, '--line-number')));
    }
    measurements.push({
      name: `search for ${name} characters with --substring`,
      reference: 'ripgrep printing the lines',
      unit: 'ms',
      measured: medianOf(ours),
      against: medianOf(theirs),
      limit: 3,
    });
  }
  return measurements;
}

function runRipgrep(ripgrep: string, { files }: Corpus, text: string, ...words: readonly string[]): void {
  const all = ['--no-config', '--ignore-case', '--fixed-strings', ...words, '--', text, ...files];
  const { error } = spawnSync(ripgrep, all, { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 4 << 30 });
  if (error !== undefined) throw error;
}

async function timeOf(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
