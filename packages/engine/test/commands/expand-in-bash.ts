import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The words that bash makes of a text behind the name of a program; null where it does not accept it. */
export type BashWords = readonly string[] | null;

/**
 * Has bash expand each text as the arguments of a function that prints them, in an empty folder and without the environment. Bash is
 * restricted and finds no program. Null where there is no bash.
 */
export function expandInBash(texts: readonly string[]): readonly BashWords[] | null {
  const folder = mkdtempSync(join(tmpdir(), 'rook-words-'));
  try {
    return askAll(texts, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function askAll(texts: readonly string[], cwd: string): readonly BashWords[] | null {
  const all: BashWords[] = [];
  while (all.length < texts.length) {
    const left = texts.slice(all.length);
    const answer = spawnSync('bash', ['--noprofile', '--norc', '-c', DRIVER], {
      input: left.map((text) => `${text}\0`).join(''),
      cwd,
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' },
      maxBuffer: 1 << 30,
    });
    if (answer.error !== undefined && 'code' in answer.error && answer.error.code === 'ENOENT') return null;
    const parts = answer.stdout.toString('utf8').split('\0').slice(0, -1);
    all.push(...parts.map(readPart));
    // What ends bash itself is not accepted; the others are asked about anew.
    if (parts.length < left.length) all.push(null);
  }
  return all;
}

const DRIVER = String.raw`
exec 3<&0 0</dev/null 2>/dev/null
show() { (($#)) && printf '%s\001' "$@"; printf '\002'; }
PATH=
set -r
while IFS= read -r -d '' -u 3 text; do
  eval "show $text"
  printf '\0'
done`;

/** The mark at its end is missing where nothing was expanded. */
function readPart(part: string): BashWords {
  return part.endsWith('\u0002') && part.indexOf('\u0002') === part.length - 1
    ? part.slice(0, -1).split('\u0001').slice(0, -1)
    : null;
}
