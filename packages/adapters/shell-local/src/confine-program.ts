import { existsSync } from 'node:fs';

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
function bubblewrapWords({ writable, readOnly, network }: Confinement): readonly string[] {
  const words = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
  words.push(...bind('--bind', writable), ...bind('--ro-bind', readOnly));
  words.push('--unshare-pid', '--unshare-ipc', '--die-with-parent');
  return network ? words : [...words, '--unshare-net'];
}

function bind(option: string, paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => (existsSync(path) ? [option, path, path] : []));
}

function seatbeltProfile({ writable, readOnly, network }: Confinement): string {
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    `(allow file-write* (subpath "/dev") ${subpaths(writable)})`,
    ...(readOnly.length === 0 ? [] : [`(deny file-write* ${subpaths(readOnly)})`]),
    ...(network ? [] : ['(deny network*)']),
  ].join('\n');
}

function subpaths(paths: readonly string[]): string {
  return paths.map((path) => `(subpath ${JSON.stringify(path)})`).join(' ');
}
