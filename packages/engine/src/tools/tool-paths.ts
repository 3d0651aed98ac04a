import { posix } from 'node:path';

import * as z from 'zod';

export const MOST_PATH_CHARACTERS = 4096;

/** Text that becomes a word of a program or a name of a file: no NUL can stand in either. */
export function plainText(most: number): z.ZodType<string, string> {
  return z
    .string()
    .min(1)
    .max(most)
    .refine((text) => !text.includes('\0'), 'it must not hold a NUL character');
}

export function pathField(description: string): z.ZodType<string, string> {
  return z
    .string()
    .max(MOST_PATH_CHARACTERS)
    .refine((text) => !text.includes('\0'), 'it must not hold a NUL character')
    .describe(description);
}

/** A path as the workspace takes it: relative to its root, without detours and without a slash at the end. */
export function cleanPath(root: string, given: string): string {
  const hasDrive = /^[A-Za-z]:/.test(root);
  const slashed = hasDrive ? given.replaceAll('\\', '/') : given;
  const base = (hasDrive ? root.replaceAll('\\', '/') : root).replace(/\/+$/, '');
  const within =
    slashed === base || slashed.startsWith(`${base}/`) ? slashed.slice(base.length + 1) : slashed;
  const normal = posix.normalize(within).replace(/\/+$/, '');
  if (normal === '.') return '';
  // Only a path that led elsewhere is empty now: the root of the file system.
  return normal === '' && within !== '' ? '/' : normal;
}

/** A path in a line of text: as it is, or in quotes where a reader could not tell what belongs to it. */
export function showPath(path: string): string {
  if (path === '') return 'the workspace';
  if (!/[\p{C}\p{Zl}\p{Zp}]|^\s|\s$|^"/u.test(path)) return path;
  return JSON.stringify(path).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const units = Array.from({ length: character.length }, (_unit, index) => character.charCodeAt(index));
  return units.map((unit) => String.raw`\u${unit.toString(16).padStart(4, '0')}`).join('');
}
