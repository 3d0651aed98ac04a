import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { SessionId } from '@rook/contract';
import { createLocalStore } from '@rook/store-local';
import { expect, it } from 'vitest';

import { makeSession, sessionFile } from './make-session.ts';
import { errorOf, jsonOf, listAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const CANARY = 'canary-7d1e';

function trashFile(sandbox: Sandbox, session: SessionId): string {
  return join(sandbox.workspace, '.rook/trash', session, `session_${session}.jsonl`);
}

/** Every file of Rook's whose name or bytes have the text. */
function findText(sandbox: Sandbox, text: string): readonly string[] {
  return readdirSync(sandbox.folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(sandbox.folder, name)).isFile())
    .filter((name) => name.includes(text) || readFileSync(join(sandbox.folder, name)).includes(text));
}

it('I-36 deletes to the trash, lists it there, and undoes it; verify is still anchored', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox, { title: 'Precious' });
  const before = readFileSync(sessionFile(sandbox, session), 'utf8');
  const deleted = await runRook(sandbox, ['session', 'delete', session.slice(-8)]);
  expect([deleted.code, deleted.stdout]).toEqual([0, expect.stringContaining(`delete ${session} --undo`)]);
  expect((await runRook(sandbox, ['session', 'list'])).stdout).toBe('');
  expect(errorOf(await runRook(sandbox, ['session', 'show', session, '--json'])).code).toBe('not_found');
  expect(readFileSync(trashFile(sandbox, session), 'utf8')).toBe(before);
  expect(jsonOf(await runRook(sandbox, ['session', 'list', '--trash', '--json']))).toMatchObject({
    id: session,
    title: 'Precious',
  });
  expect((await runRook(sandbox, ['session', 'delete', session, '--undo'])).code).toBe(0);
  expect(readFileSync(sessionFile(sandbox, session), 'utf8')).toBe(before);
  const verified = jsonOf(await runRook(sandbox, ['journal', 'verify', '--json']));
  expect(valueAt(verified, 'sessions', 0)).toMatchObject({ id: session, ok: true, anchored: true });
  expect((await runRook(sandbox, ['session', 'list', '--trash'])).stderr).toBe('The trash is empty.\n');
});

it('I-36 an undo overwrites nothing', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  await runRook(sandbox, ['session', 'delete', session]);
  place(sessionFile(sandbox, session), 'another one\n');
  const error = errorOf(await runRook(sandbox, ['session', 'delete', session, '--undo', '--json']));
  expect(error.code).toBe('exists');
  expect(readFileSync(sessionFile(sandbox, session), 'utf8')).toBe('another one\n');
  expect(existsSync(trashFile(sandbox, session))).toBe(true);
});

it.each([['list'], ['trash']])(
  'N-20 after a purge from the %s no file has a word of the session',
  async (from) => {
    const sandbox = makeSandbox();
    const other = await makeSession(sandbox, { title: 'Another' });
    const store = createLocalStore({ home: sandbox.rookHome, folder: join(sandbox.workspace, '.rook') });
    const blob = await store.blobs.put(new TextEncoder().encode(CANARY));
    if (!blob.ok) throw new Error(blob.error.message);
    const session = await makeSession(sandbox, {
      title: CANARY,
      drafts: [
        { event_type: 'bug_recorded', type: 'Other', by: 'user', description: `${CANARY} ${blob.value}` },
      ],
    });
    await store.documents.put(session, 'data/answer.json', CANARY);
    place(join(sandbox.rookHome, 'logs', `${session}.log`), CANARY);
    for (const name of ['index.sqlite', 'index.sqlite.draft'])
      place(join(sandbox.workspace, '.rook', name), CANARY);
    expect(findText(sandbox, CANARY).length).toBeGreaterThan(4);
    if (from === 'trash') await runRook(sandbox, ['session', 'delete', session]);

    const words = ['session', 'delete', session, '--purge'];
    expect(errorOf(await runRook(sandbox, [...words, '--json'])).code).toBe('approval_needed');
    const tried = jsonOf(await runRook(sandbox, [...words, '--dry-run', '--json']));
    expect(valueAt(tried, 'purged')).toBe(false);
    expect(findText(sandbox, CANARY).length).toBeGreaterThan(4);
    const purged = jsonOf(await runRook(sandbox, [...words, '--yes', '--json']));
    const kinds = listAt(purged, 'parts').map((part) => valueAt(part, 'kind'));
    expect(new Set(kinds)).toEqual(
      new Set(['journal', 'document', 'blob', 'anchor', 'log', 'index', 'lock']),
    );
    expect(listAt(tried, 'parts').map((part) => valueAt(part, 'path'))).toEqual(
      listAt(purged, 'parts').map((part) => valueAt(part, 'path')),
    );
    for (const left of [CANARY, session, blob.value.slice(7)]) expect(findText(sandbox, left)).toEqual([]);
    expect((await runRook(sandbox, ['journal', 'verify', other])).code).toBe(0);
  },
);

it.each([
  [['--undo', '--purge'], 2],
  [['--dry-run'], 2],
  [['--undo'], 1],
] as const)('I-36 refuses `rook session delete ID %j` with exit code %d', async (words, code) => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  expect((await runRook(sandbox, ['session', 'delete', session, ...words])).code).toBe(code);
  expect(existsSync(sessionFile(sandbox, session))).toBe(true);
});

const KILLS = 24;

it('T-15 a process killed while it deletes leaves the session in the list or in the trash, whole', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  const before = readFileSync(sessionFile(sandbox, session), 'utf8');
  const began = performance.now();
  expect((await runRook(sandbox, ['session', 'delete', session])).code).toBe(0);
  const life = performance.now() - began;
  let inTrash = true;
  let killed = 0;
  for (let turn = 0; turn < KILLS; turn += 1) {
    const started = (_id: number, kill: (signal: NodeJS.Signals) => void) => {
      setTimeout(() => kill('SIGKILL'), life * (0.4 + (0.6 * turn) / KILLS));
    };
    const words = ['session', 'delete', session, ...(inTrash ? ['--undo'] : [])];
    const end = await runRook(sandbox, words, { started });
    killed += end.signal === null ? 0 : 1;
    const places = [sessionFile(sandbox, session), trashFile(sandbox, session)].filter((path) =>
      existsSync(path),
    );
    expect(places).toHaveLength(1);
    expect(readFileSync(places[0] ?? '', 'utf8')).toBe(before);
    inTrash = places[0] === trashFile(sandbox, session);
  }
  expect(killed).toBeGreaterThan(0);
  await runRook(sandbox, ['session', 'delete', session, '--undo']);
  expect(readFileSync(sessionFile(sandbox, session), 'utf8')).toBe(before);
  expect((await runRook(sandbox, ['journal', 'verify'])).code).toBe(0);
}, 60_000);

it('I-36 an empty name is no session, and a purge wants all of one', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  for (const words of [[''], ['', '--purge', '--yes'], ['rook', '--purge', '--yes'], ['', '--undo']]) {
    const ended = await runRook(sandbox, ['session', 'delete', ...words]);
    expect([words, ended.code]).toEqual([words, words.includes('--undo') ? 1 : 2]);
  }
  expect(existsSync(sessionFile(sandbox, session))).toBe(true);
  const purged = await runRook(sandbox, ['session', 'delete', session.slice(-8), '--purge', '--yes']);
  expect(purged.code).toBe(0);
});

it('verify names a session whose journal vanished, and none that was deleted or purged', async () => {
  const sandbox = makeSandbox();
  const [taken, deleted, purged] = [
    await makeSession(sandbox),
    await makeSession(sandbox),
    await makeSession(sandbox),
  ];
  await runRook(sandbox, ['session', 'delete', deleted]);
  await runRook(sandbox, ['session', 'delete', purged, '--purge', '--yes']);
  rmSync(sessionFile(sandbox, taken));
  const verified = await runRook(sandbox, ['journal', 'verify', '--json']);
  expect([verified.code, jsonOf(verified)]).toEqual([
    1,
    { sessions: [{ id: taken, entries: 0, ok: false, anchored: true, torn: [], reason: 'missing' }] },
  ]);
  expect((await runRook(sandbox, ['journal', 'verify'])).stdout).toContain('(missing)');
});
