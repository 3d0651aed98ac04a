import { createJsonReader } from '../packages/engine/src/replies/json-reader.ts';
import { createReplyReader } from '../packages/engine/src/replies/read-reply.ts';
import { medianOf, type Measurement } from './measurement.ts';

const KILOBYTE = 1000;
const ROUNDS = 15;
const DELTA = 16;
/** As often as makes both works about as long, so that whatever else the machine does meets them alike. */
const PARSES = 20;

/** How a reply is read while it streams, against one `JSON.parse` of the whole. */
export function measureReplies(): Measurement[] {
  const small = measureStream('content of files', makeReply(100 * KILOBYTE, 12));
  const large = measureStream('content of files', makeReply(1000 * KILOBYTE, 12));
  const smallDense = measureStream('short fields', makeReply(100 * KILOBYTE, 0));
  const largeDense = measureStream('short fields', makeReply(1000 * KILOBYTE, 0));
  return [
    ratioOf('100 KB of file content', small),
    ratioOf('100 KB of short fields', smallDense),
    perByte('file content', small, large),
    perByte('short fields', smallDense, largeDense),
    hostile(),
  ];
}

interface Stream {
  readonly name: string;
  readonly length: number;
  readonly parsed: number;
  readonly streamed: number;
}

function measureStream(name: string, text: string): Stream {
  const deltas = cut(text);
  const [parses, streamed] = medianTimes([
    () => {
      for (let time = 0; time < PARSES; time += 1) JSON.parse(text);
    },
    () => {
      const reader = createReplyReader();
      for (const delta of deltas) reader.push(delta);
      const { complete } = reader.end();
      if (!complete) throw new Error('The reply must be complete.');
    },
  ]);
  const speed = text.length / streamed / 1000;
  process.stdout.write(
    `replies: ${(text.length / KILOBYTE).toFixed(0)} KB of ${name} in ${DELTA}-byte deltas at ${speed.toFixed(1)} MB/s\n`,
  );
  return { name, length: text.length, parsed: parses / PARSES, streamed };
}

function ratioOf(name: string, { parsed, streamed }: Stream): Measurement {
  return {
    name: `a reply of ${name} in ${DELTA}-byte deltas`,
    reference: 'one JSON.parse of the whole',
    unit: 'ms',
    measured: streamed,
    against: parsed,
    limit: 60,
  };
}

/** The same cost per byte at ten times the size: a reader that looks back would take a hundred times as long. */
function perByte(name: string, small: Stream, large: Stream): Measurement {
  return {
    name: `a reply of 1 MB of ${name} in deltas`,
    reference: 'as many bytes of the one of 100 KB',
    unit: 'ms',
    measured: large.streamed,
    against: (small.streamed * large.length) / small.length,
    limit: 2,
  };
}

/** Texts that make a reader look ahead again and again; four times the text may take four times as long. */
function hostile(): Measurement {
  const units = [
    '"',
    '" ',
    '\\"a" ',
    "'a' ",
    '{"a":',
    '[',
    '"a" "b" ',
    'word ',
    '/*',
    '```',
    '<think',
    '"""',
    '{a ',
  ];
  const [once, four] = [25, 100].map((size) =>
    medianOf(
      Array.from({ length: 5 }, () => {
        const start = performance.now();
        for (const unit of units) {
          const reader = createJsonReader({ accepts: 'any' });
          for (const delta of cut(`{"a": "${unit.repeat((size * KILOBYTE) / unit.length)}`))
            reader.push(delta);
          reader.end();
        }
        return performance.now() - start;
      }),
    ),
  );
  return {
    name: 'hostile texts of 100 KB in deltas',
    reference: 'four times the time of 25 KB',
    unit: 'ms',
    measured: four ?? Number.NaN,
    against: 4 * (once ?? Number.NaN),
    limit: 2.5,
  };
}

const LINE = 'export function add(a: number, b: number): number {\n  return a + b; // "sum" of both\n}\n';

function makeReply(size: number, linesOfEach: number): string {
  const fileChanges: object[] = [];
  for (let length = 0; length < size; length += JSON.stringify(fileChanges.at(-1)).length + 1) {
    const index = fileChanges.length;
    fileChanges.push({ path: `src/file-${index}.ts`, content: LINE.repeat(linesOfEach), todoIndex: index });
  }
  const todos = [{ text: 'Write them', completed: false }];
  return JSON.stringify({ summary: 'Wrote the files.', todos, fileChanges, commands: [], nextSteps: [] });
}

function cut(text: string): readonly string[] {
  // Through JSON, so that each delta is a text of its own, as one that came over a wire is.
  return Array.from({ length: Math.ceil(text.length / DELTA) }, (_none, index) =>
    String(JSON.parse(JSON.stringify(text.slice(index * DELTA, (index + 1) * DELTA)))),
  );
}

/** The median time of each, in milliseconds. They take turns, so that the machine's other work meets both alike. */
function medianTimes(works: readonly [() => unknown, () => unknown]): [number, number] {
  const times: [number[], number[]] = [[], []];
  for (let round = -3; round < ROUNDS; round += 1) {
    for (const [index, work] of works.entries()) {
      const start = performance.now();
      work();
      if (round >= 0) times[index]?.push(performance.now() - start);
    }
  }
  return [medianOf(times[0]), medianOf(times[1])];
}
