import { contentHashSchema, sessionIdSchema } from '@rook/contract';
import { expect, it } from 'vitest';

import { contentHash } from '../content-hash.ts';
import { removeOne, writeOne } from '../suites/workspace-stage.ts';
import { createFakeClock } from './fake-clock.ts';
import { createFakeSecrets } from './fake-secrets.ts';
import { createFakeShell } from './fake-shell.ts';
import { createFakeStore } from './fake-store.ts';
import { createFakeWorkspace } from './fake-workspace.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

it('holds time until it is moved, and wakes sleepers in their order', async () => {
  const clock = createFakeClock(new Date(0));
  const woken: string[] = [];
  const late = clock.sleep(20).then(() => woken.push('late'));
  const early = clock.sleep(10).then(() => woken.push('early'));
  const abort = new AbortController();
  const aborted = clock.sleep(1000, abort.signal);
  abort.abort();
  await aborted;
  clock.advance(20);
  await Promise.all([late, early]);
  expect(woken).toEqual(['early', 'late']);
  clock.setWallClock(new Date(-5));
  expect([clock.now().getTime(), clock.monotonic()]).toEqual([-5, 20]);
});

it('keeps secrets by name', async () => {
  const secrets = createFakeSecrets(new Map([['a', '1']]));
  await secrets.set('b', '2');
  await secrets.remove('a');
  await secrets.remove('a');
  expect(await secrets.list()).toEqual({ ok: true, value: ['b'] });
  expect(await secrets.get('a')).toEqual({ ok: true, value: null });
});

it('gives a session to one writer at a time and its lines back in order', async () => {
  const store = createFakeStore();
  const session = sessionIdSchema.parse('rook-20261115-00000001');
  const first = await store.open(session, { surface: 'test' });
  expect(await store.open(session, { surface: 'other' })).toMatchObject({
    ok: false,
    error: { code: 'session_in_use' },
  });
  if (!first.ok) throw new Error('not opened');
  await first.value.append(bytes('one\ntwo\nthr'), true);
  await first.value.close();
  expect(await first.value.append(bytes('late'), false)).toMatchObject({ ok: false });
  const lines: string[] = [];
  for await (const batch of store.read(session)) {
    if (!batch.ok) throw new Error(batch.error.message);
    for (const line of batch.value) lines.push(`${new TextDecoder().decode(line.bytes)} ${line.finished}`);
  }
  expect(lines).toEqual(['one true', 'two true', 'thr false']);
  expect(await store.list()).toMatchObject({ ok: true, value: [{ id: session, bytes: 11 }] });
  const kept = await store.blobs.put(bytes('blob'));
  expect(kept).toEqual({ ok: true, value: contentHash(bytes('blob')) });
  expect(await store.blobs.get(contentHash(bytes('other')))).toEqual({ ok: true, value: null });
});

it('E-25 writes a file only over the content that was expected', async () => {
  const workspace = createFakeWorkspace(
    new Map([
      ['src/a.ts', 'one'],
      ['b.ts', 'b'],
    ]),
  );
  const wrong = contentHashSchema.parse(`sha256:${'0'.repeat(64)}`);
  expect(await writeOne(workspace, 'src/a.ts', bytes('two'), wrong)).toMatchObject({
    ok: false,
    error: { code: 'stale_file' },
  });
  expect(await writeOne(workspace, 'src/a.ts', bytes('two'), null)).toMatchObject({ ok: false });
  expect(await writeOne(workspace, '../x', bytes('x'), null)).toMatchObject({
    ok: false,
    error: { code: 'outside_workspace' },
  });
  expect(await writeOne(workspace, 'src/a.ts', bytes('two'), contentHash(bytes('one')))).toEqual({
    ok: true,
    value: contentHash(bytes('two')),
  });
  expect(await workspace.list('')).toEqual({
    ok: true,
    value: [
      { name: 'b.ts', kind: 'file' },
      { name: 'src', kind: 'folder' },
    ],
  });
  expect(await removeOne(workspace, 'b.ts', contentHash(bytes('b')))).toEqual({ ok: true, value: undefined });
  expect(await workspace.read('b.ts')).toMatchObject({ ok: false, error: { code: 'not_found' } });
});

it('starts nothing and remembers what was asked', async () => {
  const shell = createFakeShell(({ file }) => (file === 'echo' ? { stdout: bytes('hi') } : undefined));
  const program = {
    args: [],
    cwd: '/',
    env: new Map<string, string>(),
    timeoutMilliseconds: 1,
    keepBytes: 10,
  };
  const seen: string[] = [];
  const ran = await shell.run({ ...program, file: 'echo' }, ({ stream }) => seen.push(stream));
  expect(ran).toMatchObject({ ok: true, value: { code: 0, signal: null } });
  expect(await shell.run({ ...program, file: 'nope' })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
  expect([seen, shell.started.map(({ file }) => file)]).toEqual([['stdout'], ['echo', 'nope']]);
});
