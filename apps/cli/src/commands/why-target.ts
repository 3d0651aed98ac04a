import { isAbsolute, relative, resolve, sep } from 'node:path';

import { fail, rookError, succeed, type Result, type RookError } from '@rook/contract';
import type { FileExplainer, WhyTarget } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import type { IntentComposition } from '../compose-intents.ts';

type Lines = NonNullable<WhyTarget['lines']>;

/** A file whose name ends like a line number is meant as the file, if it is there. */
export async function findTarget(
  call: CommandCall,
  { folders }: Pick<IntentComposition, 'folders'>,
  { find }: FileExplainer,
): Promise<Result<WhyTarget>> {
  const given = call.arguments.get('FILE') ?? '';
  if (given.trim() === '') return fail(rookError('usage', 'FILE is empty; name a file, as in src/a.ts:12.'));
  let refusal = rookError('not_found', `There is no file ${given} here, and no change set names one.`);
  for (const { name, lines } of [{ name: given, lines: succeed(null) }, ...readSuffixes(given)])
    for (const path of pathsOf(name, call.surroundings.currentFolder, folders.workspace ?? '')) {
      const found = await find(path);
      if (!found.ok) {
        if (found.error.code === 'invalid_value') return found;
        if (found.error.code !== 'not_found') refusal = found.error;
        continue;
      }
      if (found.value === null) continue;
      const { path: real, content } = found.value;
      if (content === null) {
        if (name === given) return succeed({ path: real, content: null, lines: null, withChanges: true });
        refusal = goneError(real);
        continue;
      }
      if (!lines.ok) return lines;
      return succeed({ path: real, content, lines: lines.value, withChanges: lines.value === null });
    }
  return fail(refusal);
}

function goneError(path: string): RookError {
  const sentence = `${path} is not there any more, so it has no lines; \`rook intent why ${path}\` says what changed it.`;
  return rookError('not_found', sentence);
}

interface Wish {
  readonly name: string;
  /** Failed: what stands behind the name is no line. */
  readonly lines: Result<Lines | null>;
}

/** `:12`, `:12-20`, `#L12`, and `:12:5` as compilers write it, where the column does not count. The longest name comes first. */
function readSuffixes(given: string): readonly Wish[] {
  const wishes: Wish[] = [];
  let rest = given;
  for (;;) {
    const [, name, mark, place = ''] = /^(.+)([:#])([^:#/]*)$/u.exec(rest) ?? [];
    if (name === undefined) return wishes;
    wishes.push({ name, lines: readLines(place, `${name}${mark}${place}`) });
    if (!/^\d*$/u.test(place)) return wishes;
    rest = name;
  }
}

const PLACE = /^L?(\d{1,9})(?:C\d{1,9})?(?:-L?(\d{1,9})(?:C\d{1,9})?)?$/iu;

function readLines(place: string, given: string): Result<Lines> {
  const [, first, last = first] = PLACE.exec(place) ?? [];
  if (first === undefined)
    return fail(
      rookError(
        'usage',
        `${given} does not end with a line; lines are numbers from 1, as in src/a.ts:12 or src/a.ts:12-20.`,
      ),
    );
  const [start, end] = [Number(first), Number(last)];
  if (start === 0 || end === 0)
    return fail(rookError('usage', `${given} names line 0; the first line is line 1.`));
  if (end < start)
    return fail(rookError('usage', `${given} ends before it begins; the smaller line comes first.`));
  return succeed({ start, end });
}

/** As seen from the current folder, then from the root of the workspace. */
function pathsOf(name: string, folder: string, root: string): readonly string[] {
  const below = relative(root, resolve(folder, name));
  const isOutside = below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below);
  const here = isOutside ? [] : [below.split(sep).join('/')];
  return [...new Set([...here, ...(isAbsolute(name) ? [] : [name.replace(/^\.\//u, '')])])];
}
