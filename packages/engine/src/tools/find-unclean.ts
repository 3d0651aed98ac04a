import { succeed, type Result } from '@rook/contract';

import { findUncleanFiles, isUnclean, type UncleanLimits } from '../edits/find-unclean-files.ts';
import type { GitIndex } from '../edits/parse-git-index.ts';
import type { FileTable } from '../ports/file-table.ts';
import type { FileStamp, Survey } from '../ports/workspace.ts';
import type { WithoutConverted } from './find-converted.ts';
import type { BegunLook, SettledLook } from './take-looks.ts';

export type Unclean = readonly (readonly [path: string, stamp: FileStamp])[];

interface FoundUnclean {
  readonly before: Survey;
  /** What git could not give back. */
  readonly unclean: Unclean;
  /** What git noted then, without what it could not give back. */
  readonly index: () => Promise<GitIndex>;
  /** What git's index is read from. */
  readonly read: SettledLook['read'];
  /** Files that count although they lie in folders that are left out. */
  readonly also: readonly string[];
}

/** So many are held without asking whether git has them after all: to understand all that it noted takes longer. */
const FEW_FILES = 200;

/** While others still look, what they are taken to say is worked with; what they say otherwise is amended. */
export async function findUnclean(
  begun: BegunLook,
  readConverted: (files: FileTable) => Promise<WithoutConverted>,
  limits: UncleanLimits,
): Promise<Result<FoundUnclean>> {
  const without = await readConverted(begun.survey.files);
  const first = await findIn(begun, without, limits);
  const settled = await begun.settle();
  if (!settled.ok) return settled;
  const { survey: before, amended, also, read } = settled.value;
  if (before !== begun.survey) {
    const anew = await readConverted(before.files);
    const unclean = await findIn(settled.value, anew, limits);
    return succeed({ before, unclean, also, read, index: async () => anew(await settled.value.index()) });
  }
  const index = async (): Promise<GitIndex> => without(await begun.index());
  if (amended.length === 0) return succeed({ before, unclean: first, index, read, also });
  const git = await index();
  const names = new Set(amended);
  const unclean = first.filter(([path]) => !names.has(path));
  for (const path of amended) {
    const stamp = before.files.get(path);
    if (stamp !== undefined && isUnclean([path, stamp], git, limits)) unclean.push([path, stamp]);
  }
  return succeed({ before, unclean, index, read, also });
}

async function findIn(
  { survey, git, index }: SettledLook,
  without: WithoutConverted,
  limits: UncleanLimits,
): Promise<Unclean> {
  const quick = findUncleanFiles(survey.files, without(git), limits);
  return quick.length <= FEW_FILES ? quick : findUncleanFiles(survey.files, without(await index()), limits);
}
