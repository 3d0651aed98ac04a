import { delimiter, isAbsolute, relative, sep } from 'node:path';

import type { Shell } from '../ports/shell.ts';

/** Longer than git takes, and shorter than a person waits for a change. */
const WITHIN_MILLISECONDS = 5000;
const MOST_BYTES = 1000;
const REVISION = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u;

/** Nothing here asks, looks elsewhere, takes a lock or is read from the settings of a user. */
const FIXED = [
  ['GIT_CONFIG_NOSYSTEM', '1'],
  ['GIT_CONFIG_GLOBAL', '/dev/null'],
  ['GIT_TERMINAL_PROMPT', '0'],
  ['GIT_OPTIONAL_LOCKS', '0'],
  ['GIT_PAGER', ''],
  ['LC_ALL', 'C'],
] as const;

/** The settings of a repository can name programs; those that git could start are taken out. */
const ARGUMENTS = [
  '--no-pager',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  'rev-parse',
  '--verify',
  '--quiet',
  'HEAD^{commit}',
];

export interface RevisionSetup {
  readonly shell: Pick<Shell, 'run'>;
  /** The real path of the workspace. */
  readonly root: string;
  /** The environment of the person; only where programs lie is taken from it. */
  readonly variables: ReadonlyMap<string, string>;
}

/** What git has checked out in the workspace; null where there is no repository, no commit or no git, or it takes too long. */
export async function findRevision({ shell, root, variables }: RevisionSetup): Promise<string | null> {
  const ran = await shell.run({
    file: 'git',
    args: ARGUMENTS,
    cwd: root,
    env: environmentOf(root, variables),
    timeoutMilliseconds: WITHIN_MILLISECONDS,
    keepBytes: MOST_BYTES,
  });
  if (!ran.ok || ran.value.code !== 0) return null;
  const said = new TextDecoder().decode(ran.value.stdout).trim();
  return REVISION.test(said) ? said : null;
}

/** A folder of the workspace holds no program that is started unasked. */
function environmentOf(root: string, variables: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const folders = (variables.get('PATH') ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !liesIn(root, folder));
  const system = variables.get('SystemRoot');
  return new Map([
    ['PATH', folders.join(delimiter)],
    ...FIXED,
    ...(system === undefined ? [] : [['SystemRoot', system] as const]),
    ['NoDefaultCurrentDirectoryInExePath', '1'],
  ]);
}

function liesIn(root: string, folder: string): boolean {
  const way = relative(root, folder);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
