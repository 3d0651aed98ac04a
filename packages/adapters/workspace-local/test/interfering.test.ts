import { createHash } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { contentHashSchema, succeed, type ContentHash } from '@rook/contract';
import type { FileWrite, KeepBytes, Workspace } from '@rook/engine';
import { expect, it, onTestFinished } from 'vitest';

import type { ApplyStep, ApplyWatch } from '../src/apply-watch.ts';
import { createLocalWorkspace } from '../src/create-local-workspace.ts';
import { findReserved } from '../src/reserved-names.ts';

const hashOf = (text: string): ContentHash =>
  contentHashSchema.parse(`sha256:${createHash('sha256').update(text).digest('hex')}`);

const change = (path: string, before: string | null, after: string | null): FileWrite => ({
  path,
  expected: before === null ? null : hashOf(before),
  bytes: after === null ? null : Buffer.from(after),
});

interface Room {
  readonly root: string;
  readonly kept: string[];
  readonly keep: KeepBytes;
}

/** Files `a`, `b` and `c` that hold their own names. */
function makeRoom(): Room {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), 'rook-apply-')));
  onTestFinished(() => rmSync(outer, { recursive: true, force: true }));
  const root = join(outer, 'root');
  mkdirSync(root);
  for (const name of ['a', 'b', 'c']) writeFileSync(join(root, name), name);
  const kept: string[] = [];
  return {
    root,
    kept,
    keep: async (path, bytes) => {
      const text = Buffer.from(bytes).toString();
      kept.push(`${path}=${text}`);
      return succeed(hashOf(text));
    },
  };
}

/** All files with what they hold. */
function tell(root: string): string {
  return readdirSync(root)
    .toSorted()
    .map((name) => `${name}=${readFileSync(join(root, name), 'utf8')}`)
    .join(' ');
}

/** Does something once, right before a step of a file. */
function once(step: ApplyStep, path: string, act: () => void): ApplyWatch {
  let isDone = false;
  return (next, about) => {
    if (isDone || next !== step || about !== path) return;
    isDone = true;
    act();
  };
}

const SET = [change('a', 'a', 'A'), change('b', 'b', 'B'), change('c', 'c', null), change('d', null, 'D')];

/** How programs save: into the file, or a new file that takes its place. */
const SAVES: readonly (readonly [string, (path: string) => void])[] = [
  ['writes into the file', (path) => writeFileSync(path, 'mine')],
  [
    'puts a new file in its place',
    (path) => {
      writeFileSync(`${path}~`, 'mine');
      renameSync(`${path}~`, path);
    },
  ],
  [
    'removes it and writes it anew',
    (path) => {
      rmSync(path, { force: true });
      writeFileSync(path, 'mine');
    },
  ],
];

type OpenWorkspace = (root: string, options: { readonly watch: ApplyWatch }) => Pick<Workspace, 'apply'>;

/** Where somebody's save was lost, or half of a set stayed, over all moments at which it could come. */
async function findLosses(open: OpenWorkspace, save: (path: string) => void): Promise<readonly string[]> {
  const losses: string[] = [];
  for (const path of ['a', 'b', 'c', 'd']) {
    for (const step of ['stage', 'take', 'place'] as const) {
      const room = makeRoom();
      const watch = once(step, path, () => save(join(room.root, path)));
      const workspace = open(room.root, { watch });
      const applied = await workspace.apply(SET, { keep: room.keep });
      // The name of a file that is to go is free for others as soon as it is gone.
      const isLater = step === 'place' && path === 'c';
      const before = Object.entries({ a: 'a', b: 'b', c: 'c', [path]: 'mine' });
      const right = isLater
        ? 'a=A b=B c=mine d=D'
        : before.map(([name, text]) => `${name}=${text}`).join(' ');
      const isRefused = !applied.ok && applied.error.code === 'stale_file' && applied.error.path === path;
      if (applied.ok !== isLater || isRefused === isLater || tell(room.root) !== right)
        losses.push(`${step} ${path}: ${tell(room.root)}`);
    }
  }
  return losses;
}

it.each(SAVES)(
  'E-25 a program that %s between compare and rename loses nothing, and nothing is applied',
  async (_how, save) => {
    expect(await findLosses(createLocalWorkspace, save)).toEqual([]);
  },
);

/** Compares and renames, and looks at nothing in between or afterwards. */
const twin: OpenWorkspace = (root, { watch }) => ({
  apply: async (changes) => {
    for (const { path, bytes, expected } of changes) {
      watch('compare', path);
      const read = await createLocalWorkspace(root).read(path);
      if ((read.ok ? read.value.hash : null) !== expected) throw new Error('not expected here');
      watch('stage', path);
      watch('take', path);
      watch('place', path);
      if (bytes === null) rmSync(join(root, path));
      else writeFileSync(join(root, 'draft'), bytes);
      if (bytes !== null) renameSync(join(root, 'draft'), join(root, path));
    }
    return succeed({ files: [], madeFolders: [], displaced: [] });
  },
});

it.each(SAVES)(
  'E-25 has a check that catches a workspace which renames over what another %s',
  async (_how, save) => {
    expect((await findLosses(twin, save)).length).toBeGreaterThan(10);
  },
);

it('E-25 who has the old file open and writes late gets it back, or it is kept', async () => {
  for (const [step, right] of [
    ['check', 'a=late b=b c=c'],
    ['sync', 'a=A b=B d=D'],
  ] as const) {
    const room = makeRoom();
    const late = () => {
      const held = readdirSync(room.root).find(
        (name) => name.endsWith('.held') && readFileSync(join(room.root, name), 'utf8') === 'a',
      );
      writeFileSync(join(room.root, held ?? 'none'), 'late');
    };
    const watch = once(step, step === 'sync' ? '' : 'a', late);
    const applied = await createLocalWorkspace(room.root, { watch }).apply(SET, { keep: room.keep });
    expect(applied.ok).toBe(step === 'sync');
    expect(tell(room.root)).toBe(right);
    expect(room.kept).toEqual(step === 'sync' ? ['a=late'] : []);
  }
});

it('E-25 what was saved over a new file stays when the set is taken back, and the old bytes are kept', async () => {
  const room = makeRoom();
  // `b` fails after `a` is placed; before `a` is taken back, somebody saves over it.
  const first = once('take', 'b', () => writeFileSync(join(room.root, 'b'), 'mine'));
  const second = once('undo', 'a', () => {
    writeFileSync(join(room.root, 'x'), 'theirs');
    renameSync(join(room.root, 'x'), join(room.root, 'a'));
  });
  const watch: ApplyWatch = (step, path) => {
    first(step, path);
    second(step, path);
  };
  const applied = await createLocalWorkspace(room.root, { watch }).apply(SET, { keep: room.keep });
  expect(applied).toMatchObject({
    ok: false,
    error: { code: 'stale_file', isUndone: true, displaced: [{ path: 'a', hash: hashOf('a') }] },
  });
  expect(tell(room.root)).toBe('a=theirs b=mine c=c');
  expect(room.kept).toEqual(['a=a']);
});

it('E-25 without a keeper, what cannot be put back stays beside the file and comes back with the next mend', async () => {
  const room = makeRoom();
  const watch = once('place', 'a', () => writeFileSync(join(room.root, 'a'), 'mine'));
  const applied = await createLocalWorkspace(room.root, { watch }).apply(SET);
  expect(applied).toMatchObject({ error: { displaced: [{ path: 'a', hash: null }] } });
  expect(tell(room.root)).toMatch(/^\.rook-[0-9a-f-]+\.held=a a=mine b=b c=c$/u);
  const mended = await createLocalWorkspace(room.root).mend(['a'], room.keep);
  expect(mended).toMatchObject({ value: [{ path: 'a', how: 'kept', hash: hashOf('a') }] });
  expect([tell(room.root), room.kept]).toEqual(['a=mine b=b c=c', ['a=a']]);
});

it('E-06 a folder that becomes a link between compare and rename leads nowhere', async () => {
  for (const step of ['stage', 'take', 'place', 'check'] as const) {
    const room = makeRoom();
    const away = join(room.root, '..', 'away');
    mkdirSync(away);
    writeFileSync(join(away, 'f'), 'f');
    mkdirSync(join(room.root, 'in'));
    writeFileSync(join(room.root, 'in', 'f'), 'f');
    const watch = once(step, 'in/f', () => {
      renameSync(join(room.root, 'in'), join(room.root, 'kept'));
      symlinkSync('../away', join(room.root, 'in'));
    });
    const workspace = createLocalWorkspace(room.root, { watch });
    const applied = await workspace.apply([change('in/f', 'f', 'F'), change('in/new', null, 'N')]);
    expect(tell(away)).toBe('f=f');
    expect(tell(join(room.root, 'kept'))).toBe(applied.ok ? 'f=F new=N' : 'f=f');
  }
});

it('E-06 refuses a file with a second name, and takes leftovers of a crash for none', async () => {
  const room = makeRoom();
  linkSync(join(room.root, 'a'), join(room.root, '..', 'outside'));
  const workspace = createLocalWorkspace(room.root);
  const refused = await workspace.apply([change('a', 'a', 'A'), change('b', 'b', 'B')]);
  expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_input', path: 'a' } });
  expect(tell(room.root)).toBe('a=a b=b c=c');
  linkSync(join(room.root, 'b'), join(room.root, '.rook-0123456789ab-0123456789ab.held'));
  expect(await workspace.apply([change('b', 'b', 'B')])).toMatchObject({ ok: true });
});

it('E-25 a read-only file in the middle refuses the set', async () => {
  const room = makeRoom();
  chmodSync(join(room.root, 'b'), 0o444);
  const refused = await createLocalWorkspace(room.root).apply(SET);
  expect(refused).toMatchObject({ ok: false, error: { code: 'not_writable', path: 'b', isUndone: true } });
  expect(tell(room.root)).toBe('a=a b=b c=c');
});

it('E-25 a renamed file keeps its mode, a replaced one too', async () => {
  const room = makeRoom();
  chmodSync(join(room.root, 'a'), 0o750);
  chmodSync(join(room.root, 'b'), 0o640);
  const applied = await createLocalWorkspace(room.root).apply([
    { ...change('x/y', null, 'a'), modeFrom: 'a' },
    change('a', 'a', null),
    change('b', 'b', 'B'),
  ]);
  expect(applied).toMatchObject({ ok: true, value: { madeFolders: ['x'] } });
  const modes = ['x/y', 'b'].map((name) => statSync(join(room.root, name)).mode & 0o777);
  expect(process.platform === 'win32' ? [0o750, 0o640] : modes).toEqual([0o750, 0o640]);
});

it('E-25 removes the folders it is told to, if they are empty', async () => {
  const room = makeRoom();
  const workspace = createLocalWorkspace(room.root);
  await workspace.apply([change('x/y/z', null, 'z'), change('w/v', null, 'v')]);
  writeFileSync(join(room.root, 'w', 'mine'), '');
  const removeFolders = ['x', 'x/y', 'w', '..', 'none'];
  await workspace.apply([change('x/y/z', 'z', null), change('w/v', 'v', null)], { removeFolders });
  expect(readdirSync(room.root).toSorted()).toEqual(['a', 'b', 'c', 'w']);
});

it.each([
  ['src/NUL', 'NUL'],
  ['con.txt/a', 'con.txt'],
  ['a/com1', 'com1'],
  ['LPT9.tar.gz', 'LPT9.tar.gz'],
  ['a./b', 'a.'],
  ['a /b', 'a '],
  ['src/console.ts', null],
  ['.gitignore', null],
  ['a/../b', null],
])('E-06 knows what Windows takes for something else: %s', (path, reserved) => {
  expect(findReserved(path)).toBe(reserved);
});
