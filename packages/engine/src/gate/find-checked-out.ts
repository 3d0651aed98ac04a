import { posix } from 'node:path';

import type { CommandJudgement } from '../commands/judge-command.ts';
import { withoutHarmless } from '../commands/judge-segment.ts';
import { readPatterns } from '../commands/match-patterns.ts';
import { shortenName } from '../commands/shorten.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { ExpandedSegment } from './expand-segments.ts';

/** With these the words are branches. */
const TO_BRANCHES: ReadonlySet<string> = new Set(['-b', '-B', '--orphan', '--detach', '-t', '--track']);

/**
 * The part of a line that throws changes away because the word behind `git checkout` is a file or a folder here. Where it is a branch as
 * well, git does nothing. Null where there is none, or where the pattern of the user has all of its words.
 */
export async function findCheckedOut(
  workspace: Pick<Workspace, 'locate'>,
  { segments }: Pick<CommandJudgement, 'segments'>,
  expanded: readonly ExpandedSegment[],
): Promise<{ readonly why: string; readonly text: string } | null> {
  for (const { segment, policy } of expanded) {
    const values = withoutHarmless(segment.words).map(({ value }) => value ?? '');
    const others = values.slice(2);
    if (values[0] !== 'git' || values[1] !== 'checkout') continue;
    const pattern = segments.find(({ text }) => text === segment.text)?.pattern ?? null;
    const isWhole = pattern !== null && readPatterns([pattern])[0]?.tokens.length === values.length;
    if (isWhole || others.some((value) => TO_BRANCHES.has(value))) continue;
    for (const value of others.filter((one) => one !== '' && !one.startsWith('-'))) {
      const located = await workspace.locate(posix.join(policy.cwd, value));
      const isThere = located.ok && located.value.kind !== 'missing';
      if (isThere)
        return {
          why: `${shortenName(value)} is a file or a folder here, whose changes git would throw away`,
          text: segment.text,
        };
    }
  }
  return null;
}
