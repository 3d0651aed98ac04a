import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { basename } from 'node:path';

import type { UserEnvironment } from '@rook/engine';

import { startCommand } from './start-command.ts';

/** What a slow start file may take; behind it the variables of this process must do. */
const MOST_MILLISECONDS = 10_000;
const MOST_CHARACTERS = 4_000_000;
/** Shells that understand `-i`, `-l` and `-c` together. */
const KNOWN_SHELLS: ReadonlySet<string> = new Set(['bash', 'zsh', 'sh', 'dash', 'ksh', 'fish', 'ash']);

/**
 * The variables of a login shell of the user on top of those of this process: what version managers and package managers write
 * into start files is only there. PATH is both, in the order of this process. A shell that is broken, slow or talks nonsense is
 * left out, and that is said.
 */
export async function loadLoginEnvironment(
  variables: ReadonlyMap<string, string>,
  limit = MOST_MILLISECONDS,
): Promise<UserEnvironment> {
  const shell = variables.get('SHELL') || findShell();
  if (shell === null || process.platform === 'win32') return { variables, problem: null };
  const without = (why: string): UserEnvironment => ({
    variables,
    problem: `The login shell ${shell} ${why}, so commands run with the environment of this process.`,
  });
  if (!KNOWN_SHELLS.has(basename(shell))) return without('is not one that can be asked for its environment');
  const sign = randomBytes(12).toString('hex');
  const said = await ask(shell, sign, { variables, limit });
  if (typeof said !== 'string') return without(said.why);
  const [, listed] = said.split(sign);
  if (listed === undefined || said.split(sign).length < 3) return without('did not say its environment');
  return { variables: merge(variables, readList(listed)), problem: null };
}

function findShell(): string | null {
  try {
    return userInfo().shell;
  } catch {
    return null;
  }
}

/** What it printed, or why nothing can be made of it. */
async function ask(
  shell: string,
  sign: string,
  { variables, limit }: { readonly variables: ReadonlyMap<string, string>; readonly limit: number },
): Promise<string | { readonly why: string }> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const started = await startCommand(
    {
      command: 'login',
      cwd: '/',
      env: variables,
      mark: `login-${randomBytes(12).toString('hex')}`,
      timeoutMilliseconds: limit,
      signal: new AbortController().signal,
      endsWaiting: false,
      confinement: null,
    },
    { file: shell, args: ['-i', '-l', '-c', `printf %s ${sign}; env -0; printf %s ${sign}`] },
    ({ stream, bytes }) => {
      if (stream === 'stdout' && size < MOST_CHARACTERS) pieces.push(bytes);
      size += bytes.length;
      return undefined;
    },
  );
  if (!started.ok) return { why: 'could not be started' };
  const { code, by } = await started.value.ended;
  if (by === 'timeout') return { why: `did not answer within ${limit / 1000} s` };
  const text = Buffer.concat(pieces).toString('utf8');
  // Some start files end with a failure and have said everything by then.
  return code === 0 || text.split(sign).length >= 3 ? text : { why: `ended with ${code ?? 'a signal'}` };
}

function readList(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split('\0').flatMap((line): [string, string][] => {
      const place = line.indexOf('=');
      return place <= 0 ? [] : [[line.slice(0, place), line.slice(place + 1)]];
    }),
  );
}

/** What only the shell that was asked has to do with. */
const OF_THE_SHELL: ReadonlySet<string> = new Set(['_', 'SHLVL', 'PWD', 'OLDPWD', 'ROOK_COMMAND']);

function merge(
  own: ReadonlyMap<string, string>,
  login: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const added = [...login].filter(([name]) => !own.has(name) && !OF_THE_SHELL.has(name));
  const path = joinPaths(own.get('PATH'), login.get('PATH')).join(':');
  return new Map([...own, ...added, ...(path === '' ? [] : [['PATH', path] as const])]);
}

/**
 * What the user put first where Rook was started, as by activating a virtual environment, stays first, which the
 * start files would otherwise cover. What only the login shell has stands before the folder that it has it before.
 */
function joinPaths(own: string | undefined, login: string | undefined): readonly string[] {
  const joined = listFolders(own);
  let next: string | undefined;
  for (const folder of listFolders(login).toReversed()) {
    if (!joined.includes(folder)) joined.splice(placeBefore(joined, next), 0, folder);
    next = folder;
  }
  return joined;
}

function listFolders(path = ''): string[] {
  return [...new Set(path.split(':').filter((folder) => folder !== ''))];
}

function placeBefore(folders: readonly string[], next: string | undefined): number {
  return next === undefined ? folders.length : folders.indexOf(next);
}
