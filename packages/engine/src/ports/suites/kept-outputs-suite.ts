import { sessionIdSchema } from '@rook/contract';

import { contentHash } from '../content-hash.ts';
import type { KeptOutputs, OutputDraft } from '../kept-outputs.ts';
import type { Blobs } from '../store.ts';
import type { SuiteCase } from './failed-cases.ts';
import { encode, show } from './workspace-stage.ts';

/** A place for outputs, with the blobs that they become. */
export interface KeptOutputsStage {
  readonly outputs: KeptOutputs;
  readonly blobs: Pick<Blobs, 'get' | 'list'>;
}

const ONE = sessionIdSchema.parse('rook-20261116-00000001');
const OTHER = sessionIdSchema.parse('rook-20261116-00000002');

/** What every place for outputs promises, beside what one for looks does. */
export const keptOutputsSuite: readonly SuiteCase<KeptOutputsStage>[] = [
  {
    title:
      'of a blob that grows all is found or waits, little of it waits, and it is no blob before it is kept',
    check: async (open) => {
      const draft = await begin(open(), 'c-1');
      const all = Uint8Array.from({ length: 5_000_000 }, (_byte, at) => (at * 31 + (at >> 8)) % 256);
      for (const [from, to] of [
        [0, 4],
        [4, 1_500_000],
        [1_500_000, 5_000_000],
      ]) {
        await draft.add(all.subarray(from, to));
        const waiting = await draft.waiting();
        if (!waiting.ok) return 'it is not told what waits';
        const { found, behind } = waiting.value;
        const left = await readAll(open(), 'c-1');
        if (left.length !== found) return `${found} bytes should be found, and ${left.length} are`;
        if (behind.length > MOST_WAITING_BYTES) return 'too much waits';
        if (contentHash(Buffer.concat([left, behind])) !== contentHash(all.subarray(0, to)))
          return 'it is not what was added';
      }
      const others = [await readAll(open(), 'c-2'), await readAll(open(), 'c-1', OTHER)];
      if (others.some(({ length }) => length > 0)) return 'it is found elsewhere too';
      const listed = await open().blobs.list();
      await draft.drop();
      return listed.ok && listed.value.length === 0 ? null : 'it is a blob already';
    },
  },
  {
    title: 'all of it can be read until its hash was told, and from then on it is a blob',
    check: async (open) => {
      const draft = await begin(open(), 'c-1');
      await draft.add(encode('some'));
      await draft.waiting();
      await draft.add(encode('thing'));
      const told: string[] = [];
      const kept = await draft.keep(async (hash) => {
        told.push(hash, text(await readAll(open(), 'c-1')));
      });
      const expected = contentHash(encode('something'));
      if (show(told) !== show([expected, 'something'])) return `it was told ${show(told)}`;
      if (!kept.ok || kept.value !== expected) return 'the name is not the hash';
      const back = await open().blobs.get(expected);
      if (!back.ok || back.value === null || text(back.value) !== 'something') return 'it is no blob';
      if ((await draft.waiting()).ok || (await draft.add(encode('more'))).ok) return 'it takes more';
      return (await readAll(open(), 'c-1')).length === 0 ? null : 'it is still found as left';
    },
  },
  {
    title: 'what is let go of, dropped or begun anew is gone, and the rest is there',
    check: async (open) => {
      const drafts: OutputDraft[] = [];
      const commands = ['c-1', 'c-2', 'c-3', 'c-4'];
      for (const command of commands) {
        const draft = await begin(open(), command);
        await draft.add(new Uint8Array(LONG_BYTES));
        await open().outputs.keep(ONE, command, [encode(`note ${command}`)]);
        drafts.push(draft);
      }
      await drafts[0]?.drop();
      await open().outputs.drop(ONE, 'c-2');
      await open().outputs.drop(ONE, 'c-2');
      drafts.push(await begin(open(), 'c-3'));
      const got = [];
      for (const command of commands) got.push((await readAll(open(), command)).length > 0);
      const notes = [await open().outputs.load(ONE, 'c-2'), await open().outputs.load(ONE, 'c-4')];
      got.push(...notes.map((note) => note !== null));
      for (const draft of drafts) await draft.drop();
      return show(got) === show([false, false, false, true, false, true]) ? null : `got ${show(got)}`;
    },
  },
  {
    title: 'what is cleared is gone with all of its session, and of no other',
    check: async (open) => {
      const drafts: OutputDraft[] = [];
      for (const session of [ONE, OTHER]) {
        const draft = await begin(open(), 'c-1', session);
        await draft.add(new Uint8Array(LONG_BYTES));
        await open().outputs.keep(session, 'c-1', [encode('noted')]);
        drafts.push(draft);
      }
      await open().outputs.clear(ONE);
      await open().outputs.clear(ONE);
      const got = [await readAll(open(), 'c-1'), await readAll(open(), 'c-1', OTHER)].map(
        ({ length }) => length > 0,
      );
      const notes = [await open().outputs.load(ONE, 'c-1'), await open().outputs.load(OTHER, 'c-1')];
      got.push(...notes.map((note) => note !== null));
      for (const draft of drafts) await draft.drop();
      return show(got) === show([false, true, false, true]) ? null : `got ${show(got)}`;
    },
  },
];

const MOST_WAITING_BYTES = 2 * 1024 * 1024;
/** So much does not wait. */
const LONG_BYTES = MOST_WAITING_BYTES + 1;

async function begin({ outputs }: KeptOutputsStage, command: string, session = ONE): Promise<OutputDraft> {
  const begun = await outputs.begin(session, command);
  if (!begun.ok) throw new Error(`${command} cannot be begun`);
  return begun.value;
}

async function readAll({ outputs }: KeptOutputsStage, command: string, session = ONE): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of outputs.read(session, command)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
