import type { CommandJudgement } from '../commands/judge-command.ts';
import { readShell, type ShellSegment } from '../commands/read-shell.ts';
import type { Workspace } from '../ports/workspace.ts';
import { describeSecondName } from './judge-place.ts';

/** They give a file another name or take one away, and leave what it holds: its other names stay what they are. */
const NAMES_ALONE: ReadonlySet<string> = new Set(['mv', 'rm', 'unlink', 'rmdir']);

/**
 * Why it is not known what a line changes: a file that it writes has a second name (a hard link), and what is written under the one stands
 * under the other too, which may lie outside or be protected. Null where there is no such file.
 */
export async function findSecondName(
  workspace: Pick<Workspace, 'locate'>,
  command: string,
  { writes, segments }: CommandJudgement,
): Promise<{ readonly why: string; readonly text: string | undefined } | null> {
  const read = readShell(command).segments;
  const renamed = new Set(
    segments.flatMap((segment, index) => (isRename(read[index]) ? segment.writes : [])),
  );
  const changed = new Set(
    segments.flatMap((segment, index) => (isRename(read[index]) ? [] : segment.writes)),
  );
  for (const named of writes) {
    if (renamed.has(named) && !changed.has(named)) continue;
    const located = await workspace.locate(named);
    if (!located.ok || (located.value.names ?? 1) < 2) continue;
    return {
      why: describeSecondName(named),
      text: segments.find((segment) => segment.writes.includes(named))?.text,
    };
  }
  return null;
}

function isRename(segment: ShellSegment | undefined): boolean {
  return (
    segment !== undefined && segment.redirects.length === 0 && NAMES_ALONE.has(segment.words[0]?.value ?? '')
  );
}
