import { posix } from 'node:path';

import { judgeWrite } from '../commands/judge-value.ts';
import { placePath } from '../commands/place-path.ts';
import { findProgramRule } from '../commands/program-rules.ts';
import { readArguments, type ReadArguments } from '../commands/read-arguments.ts';
import type { ShellSegment } from '../commands/read-shell.ts';
import { walkBelow, type Folders, type FoundBelow } from './walk-below.ts';

export interface MovedFiles {
  /** Files below folders that are copied or moved, and that need a question: from the root of the workspace on. */
  readonly writes: readonly string[];
  /** Why it asks; null: it does not. */
  readonly why: string | null;
}

const RECURSIVE = ['-r', '-R', '-a', '--recursive', '--archive'];
const NOTHING: MovedFiles = { writes: [], why: null };

/**
 * What lies below folders that a program copies or moves: what would be protected where it comes to lie, or is where it lies, and
 * links that lead out, behind which the rest of the line would read.
 */
export async function findMovedFiles(folders: Folders, { words }: ShellSegment): Promise<MovedFiles> {
  const found = findProgramRule(words.map(({ value }) => value));
  const kind = found?.rule.operands;
  if (found === null || (kind !== 'copies' && kind !== 'moves')) return NOTHING;
  const read = readArguments(found.rule, words.slice(found.length), folders.policy);
  if (kind === 'copies' && !RECURSIVE.some((flag) => read.flags.has(flag))) return NOTHING;
  for (const { source, target } of transfersOf(read)) {
    const moved = await judgeFolder(folders, { source, target, isGone: kind === 'moves' });
    if (moved.why !== null) return moved;
  }
  return NOTHING;
}

interface Transfer {
  readonly source: string;
  readonly target: string;
}

function transfersOf({ operands, targets }: ReadArguments): readonly Transfer[] {
  const given = targets[0]?.path;
  const values = operands.flatMap(({ value }) => (value === null ? [] : [value]));
  const target = given ?? values.at(-1);
  const sources = given === undefined ? values.slice(0, -1) : values;
  return target === undefined ? [] : sources.map((source) => ({ source, target }));
}

async function judgeFolder(
  folders: Folders,
  { source, target, isGone }: Transfer & { readonly isGone: boolean },
): Promise<MovedFiles> {
  const { workspace, policy } = folders;
  const placed = placePath(source, policy);
  if (placed.kind === 'outside') return NOTHING;
  const located = await workspace.locate(placed.path === '.' ? '' : placed.path);
  if (!located.ok || located.value.kind !== 'folder') return NOTHING;
  const writes: string[] = [];
  const judge = async ({ path, below, kind }: FoundBelow): Promise<string | null> => {
    if (kind === 'link' && !(await workspace.locate(path)).ok) return `${path} leads out of the workspace`;
    // Where the target is a folder already, it comes to lie in that.
    const places = [posix.join(target, below), posix.join(target, posix.basename(source), below)];
    for (const place of isGone ? [...places, posix.join(source, below)] : places) {
      const judged = judgeWrite(place, policy);
      const [problem] = judged.problems;
      if (problem === undefined) continue;
      writes.push(...judged.writes);
      return problem;
    }
    return null;
  };
  const why = await walkBelow(folders, { from: located.value.path, judge });
  return { writes, why };
}
