import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ck3raven, rook, type Brand } from '@rook/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { locateFolders, type Folders } from './locate-folders.ts';

let root = '';

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'rook-locate-')));
  await mkdir(join(root, 'home/me/work/project/src/deep'), { recursive: true });
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function locate(
  currentFolder: string,
  {
    variables = {},
    named,
    brand = rook,
  }: { variables?: Record<string, string>; named?: string; brand?: Brand } = {},
): Promise<Folders> {
  const located = await locateFolders({
    brand,
    variables: new Map(Object.entries(variables)),
    userHome: join(root, 'home/me'),
    currentFolder: join(root, currentFolder),
    governance: '.orchestration',
    ...(named === undefined ? {} : { named }),
  });
  if (!located.ok) throw new Error(located.error.message);
  return located.value;
}

it('takes the current folder when nothing else is said', async () => {
  const folders = await locate('home/me/work/project');
  expect(folders).toMatchObject({
    home: join(root, 'home/me/.rook'),
    workspace: join(root, 'home/me/work/project'),
    workspaceFolder: join(root, 'home/me/work/project/.rook'),
  });
});

it('takes the nearest folder upward that has its folder', async () => {
  await mkdir(join(root, 'home/me/work/.rook'));
  await mkdir(join(root, 'home/me/work/project/.rook'));
  expect((await locate('home/me/work/project/src/deep')).workspace).toBe(join(root, 'home/me/work/project'));
  expect((await locate('home/me/work')).workspace).toBe(join(root, 'home/me/work'));
});

it('takes the home folder and the root of the disk only when they are named', async () => {
  await mkdir(join(root, 'home/me/.rook'));
  expect(await locate('home/me')).toMatchObject({ workspace: null, workspaceFolder: null });
  expect((await locate('home/me/work')).workspace).toBe(join(root, 'home/me/work'));
  expect((await locate('home/me', { named: '.' })).workspace).toBe(join(root, 'home/me'));
  const atRoot = await locateFolders({
    brand: rook,
    variables: new Map(),
    userHome: '/nobody',
    currentFolder: '/',
    governance: '.orchestration',
  });
  expect(atRoot).toMatchObject({ ok: true, value: { workspace: null } });
});

it('does not mistake the folder of the user for that of a workspace', async () => {
  await mkdir(join(root, 'home/me/work/.rook'));
  const variables = { ROOK_HOME: join(root, 'home/me/work/.rook') };
  const folders = await locate('home/me/work/project', { variables });
  expect(folders).toMatchObject({ home: variables.ROOK_HOME, workspace: join(root, 'home/me/work/project') });
});

it('knows the folder of the user again when it is reached on another way', async () => {
  await symlink(join(root, 'home/me'), join(root, 'link'));
  const located = await locateFolders({
    brand: rook,
    variables: new Map(),
    userHome: join(root, 'link'),
    currentFolder: root,
    governance: '.orchestration',
    named: 'home/me',
  });
  const home = join(root, 'link/.rook');
  expect(located).toMatchObject({ ok: true, value: { home, workspaceFolder: home } });
});

it('T-14 does not take a link that a workspace brought along for the folder of the user', async () => {
  await mkdir(join(root, 'home/me/.rook'));
  await symlink(join(root, 'home/me/.rook'), join(root, 'home/me/work/.rook'));
  const { home, workspaceFolder } = await locate('home/me/work');
  expect(home).toBe(join(root, 'home/me/.rook'));
  expect(workspaceFolder).toBe(join(root, 'home/me/work/.rook'));
});

it('resolves links and relative names, and refuses a folder that is not there', async () => {
  await symlink(join(root, 'home/me/work'), join(root, 'link'));
  expect((await locate('link/project')).workspace).toBe(join(root, 'home/me/work/project'));
  expect((await locate('home/me', { named: 'work/project' })).workspace).toBe(
    join(root, 'home/me/work/project'),
  );
  await expect(locate('home/me', { named: 'nope' })).rejects.toThrow('--workspace takes an existing one');
});

it('has no workspace where the current folder is gone', async () => {
  expect(await locate('gone')).toMatchObject({ workspace: null, because: 'the current folder is gone' });
});

it('names its folders by the brand', async () => {
  const folders = await locate('home/me/work/project', { brand: ck3raven });
  expect(folders.workspaceFolder).toBe(join(root, 'home/me/work/project/.ck3raven'));
});

it('H-01 H-09 a governed folder is a workspace for all below it, also before anything of Rook is there', async () => {
  await mkdir(join(root, 'home/me/work/project/.orchestration'));
  const deep = await locate('home/me/work/project/src/deep');
  expect(deep).toMatchObject({
    workspace: join(root, 'home/me/work/project'),
    because: 'it is the nearest folder with .orchestration',
    governedBy: null,
  });
});

it('H-01 H-09 says by which folder above a workspace is governed, named or found', async () => {
  const project = join(root, 'home/me/work/project');
  await mkdir(join(project, '.orchestration'));
  const named = await locate('home/me/work/project', { named: 'src' });
  expect(named).toMatchObject({ workspace: join(project, 'src'), governedBy: project });
  await mkdir(join(project, 'src/.rook'));
  expect(await locate('home/me/work/project/src/deep')).toMatchObject({
    workspace: join(project, 'src'),
    governedBy: project,
  });
  await mkdir(join(project, 'src/.orchestration'));
  expect((await locate('home/me/work/project/src/deep')).governedBy).toBeNull();
});

it('H-01 neither the home folder nor what lies above it governs what is below', async () => {
  for (const folder of ['home/me', 'home', '.']) await mkdir(join(root, folder, '.orchestration'));
  expect(await locate('home/me/work/project')).toMatchObject({
    workspace: join(root, 'home/me/work/project'),
    governedBy: null,
  });
  expect(await locate('home/me')).toMatchObject({ workspace: null, governedBy: null });
  expect((await locate('home/me', { named: '.' })).governedBy).toBeNull();
  await mkdir(join(root, 'home/you/work'), { recursive: true });
  expect((await locate('home/you/work')).workspace).toBe(join(root, 'home'));
});
