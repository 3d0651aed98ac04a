import { basename, dirname } from 'node:path';

import type { Confinement } from '@rook/engine';

import { beginWords } from './check-layers.ts';
import type { Layer } from './git-layers.ts';
import { nestedLinkedLayers, repositoryLayers } from './linked-layers.ts';
import { canMake, kindOf, realPath } from './look-at-path.ts';
import { nestedLayers } from './nested-layers.ts';
import { capabilityWords } from './root-capabilities.ts';
import { FIRST_EMPTY_FILE, type StartedProgram } from './start-command.ts';

/** What the system offers to confine programs. */
export type SandboxName = 'bubblewrap' | 'seatbelt';

export interface ConfinedProgram extends StartedProgram {
  /** Those of which parts were closed. */
  readonly gitFolders: readonly string[];
}

/** The same program, so that it writes only where it may. What is not there cannot be bound and is left out. */
export function confineProgram(
  name: SandboxName,
  { file, args }: StartedProgram,
  confinement: Confinement,
): ConfinedProgram {
  if (name === 'seatbelt') {
    const git = seatbeltLayers(confinement);
    const profile = seatbeltProfile(confinement, git);
    return {
      file: '/usr/bin/sandbox-exec',
      args: ['-p', profile, file, ...args],
      gitFolders: gitFoldersOf(git),
    };
  }
  const { layers, git } = layersOf(confinement);
  const words = [...bubblewrapWords(layers, confinement), '--', ...beginWords(layers, git), file, ...args];
  const emptyFiles = layers.filter(({ kind }) => kind === 'blank').length;
  return { file: 'bwrap', args: words, tellsBegin: true, emptyFiles, gitFolders: gitFoldersOf(layers) };
}

function gitFoldersOf(layers: readonly Layer[]): readonly string[] {
  const parts = layers.filter(({ path }) => ['hooks', 'config'].includes(basename(path)));
  return [...new Set(parts.map(({ path }) => dirname(path)))];
}

/** It sees no processes but its own, and all of them end with it. */
function bubblewrapWords(
  layers: readonly NumberedLayer[],
  { network }: Pick<Confinement, 'network'>,
): readonly string[] {
  const words = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
  words.push(...layers.flatMap(layWords));
  words.push('--unshare-pid', '--unshare-ipc', '--die-with-parent', ...capabilityWords());
  return network ? words : [...words, '--unshare-net'];
}

interface NumberedLayer extends Layer {
  /** The open file from which a blank one is made. */
  readonly emptyFile: number;
}

function layWords({ kind, path, emptyFile }: NumberedLayer): readonly string[] {
  switch (kind) {
    case 'open':
      return ['--bind', path, path];
    case 'closed':
      return ['--ro-bind', path, path];
    // What is not there is made: something has to be there that another one can lie upon.
    case 'empty':
      return ['--tmpfs', path, '--remount-ro', path];
    case 'blank':
      return ['--ro-bind-data', String(emptyFile), path];
  }
}

interface LaidLayers {
  readonly layers: readonly NumberedLayer[];
  /** The git folder that was opened. */
  readonly git: string | null;
}

/** Those that can be laid, one upon the other. */
function layersOf({ writable, readOnly, repository, nested = [] }: Confinement): LaidLayers {
  const open = writable.filter((path) => !isSwappable(path, writable)).map((path) => lay('open', path));
  const own = repository === null ? [] : repositoryLayers(realPath(repository) ?? repository, writable);
  const inner = nestedIn(own, { writable, nested });
  const closed = readOnly.map((path) => lay('closed', path));
  const layers: Layer[] = [];
  for (const layer of [...open, ...own, ...inner, ...closed]) {
    const { kind, path } = layer;
    if (kind === 'open' || kind === 'closed') {
      const place = own.includes(layer) ? placeOf(path) : realPath(path);
      layers.push(...(place === null ? [] : [lay(kind, place)]));
    } else if (isOpen(path, layers) && canMake(path)) layers.push(lay(kind, path));
  }
  const blank = layers.filter(({ kind }) => kind === 'blank');
  const numbered = layers.map((layer) => ({
    kind: layer.kind,
    path: layer.path,
    emptyFile: FIRST_EMPTY_FILE + blank.indexOf(layer),
  }));
  return { layers: numbered, git: own.find(({ kind }) => kind === 'open')?.path ?? null };
}

/**
 * Bubblewrap binds over no link that begins with a slash, so what a link leads to is bound. Nothing else of the repository was seen
 * behind a link: where it is by now, its name does not fit when the layers are checked.
 */
function placeOf(path: string): string | null {
  const kind = kindOf(path);
  if (kind === 'missing') return null;
  return kind === 'link' ? realPath(path) : path;
}

/** Nothing is laid twice; they come last, and open nothing. */
function nestedIn(
  own: readonly Layer[],
  { writable, nested = [] }: Pick<Confinement, 'writable' | 'nested'>,
): readonly Layer[] {
  const inner = [...nestedLayers(nested), ...nestedLinkedLayers(nested, writable)];
  return inner.filter((layer) => !own.some(({ kind, path }) => kind === layer.kind && path === layer.path));
}

function lay(kind: Layer['kind'], path: string): Layer {
  return { kind, path };
}

/** Where nothing can be written, nothing has to be kept empty. */
function isOpen(path: string, layers: readonly Layer[]): boolean {
  return layers.findLast((layer) => path.startsWith(`${layer.path}/`))?.kind === 'open';
}

/** A link where confined commands write may be of their making, and lead to what they must not write. */
function isSwappable(path: string, writable: readonly string[]): boolean {
  return realPath(path) !== path && writable.some((other) => path.startsWith(`${other}/`));
}

function seatbeltLayers(confinement: Confinement): readonly Layer[] {
  const { writable, repository } = confinement;
  const own = repository === null ? [] : repositoryLayers(repository, writable);
  return [...own, ...nestedIn(own, confinement)];
}

/** The last rule that fits is the one that counts. */
function seatbeltProfile({ writable, readOnly, network }: Confinement, git: readonly Layer[]): string {
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    `(allow file-write* (subpath "/dev") ${subpaths(writable)})`,
    ...git.map(({ kind, path }) => `(${kind === 'open' ? 'allow' : 'deny'} file-write* ${subpaths([path])})`),
    ...(readOnly.length === 0 ? [] : [`(deny file-write* ${subpaths(readOnly)})`]),
    ...(network ? [] : ['(deny network*)']),
  ].join('\n');
}

function subpaths(paths: readonly string[]): string {
  return paths.map((path) => `(subpath ${JSON.stringify(path)})`).join(' ');
}
