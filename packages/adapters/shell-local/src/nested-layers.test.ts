import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { confineProgram } from './confine-program.ts';
import { nestedLayers } from './nested-layers.ts';

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rook-nested-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function makeGit(git: string): void {
  mkdirSync(join(git, 'hooks'), { recursive: true });
  writeFileSync(join(git, 'config'), '[core]\n');
}

it('T-14 of a repository in a folder what starts programs is closed, and nothing is ever opened', () => {
  const folder = makeFolder();
  const at = (path: string): string => join(folder, path);
  makeGit(at('a/.git'));
  mkdirSync(at('none/.git'), { recursive: true });
  // Nothing can lie upon a link, so that all around it is closed.
  makeGit(at('linked/.git'));
  rmSync(at('linked/.git/hooks'), { recursive: true });
  symlinkSync('../../a', at('linked/.git/hooks'));
  // What a file names, wherever that is.
  makeGit(at('modules/m'));
  mkdirSync(at('m'));
  writeFileSync(at('m/.git'), 'gitdir: ../modules/m\n');
  mkdirSync(at('led'));
  symlinkSync('../a/.git', at('led/.git'));
  const layersOf = (...paths: readonly string[]): readonly string[] =>
    nestedLayers(paths.map(at)).map(({ kind, path }) => `${kind} ${path.slice(folder.length + 1)}`);
  expect(layersOf('a/.git', 'a/.git')).toEqual(['closed a/.git/hooks', 'closed a/.git/config']);
  expect(layersOf('none/.git')).toEqual(['empty none/.git/hooks']);
  expect(layersOf('linked/.git')).toEqual([
    'closed linked/.git',
    'closed linked/.git/hooks',
    'closed linked/.git/config',
  ]);
  expect(layersOf('m/.git')).toEqual(['closed m/.git', 'closed modules/m/hooks', 'closed modules/m/config']);
  expect(layersOf('led/.git', 'gone/.git')).toEqual([]);
});

it('T-14 tells seatbelt the same', () => {
  const folder = makeFolder();
  const git = join(folder, 'a', '.git');
  makeGit(git);
  const caches = { home: '/', folders: [] };
  const confinement = { writable: [folder], readOnly: [], caches, repository: null, network: true };
  const program = { file: '/bin/sh', args: [] };
  const rule = `(deny file-write* (subpath "${git}/hooks"))`;
  expect(confineProgram('seatbelt', program, { ...confinement, nested: [git] }).args[1]).toContain(rule);
  expect(confineProgram('seatbelt', program, confinement).args[1]).not.toContain(rule);
});
