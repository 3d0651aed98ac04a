import { posix } from 'node:path';

import type { CommandPolicy } from '../commands/command-policy.ts';
import type { ShellSegment } from '../commands/read-shell.ts';
import { createPathPattern } from '../ports/path-patterns.ts';
import type { Workspace } from '../ports/workspace.ts';

/** How much is looked at before it counts as too much to know. */
const MOST_NAMES = 4000;

/** Programs that show names and no content. */
const NAMES_ONLY: ReadonlySet<string> = new Set(['ls', 'echo', 'find', 'mkdir', 'touch']);

type Folders = Pick<Workspace, 'list' | 'locate'>;

/**
 * What a line would show that its words do not name: the files that its patterns match, and those below folders that it searches
 * through. Answers with why it asks; null where all of them are plain files of the workspace.
 */
export async function findShownSecrets(
  workspace: Folders,
  policy: Pick<CommandPolicy, 'cwd' | 'isSecret'>,
  segments: readonly ShellSegment[],
): Promise<string | null> {
  const room = { left: MOST_NAMES };
  for (const { words } of segments) {
    const [program, ...rest] = words;
    for (const word of rest) {
      if (word.glob === null || NAMES_ONLY.has(program?.value ?? '')) continue;
      const why = await matchPattern(workspace, policy, { pattern: word.text, room });
      if (why !== null) return why;
    }
    if (program?.value !== 'grep' || !rest.some(({ value }) => isRecursive(value))) continue;
    const why = await searchBelow(workspace, policy, { operands: rest, room });
    if (why !== null) return why;
  }
  return null;
}

function isRecursive(value: string | null): boolean {
  return value !== null && /^(?:-[A-Za-z0-9]*[rR]|--recursive$|--dereference-recursive$)/u.test(value);
}

interface Room {
  left: number;
}

interface Walk {
  readonly workspace: Folders;
  readonly policy: Pick<CommandPolicy, 'isSecret'>;
  readonly room: Room;
}

async function matchPattern(
  workspace: Folders,
  policy: Pick<CommandPolicy, 'cwd' | 'isSecret'>,
  { pattern, room }: { readonly pattern: string; readonly room: Room },
): Promise<string | null> {
  const names = posix.join(policy.cwd, pattern.replaceAll(/["'\\]/gu, '')).split('/');
  let folders = [''];
  for (const [depth, name] of names.entries()) {
    const isLast = depth === names.length - 1;
    const fits = createPathPattern([name]);
    const next: string[] = [];
    for (const folder of folders) {
      const listed = await workspace.list(folder);
      if (!listed.ok) continue;
      for (const item of listed.value) {
        room.left -= 1;
        if (room.left < 0) return `${pattern} matches more than can be looked at`;
        // The shell takes what is hidden only where the pattern says so.
        if (!fits.matches([item.name]) || (item.name.startsWith('.') && !name.startsWith('.'))) continue;
        const path = folder === '' ? item.name : `${folder}/${item.name}`;
        const why = await judgeFound({ workspace, policy, room }, { path, kind: item.kind });
        if (why !== null) return `${pattern} matches ${why}`;
        if (!isLast) next.push(path);
      }
    }
    folders = next;
  }
  return null;
}

async function searchBelow(
  workspace: Folders,
  policy: Pick<CommandPolicy, 'cwd' | 'isSecret'>,
  { operands, room }: { readonly operands: ShellSegment['words']; readonly room: Room },
): Promise<string | null> {
  const named = operands.flatMap(({ value }) => (value === null || value.startsWith('-') ? [] : [value]));
  // The first is what is searched for, unless an option gives it; then it is no folder, and nothing lies below it.
  const waiting = (named.length > 1 ? named : ['.']).map((one) => posix.join(policy.cwd, one));
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    const place = folder === '.' ? '' : folder.replace(/\/$/u, '');
    const listed = await workspace.list(place);
    if (!listed.ok) continue;
    for (const { name, kind } of listed.value) {
      room.left -= 1;
      if (room.left < 0)
        return 'it looks into more files than can be looked at before; name a smaller folder';
      const path = place === '' ? name : `${place}/${name}`;
      const why = await judgeFound({ workspace, policy, room }, { path, kind });
      if (why !== null) return `it looks into ${why}`;
      if (kind === 'folder') waiting.push(path);
    }
  }
  return null;
}

/** Why what was found is not shown without a question. */
async function judgeFound(
  { workspace, policy }: Walk,
  { path, kind }: { readonly path: string; readonly kind: string },
): Promise<string | null> {
  if (policy.isSecret(path)) return `${path}, which looks like it holds secrets`;
  if (kind !== 'link') return null;
  const led = await workspace.locate(path);
  if (!led.ok) return `${path}, which leads out of the workspace`;
  return policy.isSecret(led.value.path) ? `${path}, which leads to ${led.value.path}` : null;
}
