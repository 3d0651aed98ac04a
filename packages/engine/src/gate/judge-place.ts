import { posix } from 'node:path';

import { judgeWrite } from '../commands/judge-value.ts';
import { placePath } from '../commands/place-path.ts';
import { shortenName } from '../commands/shorten.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { Folders } from './walk-below.ts';

interface JudgedPlace {
  /** What is written, from the root of the workspace on. */
  readonly writes: readonly string[];
  readonly why: string;
}

/** A place that the words of a program do not name. */
export interface Place {
  /** From where the line runs. */
  readonly named: string;
  /** What lies there is written over and not put aside, so that its other names have the new content too. */
  readonly isFilled: boolean;
}

/**
 * Why a file needs a question that a program would write at a place which its words do not name: what the name says counts, where it
 * lies after all links that are on the way already, and whether what lies there has a second name. Null where it needs none.
 */
export async function judgePlace(
  { workspace, policy }: Pick<Folders, 'workspace' | 'policy'>,
  { named: place, isFilled }: Place,
): Promise<JudgedPlace | null> {
  const { problems, writes } = judgeWrite(place, policy);
  const [problem] = problems;
  if (problem !== undefined) return { writes, why: problem };
  const placed = placePath(place, policy);
  if (placed.kind === 'outside' || placed.path === '.') return null;
  const named = placed.path;
  const located = await workspace.locate(named);
  if (!located.ok)
    return (await isInFile(workspace, named))
      ? null
      : { writes: [named], why: `${shortenName(named)} leads out of the workspace, or to nothing` };
  const { path, names = 1 } = located.value;
  if (isFilled && names > 1) return { writes: [named], why: describeSecondName(named) };
  if (path === named || judgeWrite(`${policy.root ?? ''}/${path}`, policy).problems.length === 0) return null;
  return {
    writes: [named],
    why: `${shortenName(named)} leads to ${shortenName(path)}, which is a protected file`,
  };
}

/** As a sentence without its end. */
export function describeSecondName(named: string): string {
  return `${shortenName(named)} has a second name (a hard link), and where that lies is not known`;
}

/** Where a file is in the way, nothing can be written. */
async function isInFile(workspace: Pick<Workspace, 'locate'>, place: string): Promise<boolean> {
  for (let above = posix.dirname(place); above !== '.'; above = posix.dirname(above)) {
    const located = await workspace.locate(above);
    if (located.ok) return located.value.kind === 'file';
  }
  return false;
}
