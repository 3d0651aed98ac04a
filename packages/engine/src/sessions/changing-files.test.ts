import { parseEntry, type EntryBase } from '@rook/contract';
import { expect, it } from 'vitest';

import { finished, text } from '../models/test-models.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import type { Workspace } from '../ports/workspace.ts';
import { calls, makeSessionRoom, must, type SessionRoom } from './test-session.ts';

const known = (entries: readonly EntryBase[]) =>
  entries.flatMap((entry) => {
    const read = parseEntry(entry);
    return read.kind === 'known' ? [read.entry] : [];
  });

const done = [text('done'), finished()];
const files = { 'src/a.ts': 'let a = 1;\nlet b = 2;\n', 'src/b.ts': 'let c = 3;\n' };

function makeWorkspace(): Workspace {
  return createFakeWorkspace(new Map(Object.entries(files)));
}

async function textOf(workspace: Workspace, path: string): Promise<string | null> {
  const read = await workspace.read(path);
  return read.ok ? new TextDecoder().decode(read.value.bytes) : null;
}

async function run(
  answers: Parameters<typeof makeSessionRoom>[0],
  workspace = makeWorkspace(),
): Promise<SessionRoom> {
  const room = makeSessionRoom([...answers, done]);
  await room.ask(await room.open({ workspace, autoEdits: true }), 'Change it.');
  return room;
}

function lastResult(room: SessionRoom): string {
  const last = room.model.requests.at(-1)?.messages.at(-1);
  return last?.role === 'tool' ? last.results.map((result) => result.text).join('\n') : '';
}

it('E-04 E-14 B-15 applies an edit of a file that was read, as one change set', async () => {
  const workspace = makeWorkspace();
  const edits = [{ search: 'a = 1', replace: 'a = 10' }];
  const room = await run(
    [calls(['read_file', { path: 'src/a.ts' }]), calls(['edit', { path: 'src/a.ts', edits }])],
    workspace,
  );
  expect(await textOf(workspace, 'src/a.ts')).toBe('let a = 10;\nlet b = 2;\n');
  const types = room.types();
  expect(types.slice(types.lastIndexOf('tool_call_requested'), types.lastIndexOf('budget_reserved'))).toEqual(
    ['tool_call_requested', 'tool_call_allowed', 'change_set_started', 'change_set_applied', 'tool_call'],
  );
  expect(known(room.entries).find((entry) => entry.event_type === 'change_set_applied')).toMatchObject({
    kind: 'edit',
    turn_id: 't0001',
    intent_id: null,
    files: [{ path: 'src/a.ts', status: 'applied', added: 1, removed: 1 }],
  });
});

it('E-04 E-25 refuses a change of a file that was never read, and of one that changed since', async () => {
  const blind = await run([calls(['edit', { path: 'src/a.ts', edits: [{ search: 'a', replace: 'b' }] }])]);
  expect(lastResult(blind)).toContain('No hash provided');

  const workspace = makeWorkspace();
  const room = makeSessionRoom([
    calls(['read_file', { path: 'src/a.ts' }]),
    done,
    calls(['edit', { path: 'src/a.ts', edits: [{ search: 'a = 1', replace: 'a = 9' }] }]),
    done,
  ]);
  const session = await room.open({ workspace, autoEdits: true });
  await room.ask(session, 'Read it.');
  const before = must(await workspace.read('src/a.ts'));
  const bytes = new TextEncoder().encode('let a = 1;\nlet b = 222;\n');
  must(await workspace.apply([{ path: 'src/a.ts', expected: before.hash, bytes }]));
  await room.ask(session, 'Change it.');
  expect(lastResult(room)).toContain('Stale file');
  expect(await textOf(workspace, 'src/a.ts')).toBe('let a = 1;\nlet b = 222;\n');
  expect(known(room.entries).find((entry) => entry.event_type === 'change_set_refused')).toMatchObject({
    error: { code: 'stale_file' },
  });
});

function edit(search: string, replace: string): ReturnType<typeof calls> {
  return calls(['edit', { path: 'src/a.ts', edits: [{ search, replace }] }]);
}

it('E-25 changes a file again after its own change, without reading it once more', async () => {
  const workspace = makeWorkspace();
  await run(
    [calls(['read_file', { path: 'src/a.ts' }]), edit('a = 1', 'a = 2'), edit('b = 2', 'b = 3')],
    workspace,
  );
  expect(await textOf(workspace, 'src/a.ts')).toBe('let a = 2;\nlet b = 3;\n');
});

function patch(second: string): string {
  return `*** Begin Patch\n*** Update File: src/a.ts\n@@\n-let a = 1;\n+let a = 5;\n*** Update File: src/b.ts\n@@\n-${second}\n+let c = 6;\n*** End Patch`;
}

it('E-22 applies a patch of several files, or nothing of it', async () => {
  const read = calls(['read_file', { path: 'src/a.ts' }], ['read_file', { path: 'src/b.ts' }]);
  const good = makeWorkspace();
  await run([read, calls(['apply_patch', { patch: patch('let c = 3;') }])], good);
  expect([await textOf(good, 'src/a.ts'), await textOf(good, 'src/b.ts')]).toEqual([
    'let a = 5;\nlet b = 2;\n',
    'let c = 6;\n',
  ]);
  const bad = makeWorkspace();
  const room = await run([read, calls(['apply_patch', { patch: patch('let c = 4;') }])], bad);
  expect([await textOf(bad, 'src/a.ts'), await textOf(bad, 'src/b.ts')]).toEqual([
    files['src/a.ts'],
    files['src/b.ts'],
  ]);
  expect(lastResult(room)).toContain('Nothing was written.');
});

it('E-05 E-22 makes, moves and deletes files, and each is a change set', async () => {
  const workspace = makeWorkspace();
  const room = await run(
    [
      calls(['read_file', { path: 'src/a.ts' }], ['read_file', { path: 'src/b.ts' }]),
      calls(
        ['write_to_file', { path: 'src/new.ts', content: 'let n = 0;\n' }],
        ['move_file', { path: 'src/a.ts', to: 'src/moved.ts' }],
        ['delete_file', { path: 'src/b.ts' }],
      ),
    ],
    workspace,
  );
  expect(await textOf(workspace, 'src/new.ts')).toBe('let n = 0;\n');
  expect(await textOf(workspace, 'src/moved.ts')).toBe(files['src/a.ts']);
  expect([await textOf(workspace, 'src/a.ts'), await textOf(workspace, 'src/b.ts')]).toEqual([null, null]);
  expect(room.types().filter((type) => type === 'change_set_applied')).toHaveLength(3);
});

it('E-13 I-34 records a bug for a diff that cannot be read', async () => {
  const diff = '@@ -1 +1 @@\n-let a = 1;+let a = 2;\n';
  const room = await run([
    calls(['read_file', { path: 'src/a.ts' }]),
    calls(['apply_diff', { path: 'src/a.ts', diff }]),
  ]);
  expect(room.types()).toContain('change_set_refused');
  expect(known(room.entries).find((entry) => entry.event_type === 'bug_recorded')).toMatchObject({
    by: 'script',
  });
});

it('CF-05 E-03 applies a structured reply through the same door, with the hashes that it names', async () => {
  const workspace = makeWorkspace();
  const room = makeSessionRoom(
    [
      [
        text(
          JSON.stringify({
            summary: 'Changed.',
            fileHashes: { 'src/a.ts': 'WRONG' },
            fileChanges: [{ path: 'src/a.ts', edits: [{ search: 'a = 1', replace: 'a = 7' }] }],
          }),
        ),
        finished(),
      ],
    ],
    { settings: { 'model.structured': true } },
  );
  const session = await room.open({ workspace, autoEdits: true });
  await room.ask(session, 'Change it.', { files: ['src/a.ts'] });
  expect(known(room.entries).find((entry) => entry.event_type === 'change_set_refused')).toMatchObject({
    error: { code: 'hash_mismatch' },
  });
  expect(await textOf(workspace, 'src/a.ts')).toBe(files['src/a.ts']);
});

it('E-04 does not count what is shown in the same answer as the change: the model had not seen it', async () => {
  const workspace = makeWorkspace();
  const room = makeSessionRoom([
    calls(['read_file', { path: 'src/a.ts' }]),
    done,
    calls(
      ['read_file', { path: 'src/a.ts' }],
      ['write_to_file', { path: 'src/a.ts', content: 'let a = 9;\n' }],
    ),
    done,
  ]);
  const session = await room.open({ workspace, autoEdits: true });
  await room.ask(session, 'Read it.');
  const before = must(await workspace.read('src/a.ts'));
  const theirs = new TextEncoder().encode('let a = 1;\nlet b = 2;\nlet precious = 3;\n');
  must(await workspace.apply([{ path: 'src/a.ts', expected: before.hash, bytes: theirs }]));
  await room.ask(session, 'Change it.');
  expect(await textOf(workspace, 'src/a.ts')).toContain('precious');
  expect(lastResult(room)).toContain('Stale file');

  const blind = makeWorkspace();
  await run([calls(['read_file', { path: 'src/b.ts' }], ['delete_file', { path: 'src/b.ts' }])], blind);
  expect(await textOf(blind, 'src/b.ts')).toBe(files['src/b.ts']);
});

it('E-04 forgets with the turn what was shown with a secret in it, because later turns are told it without', async () => {
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  const workspace = createFakeWorkspace(new Map([['c.txt', `a=1\ntoken=${secret}\nb=2\n`]]));
  const room = makeSessionRoom([
    calls(['read_file', { path: 'c.txt' }]),
    calls(['edit', { path: 'c.txt', edits: [{ search: 'a=1', replace: 'a=2' }] }]),
    done,
    calls(['write_to_file', { path: 'c.txt', content: 'a=1\nb=3\n' }]),
    done,
  ]);
  const session = await room.open({ workspace, autoEdits: true });
  await room.ask(session, 'Read and change it.');
  expect(await textOf(workspace, 'c.txt')).toBe(`a=2\ntoken=${secret}\nb=2\n`);
  await room.ask(session, 'Write it anew.');
  expect(await textOf(workspace, 'c.txt')).toContain(secret);
});

it('E-06 deletes and moves nothing through a link', async () => {
  const names = new Map([['l.ts', 'src/b.ts']]);
  const workspace = createFakeWorkspace(new Map(Object.entries(files)), names);
  const room = await run(
    [
      calls(['read_file', { path: 'l.ts' }]),
      calls(['delete_file', { path: 'l.ts' }], ['move_file', { path: 'l.ts', to: 'm.ts' }]),
    ],
    workspace,
  );
  expect(await textOf(workspace, 'src/b.ts')).toBe(files['src/b.ts']);
  expect(lastResult(room)).toContain('really is src/b.ts');
});
