import { sessionIdSchema } from '@rook/contract';
import { expect, it } from 'vitest';

import { inspectLedger } from '../intents/inspect-ledger.ts';
import { makeLedgerRoom, says, selects, writes, type LedgerRoom } from './test-ledger.ts';

interface WrittenRoom extends LedgerRoom {
  readonly before: string;
  readonly next: () => Promise<void>;
  readonly inspect: () => Promise<unknown>;
}

/** A session that wrote two files for an intent, and can be asked further things. */
async function makeWritten(): Promise<WrittenRoom> {
  const room = makeLedgerRoom([
    selects,
    writes('src/a.txt'),
    says,
    writes('src/b.txt', 'two\n'),
    says,
    ...Array.from({ length: 4 }, () => says),
  ]);
  const session = await room.begin();
  await room.ask(session, 'One');
  await room.ask(session, 'Two');
  return {
    ...room,
    before: room.file.text(),
    next: async () => room.ask(session, 'Next'),
    inspect: async () => {
      const { file, store, syntax } = {
        ...room,
        syntax: { parse: async () => ({ ok: true, value: null }) as const },
      };
      const found = await inspectLedger({ file, store, syntax, redact: (text) => text });
      return found.ok ? found.value : found.error;
    },
  };
}

const FORGERIES: readonly (readonly [string, (text: string) => string])[] = [
  [
    'the intent of a change',
    (text) => text.replace(/("type":"change".*?"intent_id":")INT-001/u, '$1INT-002'),
  ],
  ['whether a call was allowed', (text) => text.replace('"allowed":true', '"allowed":false')],
  [
    'the name of a file',
    (text) => text.replace('"relative_path":"src/a.txt"', '"relative_path":"src/z.txt"'),
  ],
  ['who did it', (text) => text.replace('"entity_type":"AI"', '"entity_type":"HUMAN"')],
  [
    'the class of a change',
    (text) => text.replace('"mutation_class":"unknown"', '"mutation_class":"AST_REFACTOR"'),
  ],
  [
    'the session of a line',
    (text) => text.replace(/"session_id":"[^"]+"/u, '"session_id":"rook-20261115-ffffffff"'),
  ],
  ['a field that is there twice', (text) => text.replace('"ok":true', '"ok":false,"ok":true')],
  ['a value that no line may have', (text) => text.replace('"mode":"', '"mode":"other ')],
  ['a field more', (text) => text.replace('"ok":true', '"ok":true,"more":1')],
];

it.each(FORGERIES)(
  'H-13 H-30 finds a line that was altered (%s), names it, and puts it right',
  async (_name, forge) => {
    const room = await makeWritten();
    const foreign = '{"by":"a person", "id": "theirs"}\n';
    room.file.put(`${foreign}${forge(room.before)}`);
    expect(room.file.text()).not.toBe(`${foreign}${room.before}`);
    expect(await room.inspect()).toMatchObject({ missing: 0, altered: [expect.any(String)] });
    const told = room.notices.length;
    await room.next();
    expect(room.file.text()).toBe(`${foreign}${room.before}`);
    expect(room.notices.slice(told)).toEqual([
      expect.stringMatching(
        /^The ledger said something else than the journal, and was put right: [0-9a-f-]{36}\.$/u,
      ),
    ]);
    expect(await room.inspect()).toMatchObject({ missing: 0, altered: [] });
  },
);

it('H-13 H-30 a second line with the id of another one goes, and other ends of lines are no alteration', async () => {
  const room = await makeWritten();
  const [first = ''] = room.before.split('\n');
  room.file.put(`${room.before}${first.replace('"ok":true', '"ok":false')}\n`);
  await room.next();
  expect(room.file.text()).toBe(room.before);
  const other = room.before.replaceAll('\n', '\r\n');
  room.file.put(other);
  expect(await room.inspect()).toMatchObject({ missing: 0, altered: [] });
  await room.next();
  expect(room.file.text()).toBe(other);
});

it('H-13 H-30 leaves lines of sessions that are not here alone, and counts them and invented ones', async () => {
  const room = await makeWritten();
  const [first = ''] = room.before.split('\n');
  const elsewhere = first
    .replace(/"session_id":"[^"]+"/u, '"session_id":"rook-20261115-ffffffff"')
    .replace(/"id":"........"?/u, '"id":"00000000');
  const invented = first.replace(/"id":"......../u, '"id":"11111111');
  const text = `${elsewhere}\n${invented}\n${room.before}`;
  room.file.put(text);
  expect(await room.inspect()).toMatchObject({ altered: [], missing: 0, elsewhere: 1, unfounded: 1 });
  await room.next();
  expect(room.file.text()).toBe(text);
});

it('H-13 a ledger that was deleted comes back over several turns where it was long, and each says what is left', async () => {
  const paths = Array.from({ length: 70 }, (_unused, index) => `src/${index}.txt`);
  const first = makeLedgerRoom([selects, ...paths.map((path) => writes(path)), says], {
    settings: { 'turn.maxRounds': 100 },
  });
  const session = await first.begin();
  await first.ask(session, 'One');
  await session.close();
  const before = first.file.text();
  expect(first.lines().filter(({ type }) => type === 'change')).toHaveLength(70);
  first.file.put('');
  const { file, store } = first;
  const second = makeLedgerRoom([says, selects, writes('src/x.txt'), says, says], { file, store });
  const next = await second.begin({ session: sessionIdSchema.parse('rook-20261115-ffffffff') });
  await second.ask(next, 'Two');
  expect(second.lines().filter(({ type }) => type === 'change')).toHaveLength(50);
  expect(second.notices).toEqual([
    expect.stringMatching(/^The ledger is being compared with the journals: \d+ lines are left/u),
  ]);
  await second.ask(next, 'Three');
  expect(second.notices).toHaveLength(1);
  const ids = second.lines().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(second.file.text().startsWith(before)).toBe(true);
  expect(ids).toHaveLength(before.split('\n').length - 1 + 3);
});
