import { isAbsolute, posix } from 'node:path';

import type { CommandPolicy } from './command-policy.ts';
import { shortenName } from './shorten.ts';

export type PlacedPath =
  /** From the root of the workspace on; `.` for the root. */
  { readonly kind: 'inside'; readonly path: string } | { readonly kind: 'outside'; readonly why: string };

/** Where a path leads, by its text alone. Who runs it looks at links too. */
export function placePath(named: string, { root, cwd }: Pick<CommandPolicy, 'root' | 'cwd'>): PlacedPath {
  if (named === '') return { kind: 'outside', why: 'an empty path leads nowhere' };
  // Behind a link two dots lead elsewhere than the text says.
  if (goesUpAgain(named))
    return { kind: 'outside', why: `${shortenName(named)} goes up again behind a name` };
  const joined = isAbsolute(named) ? named : posix.join(cwd === '' ? '.' : cwd, named);
  // From a folder outside a path may lead back.
  const isFull = isAbsolute(joined) || (root !== null && cwd.startsWith('..'));
  const full = isFull
    ? fromRoot(posix.isAbsolute(joined) ? joined : posix.join(root ?? '/', joined), root)
    : joined;
  if (full === null || full === '..' || full.startsWith('../'))
    return { kind: 'outside', why: `${shortenName(named)} lies outside the workspace` };
  const path = full.replace(/\/+$/u, '');
  return { kind: 'inside', path: path === '' ? '.' : path };
}

function goesUpAgain(named: string): boolean {
  const names = named.split('/');
  const first = names.findIndex((name) => name !== '' && name !== '.' && name !== '..');
  return first !== -1 && names.includes('..', first);
}

function fromRoot(named: string, root: string | null): string | null {
  if (root === null) return null;
  const plain = posix.normalize(named);
  const base = root.endsWith('/') ? root : `${root}/`;
  if (plain === root || plain === base) return '.';
  return plain.startsWith(base) ? plain.slice(base.length) : null;
}

/** A path as it is named from the root of the workspace on, wherever it leads. No two names are put together: behind links they mean else. */
export function fromRootOf(named: string, { cwd }: Pick<CommandPolicy, 'cwd'>): string {
  return named === '' || cwd === '' || isAbsolute(named) ? named : `${cwd}/${named}`;
}

/** Whether an argument of a program that nobody knows looks like a path that leads out; also behind an equals sign. */
export function looksOutside(text: string, policy: Pick<CommandPolicy, 'root' | 'cwd'>): boolean {
  // At once behind an option of one letter, too.
  const attached = /^-\w(?=[/~]|\.\.)/u.test(text) ? [text.slice(2)] : [];
  return [text, ...attached, ...text.split(/[=:,@]/u).slice(1)].some(
    (part) =>
      part.startsWith('~') ||
      (/^(?:\/|\.\.(?:\/|$))/u.test(part) && placePath(part, policy).kind === 'outside') ||
      /\/\.\.(?:\/|$)/u.test(part),
  );
}
