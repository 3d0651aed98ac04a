import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import type { Layer } from './git-layers.ts';
import { BEGUN_FILE } from './start-command.ts';

/** Says that all of the sandbox stands: who hears nothing of it knows that it was not the program that failed. */
const BEGIN = `echo >&${BEGUN_FILE} && exec "$@" ${BEGUN_FILE}>&-`;

const SWAPPED =
  'something else was put in the place of a file or folder while it was closed; end what runs in the background here, and try again';

/**
 * What lies where is read from the table of mounts, inside, where nobody can change it any more: `$1` holds a line for each layer that
 * must be there, `$2` says how many. What starts programs in the git folder `$3` (`$4`, as the table spells it) must not be without one.
 */
const CHECK = `nl='
'
seen=$nl; count=0
while read -r _ _ _ root point _; do
  case "$1" in *"$nl$root $point$nl"*|*"$nl- $point$nl"*)
    case "$seen" in *"$nl$point$nl"*) ;; *) seen=$seen$point$nl; count=$((count+1));; esac;;
  esac
done < /proc/self/mountinfo
refuse() { echo '${SWAPPED}' >&2; exit 1; }
[ "$count" -eq "$2" ] || refuse
if [ -n "$3" ]; then for part in hooks config config.worktree; do
  if [ -e "$3/$part" ] || [ -L "$3/$part" ]; then
    case "$seen" in *"$nl$4/$part$nl"*) ;; *) refuse;; esac
  fi
done; fi
shift 4
`;

/** An argument of a program can hold no more than a little over this. */
const MOST_LENGTH = 100_000;

/**
 * The words that begin a program in the sandbox. Layers in places that other commands can write are laid by their names, and a job in the
 * background may put a link there meanwhile; so first it is looked whether each lies where it was meant to. `git` is the opened git folder.
 */
export function beginWords(layers: readonly Layer[], git: string | null): readonly string[] {
  const mounts = readMounts();
  const bases = layers.filter(({ kind }) => kind === 'open');
  const isComparable = new Map<string, boolean>();
  const checked = new Set<string>();
  let lines = '\n';
  for (const [index, { kind, path }] of layers.entries()) {
    const base = bases.find(
      (below) => path.startsWith(`${below.path}/`) && layers.indexOf(below) < index,
    )?.path;
    if (base === undefined || checked.has(path) || lines.length > MOST_LENGTH) continue;
    const comparable = isComparable.get(base) ?? isSpelledSo(base);
    isComparable.set(base, comparable);
    const roots = kind === 'open' || kind === 'closed' ? rootsOf(path, mounts) : ['-'];
    if (!comparable || roots.length === 0) continue;
    checked.add(path);
    for (const root of roots) lines += `${root} ${encode(path)}\n`;
  }
  if (checked.size === 0) return ['/bin/sh', '-c', BEGIN, 'sh'];
  const folder = git !== null && checked.has(git) ? git : '';
  return ['/bin/sh', '-c', CHECK + BEGIN, 'sh', lines, String(checked.size), folder, encode(folder)];
}

interface Mount {
  readonly root: string;
  readonly point: string;
}

function readMounts(): readonly Mount[] {
  try {
    const lines = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
    return lines.flatMap((line) => {
      const [, , , root, point] = line.split(' ');
      return root === undefined || point === undefined ? [] : [{ root: decode(root), point: decode(point) }];
    });
  } catch {
    return [];
  }
}

/** What the table may call this path in its own system of files: more than one where systems lie upon each other. */
function rootsOf(path: string, mounts: readonly Mount[]): readonly string[] {
  const above = mounts.filter(({ point }) => point === '/' || path === point || path.startsWith(`${point}/`));
  const roots = above.map(({ root, point }) => {
    const rest = point === '/' ? path : path.slice(point.length);
    return encode((root === '/' ? rest : `${root}${rest}`) || '/');
  });
  return [...new Set(roots)];
}

/**
 * The table spells a folder as the disk does, which may not tell cases apart: where one above is listed, but not by this very name,
 * nothing can be compared.
 */
function isSpelledSo(path: string): boolean {
  if (path === dirname(path)) return true;
  return (listNames(dirname(path))?.includes(basename(path)) ?? true) && isSpelledSo(dirname(path));
}

function listNames(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder);
  } catch {
    return null;
  }
}

function encode(path: string): string {
  return path.replaceAll(/[\\ \t\n]/gu, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

function decode(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/gu, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
