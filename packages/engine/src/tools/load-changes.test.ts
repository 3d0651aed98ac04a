import { createHash } from 'node:crypto';

import { expect, it } from 'vitest';

import type { Difference } from '../edits/compare-surveys.ts';
import { createFakeShell } from '../ports/fakes/fake-shell.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { linkContent } from '../ports/link-content.ts';
import type { Program } from '../ports/shell.ts';
import { NOTHING_HELD } from './hold-clones.ts';
import { loadChanges, nameChanges } from './load-changes.ts';

const REPOSITORY = { folder: '/workspace/.git', top: '/workspace', prefix: '' };

/** Answers as `git check-attr -z --stdin` does; `converted` has a filter. */
function playAttributes({ input = new Uint8Array(), args }: Program, converted: readonly string[] = []) {
  const paths = new TextDecoder().decode(input).split('\0').slice(0, -1);
  const named = args.slice(args.indexOf('--stdin') + 1);
  const valueOf = (path: string, name: string): string =>
    name === 'filter' && converted.includes(path) ? 'x' : 'unspecified';
  const fields = paths.flatMap((path) =>
    named.map((name) => [path, name, valueOf(path, name), ''].join('\0')),
  );
  return { stdout: Buffer.from(fields.join('')) };
}

/** Contents by their names, as git makes them; each is another one. */
function makeObjects(sizes: readonly number[]) {
  const contents = new Map<string, Buffer>();
  const names = sizes.map((size, index) => {
    const content = Buffer.alloc(size, index + 1);
    const name = createHash('sha1').update(`blob ${size}\0`).update(content).digest('hex');
    contents.set(name, content);
    return name;
  });
  /** Answers as `git cat-file --batch` does. */
  const playGit = (program: Program): { readonly stdout: Uint8Array } => {
    const { input = new Uint8Array(), args } = program;
    if (args.includes('check-attr')) return playAttributes(program);
    const asked = new TextDecoder().decode(input).trim().split('\n');
    const parts = asked.map((name) => {
      const content = contents.get(name) ?? Buffer.alloc(0);
      return Buffer.concat([Buffer.from(`${name} blob ${content.length}\n`), content, Buffer.from('\n')]);
    });
    return { stdout: Buffer.concat(parts) };
  };
  return { names, playGit, sizeOf: (name: string) => contents.get(name)?.length ?? 0 };
}

function deleted(path: string, size: number): Difference {
  return { path, before: { size, mode: 0o644, inode: 1, modified: 1, changed: 1 }, after: null };
}

it('E-16 asks git for few bytes at a time, or for those of one file, whatever a command deletes', async () => {
  const sizes = [...Array.from({ length: 40 }, () => 1_000_000), 30_000_000, 5, 70_000_000];
  const { names, playGit, sizeOf } = makeObjects(sizes);
  const shell = createFakeShell(playGit);
  const ports = { workspace: createFakeWorkspace(), shell };
  const differences = sizes.map((size, index) => deleted(`f${index}`, size));
  const git = { objectOf: (path: string) => names[Number(path.slice(1))] ?? null };
  const old = {
    known: new Map(),
    clones: NOTHING_HELD,
    git,
    links: new Map(),
    repository: REPOSITORY,
    isClean: () => true,
  };
  const seen: (number | string | null)[] = [];
  let most = 0;
  for await (const { before, unkept = null } of loadChanges(ports, differences, old)) {
    seen.push(before instanceof Uint8Array ? before.length : unkept);
    const asked = new TextDecoder().decode(shell.started.at(-1)?.input).trim().split('\n');
    const bytes = asked.reduce((sum, name) => sum + sizeOf(name), 0);
    if (asked.length > 1) most = Math.max(most, bytes);
  }
  expect(seen).toEqual([...sizes.slice(0, -1), 'too_large']);
  expect(shell.started.length).toBeGreaterThan(2);
  expect(most).toBeLessThanOrEqual(16_000_000);
});

it('E-16 takes nothing from git that is not what its name says', async () => {
  const { names, playGit } = makeObjects([5, 5]);
  // As after `git replace`: under the one name comes the other content.
  const lie = (program: Program) => {
    if (program.args.includes('check-attr')) return playAttributes(program);
    const other = new TextEncoder().encode(`${names[1]}\n`);
    const stdout = Buffer.from(playGit({ ...program, input: other }).stdout);
    stdout.write(names[0] ?? '');
    return { stdout };
  };
  const git = { objectOf: () => names[0] ?? null };
  const old = {
    known: new Map(),
    clones: NOTHING_HELD,
    git,
    links: new Map(),
    repository: REPOSITORY,
    isClean: () => true,
  };
  const seen: unknown[] = [];
  for (const play of [playGit, lie]) {
    const ports = { workspace: createFakeWorkspace(), shell: createFakeShell(play) };
    for await (const { before } of loadChanges(ports, [deleted('f0', 5)], old))
      seen.push(before === 'unknown');
  }
  expect(seen).toEqual([false, true]);
});

it('E-16 takes nothing from git of a file that git says it keeps in another form, nor where git says nothing', async () => {
  const { names, playGit } = makeObjects([5, 5]);
  const git = { objectOf: (path: string) => names[Number(path.slice(1))] ?? null };
  const old = {
    known: new Map(),
    clones: NOTHING_HELD,
    links: new Map(),
    git,
    repository: REPOSITORY,
    isClean: () => true,
  };
  const seen: (readonly boolean[])[] = [];
  const differences = [deleted('f0', 5), deleted('f1', 5)];
  for (const answer of [
    (program: Program) => playAttributes(program, ['f1']),
    () => ({ stdout: new Uint8Array() }),
    () => ({ code: 128 }),
  ]) {
    const shell = createFakeShell((program) =>
      program.args.includes('check-attr') ? answer(program) : playGit(program),
    );
    const changes = await all(loadChanges({ workspace: createFakeWorkspace(), shell }, differences, old));
    seen.push(changes.map(({ before }) => before !== 'unknown'));
  }
  expect(seen).toEqual([
    [true, false],
    [false, false],
    [false, false],
  ]);
});

it('E-16 of large files so many bytes are kept in all, because a rewind holds a change set as a whole', async () => {
  const sizes = Array.from({ length: 12 }, () => 60_000_000);
  const shell = createFakeShell(() => undefined);
  const workspace = createFakeWorkspace();
  const clones = { ...NOTHING_HELD, read: async () => new Uint8Array(60_000_000) };
  const git = { objectOf: () => null };
  const old = {
    known: new Map(),
    clones,
    git,
    links: new Map(),
    repository: REPOSITORY,
    isClean: () => false,
  };
  const seen: (string | null)[] = [];
  const differences = [...sizes.map((size, index) => deleted(`f${index}`, size)), deleted('small', 7)];
  for await (const { unkept = null } of loadChanges({ workspace, shell }, differences, old))
    seen.push(unkept);
  expect(seen.filter((unkept) => unkept === null)).toHaveLength(8);
  expect(seen.slice(8)).toEqual(['too_large', 'too_large', 'too_large', 'too_large', 'unknown']);
});

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

it('E-16 of very many files permissions are kept where nothing else changed, and nothing is read', async () => {
  const workspace = createFakeWorkspace(new Map([['a', 'a']]));
  const stamp = { size: 1, mode: 0o10_0644, inode: 1, modified: 1, changed: 1 };
  const differences: Difference[] = [
    { path: 'a', before: stamp, after: { ...stamp, mode: 0o10_0755, changed: 2 } },
    { path: 'a', before: stamp, after: { ...stamp, mode: 0o10_0755, modified: 2, changed: 2 } },
    { path: 'a', before: stamp, after: { ...stamp, changed: 2, modified: 2 } },
    { path: 'a', before: null, after: stamp },
  ];
  const modes = { beforeMode: 0o644, afterMode: 0o755 };
  const reach = { locate: async (path: string) => workspace.locate(path) };
  expect(await all(nameChanges(reach, differences))).toEqual([
    { path: 'a', before: 'unknown', after: 'unknown', ...modes, permissionsOnly: true },
    { path: 'a', before: 'unknown', after: 'unknown', ...modes, unkept: 'too_many' },
    { path: 'a', before: 'unknown', after: 'unknown', beforeMode: 0o644, unkept: 'too_many' },
    { path: 'a', before: null, after: 'unknown', unkept: 'too_many' },
  ]);
});

it('E-16 a system that has no permissions changes none', async () => {
  const workspace = createFakeWorkspace(new Map([['a', 'a']]));
  const bare: Pick<typeof workspace, 'locate'> = {
    locate: async (path) => {
      const located = await workspace.locate(path);
      if (!located.ok) return located;
      const { path: inside, kind, bytes } = located.value;
      return { ok: true, value: { path: inside, kind, bytes } };
    },
  };
  const stamp = { size: 1, mode: 0o10_0666, inode: 1, modified: 1, changed: 1 };
  const difference = { path: 'a', before: stamp, after: { ...stamp, mode: 0o10_0444, changed: 2 } };
  const git = { objectOf: () => null };
  const known = new Map([['a', { bytes: new TextEncoder().encode('a') }]]);
  const old = { known, clones: NOTHING_HELD, links: new Map(), git, repository: null, isClean: () => false };
  const count = async (one: typeof workspace) => {
    const ports = { workspace: one, shell: createFakeShell(() => undefined) };
    return (await all(loadChanges(ports, [difference], old))).length;
  };
  expect([await count(workspace), await count({ ...workspace, ...bare })]).toEqual([1, 0]);
});

it('E-16 where a link led that nobody asked is taken from git, if it is as git noted it', async () => {
  const targets = new Map(['../d', '../e', '../f', 'g'].map((target) => [nameOf(target), target]));
  const shell = createFakeShell((program) => {
    if (program.args.includes('check-attr')) return playAttributes(program);
    const asked = new TextDecoder().decode(program.input).trim().split('\n');
    const parts = asked.map((name) => `${name} blob ${targets.get(name)?.length}\n${targets.get(name)}\n`);
    return { stdout: Buffer.from(parts.join('')) };
  });
  const old = {
    known: new Map(),
    clones: NOTHING_HELD,
    links: new Map([
      ['asked', { stamp: null, target: '../e' }],
      ['odd', { stamp: null, target: null }],
    ]),
    git: { objectOf: (path: string) => nameOf(path === 'other' ? 'g' : '../d') },
    repository: REPOSITORY,
    isClean: (path: string) => path !== 'written',
  };
  const differences = ['clean', 'asked', 'odd', 'other', 'written'].map((path) => goneLink(path));
  const changes = await all(loadChanges({ workspace: createFakeWorkspace(), shell }, differences, old));
  expect(changes.map(({ path, before }) => [path, before === 'unknown' ? before : String(before)])).toEqual([
    ['clean', String(linkContent('../d'))],
    ['asked', String(linkContent('../e'))],
    ['odd', 'unknown'],
    ['other', 'unknown'],
    ['written', 'unknown'],
  ]);
});

function goneLink(path: string): Difference {
  const linkBefore = { size: 4, mode: 0o12_0777, inode: 1, modified: 1, changed: 1 };
  return { path, before: null, after: null, wasLink: true, linkBefore };
}

function nameOf(content: string): string {
  return createHash('sha1').update(`blob ${content.length}\0${content}`).digest('hex');
}
