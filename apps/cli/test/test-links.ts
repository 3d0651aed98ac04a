import { readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { runJson } from './command-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

/** It does what a test wants done, so that the words of a line name none of the files. */
export const SCRIPT = 'act.sh';

/** All of the workspace but what is of Rook: what files hold, and where links lead. */
export function tellLinks(
  { workspace }: Pick<Sandbox, 'workspace'>,
  folder = '',
): Readonly<Record<string, string>> {
  const told: Record<string, string> = {};
  for (const item of readdirSync(join(workspace, folder), { withFileTypes: true })) {
    const name = join(folder, item.name);
    const path = join(workspace, name);
    if (name === SCRIPT || name === '.rook') continue;
    if (item.isDirectory()) Object.assign(told, tellLinks({ workspace }, name));
    else told[name] = item.isSymbolicLink() ? `-> ${readlinkSync(path)}` : readFileSync(path, 'utf8');
  }
  return Object.fromEntries(Object.entries(told).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The same while a command is at work: a folder that was named may be gone when it is looked into, and then nothing is told. */
export function tellMoving(sandbox: Pick<Sandbox, 'workspace'>): Readonly<Record<string, string>> {
  try {
    return tellLinks(sandbox);
  } catch {
    return {};
  }
}

/** Links of every kind: to a folder, to a file, out of the workspace, to nothing. */
export function fillWithLinks(): Sandbox {
  const sandbox = makeSandbox();
  for (const path of ['v1/a', 'v2/a', 'file', 'dir/x', 'dir/deep/y'])
    place(join(sandbox.workspace, path), `${path}\n`);
  const links = {
    current: 'v1',
    out: '/nowhere/at/all',
    dangling: 'none',
    'dir/in': '../file',
    other: 'v2',
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(sandbox.workspace, name));
  return sandbox;
}

/** What is told of the run. */
export async function act(sandbox: Sandbox, script: string, ...flags: readonly string[]): Promise<unknown> {
  place(join(sandbox.workspace, SCRIPT), script);
  return runJson(sandbox, `sh ${SCRIPT}`, ...flags);
}

/** Each kind of change that links can have. */
export const ALL_CHANGES = [
  'ln -sfn v2 current; rm out; ln -s v1/a made; ln -sf elsewhere dangling; rm other && printf o > other',
  'rm file && ln -s v2/a file; mv dir moved && ln -s moved dir',
].join('; ');
