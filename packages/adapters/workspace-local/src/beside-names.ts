import { hash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** The names of what lies beside a file for a moment while it is replaced. */
const OURS = /^\.rook-[0-9a-f]{12}(-[0-9a-f]{12})?\.(draft|held)$/u;

/** A name for the new content before it has its place. */
export function draftName(name: string): string {
  return `.rook-${keyOf(name)}-${randomBytes(6).toString('hex')}.draft`;
}

/** A name for what was moved aside; it says whose place it was, so that it finds back after a crash. */
export function heldName(name: string): string {
  return `.rook-${keyOf(name)}-${randomBytes(6).toString('hex')}.held`;
}

export function isBeside(found: string): boolean {
  return OURS.test(found);
}

export function isDraft(found: string): boolean {
  return isBeside(found) && found.endsWith('.draft');
}

/** Whether it was left by a change of the file with this name. */
function belongsTo(found: string, name: string): boolean {
  return isBeside(found) && found.startsWith(`.rook-${keyOf(name)}-`);
}

const FOR_A_FILE = /^\.rook-([0-9a-f]{12})-[0-9a-f]{12}\.(?:draft|held)$/u;

/** What changes left among these names, by the file that it was for; ask with `keyOf`. */
export function besideByKey(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const byKey = new Map<string, string[]>();
  for (const name of names) {
    const [, key] = FOR_A_FILE.exec(name) ?? [];
    if (key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), name]);
  }
  return byKey;
}

/** Whether a change of the file has moved it aside, or a crash has left it there. */
export function liesAside(real: string): boolean {
  try {
    const found = readdirSync(dirname(real), { withFileTypes: true });
    return found.some((one) => one.isFile() && belongsTo(one.name, basename(real)) && !isDraft(one.name));
  } catch {
    return false;
  }
}

const KEY_DIGITS = 12;

export function keyOf(name: string): string {
  return hash('sha256', name).slice(0, KEY_DIGITS);
}
