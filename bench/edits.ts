import { createHash } from 'node:crypto';

import { contentHashSchema, type ContentHash } from '../packages/contract/src/ids.ts';
import { planChangeSet } from '../packages/engine/src/edits/plan-change-set.ts';
import type { Measurement } from './measurement.ts';

/** Both ways are measured warm: a first call costs what the compiler costs, and not what planning does. */
const WARM_UP = 60;
const ROUNDS = 301;
const FEW_ROUNDS = 7;
const REPEATS = 40;

/** How much planning a search/replace edit costs beside finding the text at all, and that large files stay cheap. */
export function measureEdits(): Measurement[] {
  const ordinary = [150, 400, 1000].map((count) => makeFile(count));
  const [plain, planned] = shortestTimes(
    [() => ordinary.map(replacePlainly), () => ordinary.map((file) => planEdit(file, file.edit))],
    WARM_UP,
    ROUNDS,
  );
  const small = makeFile(2500);
  const large = makeFile(10_000);
  const rows = [
    ['a search/replace edit', (file: BenchFile) => planEdit(file, file.edit)],
    ['an edit with wrong blanks', (file: BenchFile) => planEdit(file, file.loose)],
    ['an edit that is not found', (file: BenchFile) => planEdit(file, file.missing)],
    ['a diff', (file: BenchFile) => planEdit(file, file.diff)],
    ['whole content', (file: BenchFile) => planEdit(file, { content: file.after })],
  ] as const;
  process.stdout.write(
    `edits: ${((planned / REPEATS) * 1000).toFixed(0)} µs to plan one edit in each of three files of 150 to 1000 lines, plainly ${((plain / REPEATS) * 1000).toFixed(0)} µs\n`,
  );
  return [
    {
      name: 'planning of search/replace edits in ordinary files',
      reference: 'decode, indexOf twice, slice, join and encode',
      unit: 'ms',
      measured: planned,
      against: plain,
      limit: 2,
    },
    ...rows.map(([name, plan]): Measurement => {
      const [once, four] = shortestTimes([() => plan(small), () => plan(large)], 1, FEW_ROUNDS);
      process.stdout.write(
        `edits: ${((four / REPEATS) * 1000).toFixed(0)} µs for ${name} in a file of 10,000 lines\n`,
      );
      return {
        name: `planning of ${name} in 10,000 lines`,
        reference: 'four times the time of 2,500 lines',
        unit: 'ms',
        measured: four,
        against: 4 * once,
        // A quadratic way would take four times as long again.
        limit: 3,
      };
    }),
  ];
}

interface BenchFile {
  readonly bytes: Uint8Array;
  readonly hash: ContentHash;
  readonly after: string;
  readonly search: string;
  readonly replace: string;
  readonly edit: Change;
  readonly loose: Change;
  readonly missing: Change;
  readonly diff: Change;
}

type Change = Readonly<Record<string, unknown>>;

/** A source file with a change in its middle, written in several ways. */
function makeFile(count: number): BenchFile {
  const lines = Array.from({ length: count }, (_, index) =>
    index % 9 === 0
      ? ''
      : index % 9 === 8
        ? '}'
        : `  const value${index} = read(source, ${index * 7}, options);`,
  );
  const at = Math.floor(count / 18) * 9 + 2;
  const old = lines.slice(at, at + 4);
  const fresh = old.map((line, index) => (index === 1 ? line.replace('read', 'readAll') : line));
  const text = `${lines.join('\n')}\n`;
  const bytes = Buffer.from(text);
  const edit = (change: (line: string) => string): Change => ({
    edits: [{ search: joinLines(old.map(change)), replace: joinLines(fresh.map(change)) }],
  });
  const hunk = old.flatMap((line, index) =>
    index === 1 ? [`-${line}`, `+${fresh[1] ?? ''}`] : [` ${line}`],
  );
  return {
    bytes,
    hash: contentHashSchema.parse(`sha256:${createHash('sha256').update(bytes).digest('hex')}`),
    after: text.replace(joinLines(old), joinLines(fresh)),
    search: joinLines(old),
    replace: joinLines(fresh),
    edit: edit((line) => line),
    loose: edit((line) => `  ${line}`),
    missing: edit((line) => line.replace('source', 'sources')),
    diff: { diff: `@@ -1,4 +1,4 @@\n${joinLines(hunk)}` },
  };
}

function joinLines(rows: readonly string[]): string {
  return `${rows.join('\n')}\n`;
}

function planEdit({ bytes, hash }: BenchFile, change: Change): number {
  let length = 0;
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const files = new Map([['a.ts', { disk: { bytes, hash }, shown: null }]]);
    const proposed = {
      complete: true,
      fileChanges: [{ path: 'a.ts', ...change }],
      fileHashes: { 'a.ts': hash },
    } as const;
    length += planChangeSet(proposed, files, { rule: 'disk' }).files.length;
  }
  return length;
}

const decoder = new TextDecoder('utf-8', { fatal: true });
const encoder = new TextEncoder();

/** What a tool does that trusts everything: the first place, if it is the only one. */
function replacePlainly({ bytes, search, replace }: BenchFile): number {
  let length = 0;
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const text = decoder.decode(bytes);
    const at = text.indexOf(search);
    if (text.indexOf(search, at + 1) === -1) {
      length += encoder.encode(text.slice(0, at) + replace + text.slice(at + search.length)).length;
    }
  }
  return length;
}

/** The shortest time of each, in milliseconds: what other programs do can only add to it. They take turns all the same. */
function shortestTimes(
  works: readonly [() => unknown, () => unknown],
  warmUp: number,
  rounds: number,
): [number, number] {
  const times: [number[], number[]] = [[], []];
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const start = performance.now();
      work();
      if (round >= 0) times[index]?.push(performance.now() - start);
    }
  }
  return [Math.min(...times[0]), Math.min(...times[1])];
}
