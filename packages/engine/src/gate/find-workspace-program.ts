import { isAbsolute, posix } from 'node:path';

import type { CommandPolicy } from '../commands/command-policy.ts';
import type { Workspace } from '../ports/workspace.ts';
import { placeSegments } from './expand-segments.ts';

/** The shell has these itself, so no file of their name is started. */
const BUILT_IN: ReadonlySet<string> = new Set(
  'echo pwd cd test [ true false printf export unset set read type umask wait exit return : . eval'.split(
    ' ',
  ),
);

/** The shell that reads the line, and what scripts name in their first line. */
const SHELLS: readonly string[] = ['bash', 'sh'];

/** What some programs start in turn, by its name. */
const STARTED: ReadonlyMap<string, readonly string[]> = new Map([
  ['git', ['git-lfs']],
  ['egrep', ['grep']],
  ['fgrep', ['grep']],
]);

/**
 * The first file of the workspace that a line would start, or may start, by a name without a path: a virtual environment that is active and
 * `node_modules/.bin` put folders of the workspace into `PATH`. Null where no folder of it holds such a name.
 */
export async function findWorkspaceProgram(
  workspace: Pick<Workspace, 'locate'>,
  command: string,
  { policy, path }: { readonly policy: CommandPolicy; readonly path: readonly string[] },
): Promise<string | null> {
  const places = new Map<string, string | null>();
  const placeOf = async (folder: string): Promise<string | null> => {
    const known = places.get(folder);
    if (known !== undefined) return known;
    const located = await workspace.locate(folder);
    const place = located.ok && located.value.kind === 'folder' ? located.value.path : null;
    places.set(folder, place);
    return place;
  };
  for (const { names, cwd } of listStarted(command, policy))
    for (const folder of path) {
      const place = await placeOf(isAbsolute(folder) ? folder : posix.join(cwd, folder));
      for (const name of place === null ? [] : names) {
        const found = await workspace.locate(posix.join(place ?? '', name));
        if (found.ok && (found.value.kind === 'file' || found.value.kind === 'other'))
          return posix.join(place ?? '', name);
      }
    }
  return null;
}

function listStarted(
  command: string,
  policy: CommandPolicy,
): readonly { readonly names: readonly string[]; readonly cwd: string }[] {
  const placed = placeSegments(command, policy).flatMap(({ segment, policy: { cwd } }) => {
    const program = segment.words[0]?.value ?? '';
    const isSought = program !== '' && !program.includes('/') && !BUILT_IN.has(program);
    return isSought ? [{ names: [program, ...(STARTED.get(program) ?? [])], cwd }] : [];
  });
  return [{ names: SHELLS, cwd: policy.cwd }, ...placed];
}
