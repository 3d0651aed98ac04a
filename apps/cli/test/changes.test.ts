import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  changeSetIdSchema,
  contentHashSchema,
  sessionIdSchema,
  turnIdSchema,
  type EntryDraft,
} from '@rook/contract';
import { expect, it } from 'vitest';

import { applyJson, hashesOf } from './apply-rook.ts';
import { linesOf } from './ask-rook.ts';
import { makeSession, sessionFile } from './make-session.ts';
import { errorOf, jsonOf, keysOf, listAt, textAt, valueAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const OLD = 'one\ntwo\nthree\n';
const FIELDS =
  'added by costUsd current files id intent kind modified parent removed session state status timestamp turn';

/** A workspace with one change set that was applied, and then one that was refused. */
async function prepare(): Promise<{ readonly sandbox: Sandbox; readonly applied: string }> {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'a.txt'), OLD);
  const reply = {
    fileHashes: hashesOf(sandbox, 'a.txt'),
    fileChanges: [
      { path: 'a.txt', edits: [{ search: 'two\n', replace: 'TWO\n' }] },
      { path: 'b.txt', content: 'b\n' },
    ],
  };
  const first = await applyJson(sandbox, reply);
  await applyJson(sandbox, reply);
  return { sandbox, applied: textAt(first.printed, 'changeSet') };
}

function valuesOf({ stdout }: End): readonly unknown[] {
  return linesOf(stdout).map((line): unknown => JSON.parse(line));
}

it('E-14 rook changes lists change sets of all sessions, newest first, and marks what was refused', async () => {
  const { sandbox, applied } = await prepare();
  const { code, stdout, stderr } = await runRook(sandbox, ['changes']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [refused = '', done = '', ...more] = linesOf(stdout);
  expect(more).toEqual([]);
  expect(refused).toMatch(
    /^✗ cs-[\d-]+ apply 2 files refused \(hash_mismatch\) \d+[smh] ago {2}rook-\S+ t0001$/,
  );
  expect(done).toMatch(/^● cs-[\d-]+ apply 2 files \(\+2 -1\) \d+[smh] ago {2}rook-\S+ t0001$/);
  expect(done).toContain(applied);

  const printed = valuesOf(await runRook(sandbox, ['changes', '--json']));
  expect(printed).toMatchObject([
    { status: 'refused', current: false, error: { code: 'hash_mismatch' }, added: 0 },
    { id: applied, status: 'applied', current: true, kind: 'edit', turn: 't0001', added: 2, removed: 1 },
  ]);
  expect(keysOf(printed[1]).join(' ')).toBe(FIELDS);
  expect(valueAt(printed[1], 'files')).toEqual(['a.txt', 'b.txt']);

  const one = await runRook(sandbox, ['changes', '--limit', '1']);
  expect(linesOf(one.stdout)).toHaveLength(1);
  expect(one.stdout).toContain('✗');
  expect(one.stderr).toContain('more than 1');
  const session = textAt(printed[1], 'session');
  const ofSession = valuesOf(await runRook(sandbox, ['changes', '--session', session, '--json']));
  expect(ofSession.map((value) => valueAt(value, 'id'))).toEqual([applied]);
});

it('E-14 rook changes ID shows the files, and the diff from the contents that were kept', async () => {
  const { sandbox, applied } = await prepare();
  place(join(sandbox.workspace, 'a.txt'), 'something else since\n');
  const { code, stdout } = await runRook(sandbox, ['changes', applied]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^● cs-[\d-]+ \(\+2 -1\) \d+[smh] ago\n {2}session rook-\S+ {2}turn t0001 {2}apply {2}/,
  );
  expect(stdout).toContain(
    'a.txt  +1 -1  applied\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n',
  );
  expect(stdout).toContain('b.txt  +1 -0  applied\n--- /dev/null\n+++ b/b.txt\n');

  const printed = jsonOf(await runRook(sandbox, ['changes', applied.slice(-8), '--json']));
  expect(printed).toMatchObject({ id: applied, status: 'applied', displaced: [] });
  expect(keysOf(listAt(printed, 'files')[0])).toEqual(
    'added afterHash beforeHash diff modified path removed status'.split(' '),
  );
  expect(textAt(printed, 'files', 0, 'diff')).toContain('-two\n+TWO\n');

  const [refused] = valuesOf(await runRook(sandbox, ['changes', '--json']));
  const why = await runRook(sandbox, ['changes', textAt(refused, 'id')]);
  expect(why.stdout).toMatch(/a\.txt {2}\+0 -0 {2}refused: Hash mismatch: .* \(hash_mismatch\)/);
  const unknown = await runRook(sandbox, ['changes', 'cs-1', '--json']);
  expect([unknown.code, errorOf(unknown).code]).toEqual([1, 'not_found']);
  const nowhere = await runRook(sandbox, ['changes', 'no-such-end', '--session', 'nowhere', '--json']);
  expect(errorOf(nowhere).code).toBe('not_found');
});

it('E-14 rook changes says that a content is not kept any more, and shows the rest', async () => {
  const { sandbox, applied } = await prepare();
  rmSync(join(sandbox.workspace, '.rook', 'blobs'), { recursive: true });
  const { code, stdout } = await runRook(sandbox, ['changes', applied]);
  expect(code).toBe(0);
  expect(stdout).toContain('a.txt  +1 -1  applied\n  The content sha256:');
});

it('E-14 rook changes takes the newest of many sessions, whatever their order, and shows those left open', async () => {
  const sandbox = makeSandbox();
  const all: number[] = [];
  for (const first of [10, 30, 20]) {
    const numbers = [first, first + 1, first + 2];
    all.push(...numbers);
    await makeSession(sandbox, { drafts: numbers.map((number) => changeSet(number, 'change_set_applied')) });
  }
  const left = await makeSession(sandbox, { drafts: [changeSet(99, 'change_set_started')] });
  const end = await runRook(sandbox, ['changes', '--limit', '100', '--json']);
  const found = valuesOf(end);
  expect(found.map((value) => textAt(value, 'id')).toSorted()).toEqual(
    [...all, 99].map((number) => `cs-${number}`).toSorted(),
  );
  const times = found.map((value) => textAt(value, 'timestamp'));
  expect(times).toEqual(times.toSorted().toReversed());
  expect(found.filter((value) => valueAt(value, 'current') === true)).toHaveLength(3);
  expect(found[0]).toMatchObject({ id: 'cs-99', status: 'open', session: left, costUsd: 0.02 });
  const rows = linesOf((await runRook(sandbox, ['changes', '--limit', '2'])).stdout);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(/^\? cs-99 edit 1 file left open \$0\.02 \d+[smh] ago/);
});

it('E-14 lines that are no entries hide no change set, and an id that two sessions have is not guessed', async () => {
  const sandbox = makeSandbox();
  const [one, other] = [
    await makeSession(sandbox, { drafts: [changeSet(5, 'change_set_applied')] }),
    await makeSession(sandbox, { drafts: [changeSet(5, 'change_set_applied')] }),
  ];
  const twice = await runRook(sandbox, ['changes', 'cs-5', '--json']);
  expect([twice.code, errorOf(twice).code]).toEqual([1, 'ambiguous']);
  for (const session of [one, other]) expect(errorOf(twice).message).toContain(`cs-5 of ${session}`);
  const rewound = await runRook(sandbox, ['rewind', 'cs-5', '--yes', '--json']);
  expect([rewound.code, errorOf(rewound).code]).toEqual([1, 'ambiguous']);
  for (const session of [one, other]) expect(errorOf(rewound).message).toContain(`cs-5 of ${session}`);
  const chosen = await runRook(sandbox, ['rewind', 'cs-5', '--session', one, '--dry-run', '--json']);
  expect([chosen.code, valueAt(jsonOf(chosen), 'target')]).toEqual([0, 'cs-5']);
  const shown = jsonOf(await runRook(sandbox, ['changes', 'cs-5', '--session', one, '--json']));
  expect(shown).toMatchObject({ id: 'cs-5', session: one });

  const file = sessionFile(sandbox, other);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, `no json "change_set_applied"\n${text}{"event_type":"change_set_applied"`);
  utimesSync(file, new Date(), new Date());
  const rows = valuesOf(await runRook(sandbox, ['changes', '--json']));
  expect(rows.map((value) => textAt(value, 'session')).toSorted()).toEqual([one, other].toSorted());
});

it('E-15 E-20 rook changes says which sets are undone or made again, whose they are, and where the session stands', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'a.txt'), OLD);
  const edit = async (search: string, replace: string) => {
    const fileChanges = [{ path: 'a.txt', edits: [{ search, replace }] }];
    return textAt(
      (await applyJson(sandbox, { fileHashes: hashesOf(sandbox, 'a.txt'), fileChanges })).printed,
      'changeSet',
    );
  };
  const first = await edit('one\n', 'ONE\n');
  const second = await edit('three\n', 'THREE\n');
  const states = async () =>
    valuesOf(await runRook(sandbox, ['changes', '--json'])).map(
      (value) => `${textAt(value, 'kind')} ${textAt(value, 'state')} ${String(valueAt(value, 'current'))}`,
    );
  expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
  expect(await states()).toEqual(['rewind standing false', 'edit undone false', 'edit standing true']);
  const rows = linesOf((await runRook(sandbox, ['changes'])).stdout);
  expect(rows[0]).toMatch(/^○ cs-[\d-]+ rewind 1 file \(\+1 -1\) \d/u);
  expect(rows[1]).toMatch(/^○ cs-[\d-]+ apply 1 file \(\+1 -1\) undone \d/u);
  expect((await runRook(sandbox, ['changes', second])).stdout).toMatch(/^○ cs-[\d-]+ \(\+1 -1\) undone /u);

  expect((await runRook(sandbox, ['forward', '--yes'])).code).toBe(0);
  expect(await states()).toEqual([
    'forward standing false',
    'rewind undone false',
    'edit redone true',
    'edit standing true',
  ]);
  // Undone by hand: it is written down without a question, and the next one is about the set before.
  place(join(sandbox.workspace, 'a.txt'), OLD.replace('one', 'ONE'));
  const noted = await runRook(sandbox, ['rewind']);
  expect([noted.code, noted.stdout]).toEqual([
    0,
    expect.stringContaining(`by hand. ${second} counts as undone now`),
  ]);
  expect(linesOf((await runRook(sandbox, ['changes', '--limit', '1'])).stdout)[0]).toContain(
    'nothing was written',
  );
  expect(jsonOf(await runRook(sandbox, ['rewind', '--dry-run', '--json']))).toMatchObject({ target: first });
});

it('E-17 rook changes and rook rewind say of pruned bytes that they were pruned', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'a.txt'), OLD);
  const fileChanges = [{ path: 'a.txt', edits: [{ search: 'one\n', replace: 'ONE\n' }] }];
  const { printed } = await applyJson(sandbox, { fileHashes: hashesOf(sandbox, 'a.txt'), fileChanges });
  const id = textAt(printed, 'changeSet');
  const hash = contentHashSchema.parse(textAt(printed, 'files', 0, 'beforeHash'));
  await makeSession(sandbox, { drafts: [{ event_type: 'blobs_pruned', hashes: [hash], bytes: 9 }] });
  // Said, and still there: it was kept again.
  expect((await runRook(sandbox, ['changes'])).stdout).not.toContain('pruned');
  const digits = hash.slice('sha256:'.length);
  rmSync(join(sandbox.workspace, '.rook', 'blobs', digits.slice(0, 2), `${digits}.zst`));
  expect((await runRook(sandbox, ['changes'])).stdout).toContain('(old bytes pruned, cannot be rewound)');
  expect(jsonOf(await runRook(sandbox, ['changes', id, '--json']))).toMatchObject({ pruned: ['a.txt'] });
  const refused = await runRook(sandbox, ['rewind', '--yes']);
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('they were pruned')]);
});

it('E-16 rook changes says of what a command changed which files cannot be rewound, before anybody relies on it', async () => {
  const sandbox = makeSandbox();
  const set = changeSet(7, 'change_set_applied');
  if (set.event_type !== 'change_set_applied') throw new Error('It is no change set.');
  const files = set.files.map((file) => ({ ...file, before_hash: HASH }));
  await makeSession(sandbox, { drafts: [{ ...set, kind: 'by_command', files }] });
  expect((await runRook(sandbox, ['changes'])).stdout).toContain(
    'command 1 file (+1 -0) (1 of them cannot be rewound)',
  );
  expect((await runRook(sandbox, ['changes', 'cs-7'])).stdout).toContain(
    'a.txt cannot be rewound: a command changed it',
  );
});

it('E-14 rook changes says so where nothing was changed, and refuses a limit that is none', async () => {
  const sandbox = makeSandbox();
  const end = await runRook(sandbox, ['changes']);
  expect(end).toMatchObject({ code: 0, stdout: '', stderr: 'No files were changed here yet.\n' });
  expect((await runRook(sandbox, ['changes', '--limit', '0'])).code).toBe(2);
  expect((await runRook(sandbox, ['changes', ''])).code).toBe(2);
});

const HASH = contentHashSchema.parse(`sha256:${'0'.repeat(64)}`);

function changeSet(number: number, type: 'change_set_applied' | 'change_set_started'): EntryDraft {
  const head = {
    change_set_id: changeSetIdSchema.parse(`cs-${number}`),
    turn_id: turnIdSchema.parse('t0001'),
    kind: 'edit' as const,
    intent_id: null,
    cost_usd: 0.02,
  };
  const file = { path: 'a.txt', before_hash: null, after_hash: HASH, added: 1, removed: 0 };
  if (type === 'change_set_started') return { event_type: type, ...head, files: [file] };
  return { event_type: type, ...head, files: [{ ...file, status: 'applied' }] };
}

it('E-14 rook changes says that there are more also when those are of long ago', async () => {
  const { sandbox, applied } = await prepare();
  const printed = valuesOf(await runRook(sandbox, ['changes', '--json']));
  const session = sessionIdSchema.parse(textAt(printed[1], 'session'));
  expect(textAt(printed[1], 'id')).toBe(applied);
  utimesSync(sessionFile(sandbox, session), new Date(0), new Date(0));
  const one = await runRook(sandbox, ['changes', '--limit', '1']);
  expect(linesOf(one.stdout)).toHaveLength(1);
  expect(one.stderr).toContain('more than 1');
});
