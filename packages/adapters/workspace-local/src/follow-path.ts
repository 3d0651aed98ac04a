import { lstatSync, readlinkSync } from 'node:fs';
import { isAbsolute, join, parse, resolve, sep } from 'node:path';

import { systemCode } from './system-reason.ts';

/** As many links as systems follow before they say that it is a circle. */
const MOST_LINKS = 40;

/** How far a path could be followed. `real` is where that ended, or where what is missing would be made. */
export type FollowedPath =
  | { readonly kind: 'found' | 'in_file'; readonly real: string }
  /** With the link that leads to what is missing; null where it is the path itself that is missing. */
  | { readonly kind: 'missing'; readonly real: string; readonly link: string | null }
  | { readonly kind: 'failed'; readonly real: string; readonly error: unknown };

/**
 * Follows a path step by step. The system does the same but says only that it failed, not where: a link whose target is
 * missing leads somewhere all the same, and a path that cannot be looked at may have left the workspace before.
 */
export function followPath(full: string): FollowedPath {
  let real = parse(full).root;
  const waiting = namesOf(full);
  let links = 0;
  /** How many of the waiting names stem from the last link. */
  let [link, owed]: [string | null, number] = [null, 0];
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const isOwed = owed > 0;
    if (isOwed) owed -= 1;
    if (name === '..') {
      real = resolve(real, '..');
      continue;
    }
    const next = join(real, name);
    const step = look(next);
    if (step.kind === 'link') {
      links += 1;
      if (links > MOST_LINKS) return { kind: 'failed', real: next, error: circle() };
      if (isAbsolute(step.target)) real = parse(resolve(step.target)).root;
      const names = namesOf(step.target);
      waiting.unshift(...names);
      if (!isOwed) link = next;
      owed += names.length;
      continue;
    }
    if (step.kind === 'failed') return { kind: 'failed', real: next, error: step.error };
    if (step.kind === 'missing')
      return { kind: 'missing', real: resolve(next, ...waiting), link: isOwed ? link : null };
    if (step.kind === 'other' && waiting.length > 0) return { kind: 'in_file', real: next };
    real = next;
  }
  return { kind: 'found', real };
}

type Step =
  | { readonly kind: 'folder' | 'other' | 'missing' }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'failed'; readonly error: unknown };

function look(path: string): Step {
  try {
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return { kind: 'link', target: readlinkSync(path) };
    return { kind: found.isDirectory() ? 'folder' : 'other' };
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? { kind: 'missing' } : { kind: 'failed', error };
  }
}

function namesOf(path: string): string[] {
  const { root } = parse(path);
  const separator = sep === '/' ? '/' : /[\\/]/u;
  return path
    .slice(root.length)
    .split(separator)
    .filter((name) => name !== '' && name !== '.');
}

function circle(): Error {
  return Object.assign(new Error('links lead in a circle'), { code: 'ELOOP' });
}
