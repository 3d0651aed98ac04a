import { existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Confinement } from '@rook/engine';

import type { StartedProgram } from './start-command.ts';

/** What the system offers to confine programs. */
export type SandboxName = 'bubblewrap' | 'seatbelt';

/** The same program, so that it writes only where it may. What is not there cannot be bound and is left out. */
export function confineProgram(
  name: SandboxName,
  { file, args }: StartedProgram,
  confinement: Confinement,
): StartedProgram {
  return name === 'bubblewrap'
    ? { file: 'bwrap', args: [...bubblewrapWords(confinement), '--', file, ...args] }
    : { file: '/usr/bin/sandbox-exec', args: ['-p', seatbeltProfile(confinement), file, ...args] };
}

/** It sees no processes but its own, and all of them end with it. */
function bubblewrapWords({ writable, readOnly, empty, network }: Confinement): readonly string[] {
  const words = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
  const open = writable.filter((path) => !isSwappable(path, writable));
  words.push(...bind('--bind', open), ...bind('--ro-bind', readOnly));
  words.push(...empty.flatMap(keepEmpty));
  words.push('--unshare-pid', '--unshare-ipc', '--die-with-parent');
  return network ? words : [...words, '--unshare-net'];
}

/** What is not there is made, and stays empty: something has to be there that another one can lie upon. */
function keepEmpty(path: string): readonly string[] {
  if (existsSync(path) || realPath(dirname(path)) !== dirname(path)) return [];
  return ['--tmpfs', path, '--remount-ro', path];
}

/** Bubblewrap binds over no link that begins with a slash, so what a link leads to is bound. */
function bind(option: string, paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const real = realPath(path);
    return real === null ? [] : [option, real, real];
  });
}

/** A link where confined commands write may be of their making, and lead to what they must not write. */
function isSwappable(path: string, writable: readonly string[]): boolean {
  return realPath(path) !== path && writable.some((other) => path.startsWith(`${other}/`));
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function seatbeltProfile({ writable, readOnly, empty, network }: Confinement): string {
  const closed = [...readOnly, ...empty];
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    `(allow file-write* (subpath "/dev") ${subpaths(writable)})`,
    ...(closed.length === 0 ? [] : [`(deny file-write* ${subpaths(closed)})`]),
    ...(network ? [] : ['(deny network*)']),
  ].join('\n');
}

function subpaths(paths: readonly string[]): string {
  return paths.map((path) => `(subpath ${JSON.stringify(path)})`).join(' ');
}
