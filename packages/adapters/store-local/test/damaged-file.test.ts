import { expect, it } from 'vitest';

import { inspectRoom } from './check-promises.ts';
import { makeRoom, makeWrittenRoom, must, tellEntries, turnDraft } from './fault-room.ts';
import { rechain } from './rechain.ts';

interface Damage {
  readonly title: string;
  readonly damage: (whole: string) => string | Uint8Array;
  /** How the lines read afterwards. */
  readonly reads: readonly string[];
  /** What verify says: all is well but for torn lines, or the first bad line and why. */
  readonly verdict: Readonly<Record<string, unknown>>;
  /** What the next append adds. */
  readonly adds: readonly string[];
}

const LINES = ['session_start', 't0001', 't0002', 't0003'];
const linesOf = (whole: string) => whole.trimEnd().split('\n');
const join = (lines: readonly string[]) => `${lines.join('\n')}\n`;
const sealed = ['journal_repaired', 't0009'];
const bad = (firstBadLine: number, reason: string) => ({ ok: false, firstBadLine, reason });
const inMiddle = (extra: string) => (whole: string) => join(linesOf(whole).toSpliced(2, 0, extra));
const foreign = (whole: string, from: string, to: string) => {
  const [first = '', ...rest] = linesOf(whole);
  return join([first, ...rest.slice(0, 2), (rest[2] ?? '').replace(from, to)]);
};

const damages: readonly Damage[] = [
  {
    title: 'a torn last line',
    damage: (whole) => `${whole}{"schema_version":1,"ev`,
    reads: [...LINES, 'unreadable'],
    verdict: { ok: true, torn: [5], entries: 4 },
    adds: sealed,
  },
  {
    title: 'a record glued to the torn one',
    damage: (whole) => `${whole}{"schema_version":1,"ev${linesOf(whole)[3]}\n`,
    reads: [...LINES, 'unreadable'],
    verdict: { ok: true, torn: [5], entries: 4 },
    adds: sealed,
  },
  {
    title: 'NUL bytes at the end',
    damage: (whole) => `${whole}${'\0'.repeat(300)}`,
    reads: [...LINES, 'unreadable'],
    verdict: { ok: true, torn: [5] },
    adds: sealed,
  },
  {
    title: 'NUL bytes and a line break at the end',
    damage: (whole) => `${whole}${'\0'.repeat(300)}\n`,
    reads: [...LINES, 'unreadable'],
    verdict: { ok: true, torn: [5] },
    adds: sealed,
  },
  {
    title: 'a cut inside a character',
    damage: (whole) => Buffer.concat([Buffer.from(whole), Buffer.from('{"x":"😀').subarray(0, 8)]),
    reads: [...LINES, 'unreadable'],
    verdict: { ok: true, torn: [5] },
    adds: sealed,
  },
  {
    title: 'garbage in the middle',
    damage: inMiddle('garbage \u0000\u001B[31m'),
    reads: ['session_start', 't0001', 'unreadable', 't0002', 't0003'],
    verdict: bad(3, 'unreadable'),
    adds: ['t0009'],
  },
  {
    title: 'an empty line in the middle',
    damage: inMiddle(''),
    reads: ['session_start', 't0001', 'unreadable', 't0002', 't0003'],
    verdict: bad(3, 'unreadable'),
    adds: ['t0009'],
  },
  {
    title: 'empty lines at the end',
    damage: (whole) => `${whole}\n\n`,
    reads: [...LINES, 'unreadable', 'unreadable'],
    verdict: { ok: true, torn: [5, 6] },
    adds: ['journal_repaired', ...sealed],
  },
  {
    title: 'other line ends in the whole file',
    damage: (whole) => whole.replaceAll('\n', '\r\n'),
    reads: LINES,
    verdict: { ok: false, reason: 'altered' },
    adds: ['bug_recorded', 't0009'],
  },
  {
    title: 'a byte order mark',
    damage: (whole) => `\uFEFF${whole}`,
    reads: LINES,
    verdict: bad(1, 'altered'),
    adds: ['t0009'],
  },
  {
    title: 'a line of six million bytes',
    damage: (whole) => `${whole}${'x'.repeat(6_000_000)}`,
    reads: [...LINES, 'unreadable'],
    verdict: { ok: true, torn: [5] },
    adds: sealed,
  },
  {
    title: 'an entry of a type that nobody knows',
    damage: (whole) => foreign(whole, '"event_type":"turn"', '"event_type":"dream_had"'),
    reads: ['session_start', 't0001', 't0002', 'dream_had'],
    verdict: { ok: false, reason: 'rewritten' },
    adds: ['bug_recorded', 't0009'],
  },
  {
    title: 'an entry of a newer version',
    damage: (whole) => foreign(whole, '"schema_version":1', '"schema_version":7'),
    reads: LINES,
    verdict: { ok: false, reason: 'rewritten' },
    adds: ['bug_recorded', 't0009'],
  },
  {
    title: 'nothing left',
    damage: () => '',
    reads: [],
    verdict: { ok: false, reason: 'cut' },
    adds: ['bug_recorded', 't0009'],
  },
  {
    title: 'nothing but a line break',
    damage: () => '\n',
    reads: ['unreadable'],
    verdict: { ok: false, reason: 'cut' },
    adds: ['journal_repaired', 'bug_recorded', 't0009'],
  },
];

it.each(damages)('I-03 T-15 keeps every byte, reads on and says the truth about $title', async (given) => {
  const room = await makeWrittenRoom();
  room.put(given.damage(room.bytes().toString('utf8')));
  const before = room.bytes();
  expect(tellEntries(await room.lines())).toEqual(given.reads);
  expect(await room.verify()).toMatchObject(given.verdict);
  expect(room.bytes().equals(before)).toBe(true);
  const journal = await room.open();
  const [entry] = must(await journal.append([turnDraft(9)]));
  must(await journal.close());
  const { broken, lines } = await inspectRoom(room, [entry?.event_id ?? 'none'], before);
  expect(tellEntries(lines).slice(given.reads.length)).toEqual(given.adds);
  // What verify blamed before it may go on to blame; nothing else may be broken.
  const isBlamed = given.verdict['ok'] === false;
  expect(broken.filter((text) => !(isBlamed && text.startsWith('verify')))).toEqual([]);
});

const texts: readonly (readonly [string, string])[] = [
  ['line separators of other systems', 'a\u2028b\u2029c\u0085d\r\ne\u000Bf\u000Cg'],
  ['halves of characters', '\uD800 x \uDC00 y \uDBFF'],
  ['control characters', '\u0000\u0001\u001B[31m\u007F'],
  ['quotes and backslashes', '"\\\\"}\\n{"'],
];

it.each(texts)('I-03 T-15 writes and reads %s as one line', async (_title, text) => {
  const room = makeRoom();
  const journal = await room.open();
  const [entry] = must(await journal.append([turnDraft(1, text)]));
  must(await journal.append([turnDraft(2)]));
  must(await journal.close());
  const { broken, lines } = await inspectRoom(room, [entry?.event_id ?? 'none'], new Uint8Array());
  expect(broken).toEqual([]);
  expect(lines[0]?.read).toMatchObject({ kind: 'known', entry: { user: { text } } });
});

it('T-15 reads a session of unknown types and newer versions to its end, and goes on', async () => {
  const room = makeRoom();
  const [first = '', second = '', ...rest] = linesOf((await makeWrittenRoom()).bytes().toString('utf8'));
  const newer = second.replace('"schema_version":1', '"schema_version":7').replace('"turn"', '"dream_had"');
  room.put(rechain([first, newer, ...rest]));
  const before = room.bytes();
  const journal = await room.open();
  must(await journal.append([turnDraft(9)]));
  must(await journal.close());
  const { broken, lines } = await inspectRoom(room, [], before);
  expect(broken).toEqual([]);
  expect(tellEntries(lines)).toEqual(['session_start', 'dream_had', 't0002', 't0003', 't0009']);
});

it('T-15 is not held up by a file of many empty lines', async () => {
  const room = makeRoom();
  const before = Buffer.from('\n'.repeat(10_000));
  room.put(before);
  expect(await room.verify()).toMatchObject({ ok: true, entries: 0 });
  const journal = await room.open();
  const [entry] = must(await journal.append([turnDraft(1)]));
  must(await journal.close());
  const { broken } = await inspectRoom(room, [entry?.event_id ?? 'none'], before);
  expect(broken.filter((text) => !text.startsWith('verify'))).toEqual([]);
  expect(await room.verify()).toMatchObject({ ok: false, reason: 'unreadable' });
});
