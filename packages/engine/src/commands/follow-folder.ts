import { isAbsolute, posix } from 'node:path';

import type { CommandPolicy } from './command-policy.ts';
import type { ShellWord } from './read-word.ts';

/** The folders in which a part of a line may run, as its words say, from where the line begins; null where nobody knows. */
export type Whereabouts = readonly string[] | null;

export const AT_START: readonly string[] = [''];

/** So many are told apart. */
const MOST_FOLDERS = 8;

/** Where something runs that may run behind the one or behind the other. */
export function joinWhereabouts(one: Whereabouts, other: Whereabouts): Whereabouts {
  if (one === null || other === null) return null;
  const all = [...new Set([...one, ...other])];
  return all.length > MOST_FOLDERS ? null : all;
}

const MOVERS: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd', 'chdir']);

/** Whether it changes the folder of what follows, as far as can be told. */
export function isMover(words: readonly ShellWord[]): boolean {
  const program = meantOf(words)[0];
  return program !== undefined && (program.value === null || MOVERS.has(program.value));
}

/** Where what follows runs, if this went well. */
export function followFolder(
  words: readonly ShellWord[],
  { before, isPlain }: { readonly before: Whereabouts; readonly isPlain: boolean },
): Whereabouts {
  if (!isMover(words)) return before;
  const [program, ...given] = meantOf(words);
  const options = given.findIndex(({ value }) => value === null || !/^-[LPe@-]+$/u.test(value));
  const others = options === -1 ? [] : given.slice(options);
  const [folder] = others;
  const isKnown = program?.value === 'cd' || program?.value === 'pushd';
  const named = folder?.value ?? null;
  if (!isPlain || !isKnown || before === null || others.length !== 1 || named === null) return null;
  if (/^(?:[-+~].*|)$/u.test(named)) return null;
  if (isAbsolute(named)) return [posix.normalize(named)];
  return [...new Set(before.map((from) => normalized(posix.join(from, named))))];
}

/** `builtin cd`, `command cd`. */
function meantOf(words: readonly ShellWord[]): readonly ShellWord[] {
  const start = words.findIndex(({ value }) => value !== 'builtin' && value !== 'command');
  return start === -1 ? [] : words.slice(start);
}

function normalized(path: string): string {
  const plain = path.replace(/\/+$/u, '');
  return plain === '.' ? '' : plain;
}

/** The same policy for what runs in a folder that the words of a line name. */
export function inFolder<Policy extends Pick<CommandPolicy, 'root' | 'cwd'>>(
  policy: Policy,
  folder: string,
): Policy {
  if (folder === '') return policy;
  const { root, cwd } = policy;
  const from = isAbsolute(folder) ? posix.relative(root ?? '/', folder) : posix.join(cwd, folder);
  return { ...policy, cwd: normalized(from) };
}
