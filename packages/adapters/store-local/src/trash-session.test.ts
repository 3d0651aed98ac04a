import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { sessionIdSchema } from '@rook/contract';
import type { Store } from '@rook/engine';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { createLocalStore } from './create-local-store.ts';
import { sessionFile, sessionFolder, trashedFolder, trashFile, trashFolder } from './session-paths.ts';

const session = sessionIdSchema.parse('rook-20261115-00000001');
const me = { surface: 'test' };
const DONE = { ok: true, value: undefined } as const;
let root = '';
let folder = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rook-trash-'));
  folder = join(root, '.rook');
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function open(): Store {
  return createLocalStore({ home: join(root, 'home'), folder });
}

async function makeSession(): Promise<void> {
  const opened = await open().open(session, me);
  if (!opened.ok) throw new Error(opened.error.message);
  await opened.value.append(new TextEncoder().encode('one\n'), true);
  await opened.value.close();
  await open().documents.put(session, 'session.json', '{}');
}

/** Where the session is seen, and that nothing of it is lost. */
async function whereabouts(): Promise<string> {
  const [listed, thrown] = [await open().list(), await open().listTrash()];
  const whole = [sessionFile(folder, session), trashFile(folder, session)].some(
    (path) => existsSync(path) && readFileSync(path, 'utf8') === 'one\n',
  );
  const beside = [sessionFolder(folder, session), trashedFolder(folder, session)].some((path) =>
    existsSync(join(path, 'session.json')),
  );
  const seen = [
    listed.ok && listed.value.length === 1 ? 'listed' : '',
    thrown.ok && thrown.value.length === 1 ? 'thrown' : '',
  ];
  return `${seen.join('')} ${whole && beside ? 'whole' : 'LOST'}`;
}

it('I-36 a deleted session lies in the trash with its folder, and comes back', async () => {
  await makeSession();
  expect(await open().trash(session, me)).toEqual(DONE);
  expect(readFileSync(trashFile(folder, session), 'utf8')).toBe('one\n');
  expect(existsSync(sessionFolder(folder, session))).toBe(false);
  expect(await whereabouts()).toBe('thrown whole');
  expect(await open().restore(session, me)).toEqual(DONE);
  expect(await whereabouts()).toBe('listed whole');
  expect(existsSync(trashFolder(folder, session))).toBe(false);
});

const interrupted: readonly (readonly [string, () => void, string])[] = [
  [
    'after the folder of the trash was made',
    () => mkdirSync(trashFolder(folder, session), { recursive: true }),
    'listed whole',
  ],
  [
    'after the journal was moved',
    () => {
      mkdirSync(trashFolder(folder, session), { recursive: true });
      renameSync(sessionFile(folder, session), trashFile(folder, session));
    },
    'thrown whole',
  ],
];

it.each(interrupted)('T-15 a process killed %s loses nothing', async (_title, leave, seen) => {
  await makeSession();
  leave();
  expect(await whereabouts()).toBe(seen);
  // The next delete goes on where that one ended, or finds nothing left to do.
  await open().trash(session, me);
  expect(await open().restore(session, me)).toEqual(DONE);
  expect(await whereabouts()).toBe('listed whole');
  expect(await open().trash(session, me)).toEqual(DONE);
  expect(await whereabouts()).toBe('thrown whole');
});

it('T-15 a process killed while it restores loses nothing', async () => {
  await makeSession();
  await open().trash(session, me);
  renameSync(trashedFolder(folder, session), sessionFolder(folder, session));
  expect(await whereabouts()).toBe('thrown whole');
  expect(await open().restore(session, me)).toEqual(DONE);
  expect(await whereabouts()).toBe('listed whole');
});

it('I-36 a projection that somebody made since is no session and does not stand in the way', async () => {
  await makeSession();
  await open().trash(session, me);
  await open().documents.put(session, 'summary.json', 'made late');
  expect(await open().restore(session, me)).toEqual(DONE);
  expect(await whereabouts()).toBe('listed whole');
});

it('T-14 follows no link in the place of the trash', async () => {
  await makeSession();
  const elsewhere = join(root, 'elsewhere');
  mkdirSync(elsewhere);
  for (const place of [trashFolder(folder, session), join(folder, 'trash')]) {
    rmSync(place, { recursive: true, force: true });
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(elsewhere, place);
    expect(await open().trash(session, me)).toMatchObject({ ok: false, error: { code: 'unsafe_folder' } });
    expect(await open().purge(session, me)).toMatchObject({ ok: false, error: { code: 'unsafe_folder' } });
    expect(readFileSync(sessionFile(folder, session), 'utf8')).toBe('one\n');
    rmSync(place);
  }
});

it('I-36 asking for a session that is not there makes nothing', async () => {
  for (const result of [
    await open().trash(session, me),
    await open().restore(session, me),
    await open().purge(session, me),
  ]) {
    expect(result).toMatchObject({ ok: false, error: { code: 'not_found' } });
  }
  expect(existsSync(folder)).toBe(false);
});
