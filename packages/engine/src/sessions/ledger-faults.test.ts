import { parseTraceLine, sessionIdSchema, succeed } from '@rook/contract';
import { array, assert, asyncProperty, boolean, constantFrom } from 'fast-check';
import { expect, it } from 'vitest';

import { catchUpLedger } from '../intents/catch-up-ledger.ts';
import { createFakeLedgerFile, type FakeLedgerFile } from '../ports/fakes/fake-ledger-file.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import type { LedgerFile } from '../ports/ledger-file.ts';
import type { Store } from '../ports/store.ts';
import { makeLedgerRoom, says, selects, writes } from './test-ledger.ts';

const syntax = { parse: async () => succeed(null) };
const FOREIGN = `${JSON.stringify({ id: 'not ours', by: 'a person' })}\n`;

interface Written {
  readonly store: Store;
  readonly text: string;
}

/** Two sessions with calls and changes, and the ledger as it was written meanwhile. */
async function writeTwoSessions(): Promise<Written> {
  const [store, file] = [createFakeStore(), createFakeLedgerFile()];
  for (const id of ['rook-20261115-00000001', 'rook-20261115-00000002']) {
    const room = makeLedgerRoom(
      [selects, writes(`src/${id}.txt`), writes('b.txt'), says, writes('src/ä.md'), says],
      {
        store,
        file,
      },
    );
    const session = await room.begin({ session: sessionIdSchema.parse(id) });
    await room.ask(session, 'One');
    await room.ask(session, 'Two');
    await session.close();
  }
  return { store, text: file.text() };
}

async function catchUp(store: Store, file: LedgerFile): Promise<void> {
  const done = await catchUpLedger({ file, syntax, store, redact: (text) => text }, null);
  if (!done.ok) throw new Error(done.error.message);
}

/** What is wrong with a ledger that should hold these lines: what is missing, and what is there twice. */
function findFaults(wanted: string, text: string): readonly string[] {
  const [all, found] = [listIds(wanted), listIds(text)];
  const missing = all.filter((id) => !found.includes(id));
  const twins = found.filter((id, index) => found.indexOf(id) !== index);
  return [...missing.map((id) => `missing ${id}`), ...twins.map((id) => `twice ${id}`)];
}

function listIds(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => parseTraceLine(line)?.id ?? []);
}

function put(text: string): FakeLedgerFile {
  const file = createFakeLedgerFile();
  file.put(text);
  return file;
}

it('H-13 H-33 finishes a line that was torn at whichever byte, and writes the rest once', async () => {
  const { store, text } = await writeTwoSessions();
  expect(text.split('\n')).toHaveLength(13);
  const bytes = Buffer.from(text);
  const wrong: unknown[] = [];
  for (let at = 0; at <= bytes.length; at += 37) {
    const cut = bytes.subarray(0, at).toString('utf8');
    // A character that is cut in two has no text.
    if (!text.startsWith(cut)) continue;
    const file = put(cut);
    await catchUp(store, file);
    if (file.text() !== text) wrong.push([at, file.text()]);
  }
  expect(wrong).toEqual([]);
});

it('H-13 H-33 writes what is missing once, whatever somebody took out or put in', async () => {
  const { store, text } = await writeTwoSessions();
  const lines = text.split('\n').slice(0, -1);
  const kept = array(constantFrom('kept', 'gone', 'foreign', 'half'), {
    minLength: lines.length,
    maxLength: lines.length,
  });
  await assert(
    asyncProperty(kept, boolean(), async (fates, isClosed) => {
      const parts = lines.map((line, index) => {
        if (fates[index] === 'gone') return '';
        if (fates[index] === 'half') return `${line.slice(0, 40)}\n`;
        return fates[index] === 'foreign' ? `${FOREIGN}${line}\n` : `${line}\n`;
      });
      const found = parts.join('');
      const file = put(isClosed ? found : found.slice(0, -1));
      await catchUp(store, file);
      expect(file.text().startsWith(isClosed ? found : found.slice(0, -1))).toBe(true);
      expect(findFaults(text, file.text())).toEqual([]);
      const after = file.text();
      await catchUp(store, file);
      expect(file.text()).toBe(after);
    }),
    { numRuns: 60 },
  );
});

it('H-13 H-33 compares a session that comes back from the trash with what is there of it', async () => {
  const { store, text } = await writeTwoSessions();
  const file = put(text);
  const id = sessionIdSchema.parse('rook-20261115-00000001');
  expect((await store.trash(id, { surface: 'test' })).ok).toBe(true);
  await catchUp(store, file);
  expect((await store.restore(id, { surface: 'test' })).ok).toBe(true);
  await catchUp(store, file);
  expect(file.text()).toBe(text);
});

const twins: readonly (readonly [string, (file: FakeLedgerFile) => LedgerFile, string])[] = [
  [
    'drops lines',
    (file) => ({ ...file, hold: async (work) => file.hold(async (held) => work(dropping(held))) }),
    'missing',
  ],
  ['duplicates lines', (file) => ({ ...file, read: readNothing }), 'twice'],
];

async function* readNothing(): ReturnType<LedgerFile['read']> {
  yield succeed([]);
}

function dropping(held: Parameters<Parameters<LedgerFile['hold']>[0]>[0]): typeof held {
  return { ...held, append: async (_bytes, mark) => held.append(new Uint8Array(), mark) };
}

it.each(twins)('H-13 the check catches a ledger that %s', async (_name, breakIt, fault) => {
  const { store, text } = await writeTwoSessions();
  const file = put(text.split('\n').slice(0, 6).join('\n').concat('\n'));
  await catchUp(store, breakIt(file));
  expect(findFaults(text, file.text()).join('\n')).toContain(fault);
});
