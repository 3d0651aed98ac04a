import { sessionIdSchema, type ContentHash, type SessionId } from '@rook/contract';

import type { Store } from '../store.ts';
import type { SuiteCase } from './failed-cases.ts';

const session = sessionIdSchema.parse('rook-20261115-00000001');
const other = sessionIdSchema.parse('rook-20261116-00000002');
const third = sessionIdSchema.parse('rook-20261116-00000003');
const me = { surface: 'suite' };
const anchor = { seq: 0, hash: 'a'.repeat(64) };

/** What every store promises about sessions that are deleted. */
export const storeTrashSuite: readonly SuiteCase<Store>[] = [
  {
    title: 'a session in the trash is not in the list, and comes back as it was',
    check: async (open) => {
      await write(open(), session, 'one\n{"torn');
      await open().documents.put(session, 'session.json', '{}');
      await open().anchors.set(session, anchor);
      const gone = await open().trash(session, me);
      const seen = [await ids(open(), 'list'), await ids(open(), 'listTrash')].join(' | ');
      const read = [await textOf(open().read(session)), await textOf(open().readTrash(session))].join('|');
      const back = await open().restore(session, me);
      const after = [await ids(open(), 'list'), await ids(open(), 'listTrash')].join(' | ');
      const [document, kept] = [
        await open().documents.get(session, 'session.json'),
        await open().anchors.get(session),
      ];
      if (!gone.ok || !back.ok) return 'it could not be deleted or brought back';
      if (seen !== ` | ${session}` || read !== '|one\n{"torn')
        return `deleted, it is seen as ${seen} ${read}`;
      if (after !== `${session} | ` || (await textOf(open().read(session))) !== 'one\n{"torn')
        return 'it did not come back whole';
      if (!document.ok || document.value !== '{}') return 'what lay beside it is lost';
      return kept.ok && kept.value?.hash === anchor.hash ? null : 'its anchor is lost';
    },
  },
  {
    title: 'a session that somebody holds is neither deleted nor purged, and one that is not there is named',
    check: async (open) => {
      const held = await open().open(session, me);
      if (!held.ok) return held.error.message;
      await held.value.append(encode('one\n'), false);
      const refused = [await open().trash(session, me), await open().purge(session, me)];
      await held.value.close();
      const there = await textOf(open().read(session));
      const missing = [
        await open().trash(other, me),
        await open().restore(session, me),
        await open().purge(other, me),
      ];
      const codes = [...refused, ...missing].map((result) => (result.ok ? 'done' : result.error.code));
      const right = 'session_in_use session_in_use not_found not_found not_found';
      return codes.join(' ') === right && there === 'one\n' ? null : `got ${codes.join(' ')}`;
    },
  },
  {
    title: 'nothing is overwritten where a session of the same id is there again',
    check: async (open) => {
      await write(open(), session, 'old\n');
      await open().trash(session, me);
      await write(open(), session, 'recent\n');
      const results = [await open().restore(session, me), await open().trash(session, me)];
      const codes = results.map((result) => (result.ok ? 'done' : result.error.code)).join(' ');
      const texts = [await textOf(open().read(session)), await textOf(open().readTrash(session))].join('');
      return codes === 'exists exists' && texts === 'recent\nold\n' ? null : `got ${codes} ${texts}`;
    },
  },
  {
    title: 'a purge leaves nothing of a session, in the list or in the trash',
    check: async (open) => {
      for (const inTrash of [false, true]) {
        const hash = await keep(open(), 'only mine');
        await write(open(), session, `{"blob":"${hash}"}\n`);
        await open().documents.put(session, 'session.json', '{}');
        await open().anchors.set(session, anchor);
        if (inTrash) await open().trash(session, me);
        const dry = await open().purge(session, me, { dryRun: true });
        const before = await remains(open(), hash);
        const purged = await open().purge(session, me);
        if (!dry.ok || !purged.ok) return 'it could not be purged';
        if (JSON.stringify(dry.value) !== JSON.stringify(purged.value)) return 'the try said something else';
        if (!before.includes('blob') || !before.includes('anchor')) return 'trying removed something';
        const after = await remains(open(), hash);
        if (after !== '') return `left: ${after}`;
      }
      return null;
    },
  },
  {
    title: 'a purge leaves the bytes that another session names, also one in the trash',
    check: async (open) => {
      const [first, second] = [await keep(open(), 'in the list'), await keep(open(), 'in the trash')];
      await write(open(), session, `${first} ${second}\n`);
      await write(open(), other, `{"after_hash":"${first}"}\n`);
      await write(open(), third, `{"sha256":"${second.slice('sha256:'.length)}"}\n`);
      await open().trash(third, me);
      const purged = await open().purge(session, me);
      const kept = await Promise.all([first, second].map(async (hash) => open().blobs.get(hash)));
      if (!purged.ok || purged.value.keptBlobs !== 2) return 'it did not say that bytes were kept';
      return kept.every((blob) => blob.ok && blob.value !== null) ? null : 'they are gone';
    },
  },
];

const encode = (text: string) => new TextEncoder().encode(text);

async function write(store: Store, id: SessionId, text: string): Promise<void> {
  const opened = await store.open(id, me);
  if (!opened.ok) throw new Error(opened.error.message);
  await opened.value.append(encode(text), false);
  await opened.value.close();
}

async function keep(store: Store, text: string): Promise<ContentHash> {
  const kept = await store.blobs.put(encode(text));
  if (!kept.ok) throw new Error(kept.error.message);
  return kept.value;
}

async function ids(store: Store, which: 'list' | 'listTrash'): Promise<string> {
  const listed = await store[which]();
  return listed.ok ? listed.value.map(({ id }) => id).join(' ') : listed.error.code;
}

async function textOf(lines: ReturnType<Store['read']>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const batch of lines) {
    if (!batch.ok) throw new Error(batch.error.message);
    for (const { bytes, finished } of batch.value) text += `${decoder.decode(bytes)}${finished ? '\n' : ''}`;
  }
  return text;
}

/** What of the session is still found, by kind. */
async function remains(store: Store, hash: ContentHash): Promise<string> {
  const [blob, kept, document] = [
    await store.blobs.get(hash),
    await store.anchors.get(session),
    await store.documents.get(session, 'session.json'),
  ];
  return [
    (await ids(store, 'list')) === '' ? '' : 'listed',
    (await ids(store, 'listTrash')) === '' ? '' : 'in the trash',
    blob.ok && blob.value === null ? '' : 'blob',
    kept.ok && kept.value === null ? '' : 'anchor',
    document.ok && document.value === null ? '' : 'document',
  ]
    .filter((kind) => kind !== '')
    .join(', ');
}
