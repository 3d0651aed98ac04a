import type { CommandPolicy } from '../commands/command-policy.ts';
import { AT_START, inFolder } from '../commands/follow-folder.ts';
import { readShell, type ShellSegment } from '../commands/read-shell.ts';
import type { ShellWord } from '../commands/read-word.ts';
import { unwrap } from '../commands/unwrap-command.ts';
import type { Workspace } from '../ports/workspace.ts';
import { matchNames, type Matched, type Room } from './match-names.ts';

/** One program with the words that it gets when the shell has put files in the place of its patterns. */
export interface ExpandedSegment {
  readonly segment: ShellSegment;
  /** Whether it had patterns. */
  readonly isChanged: boolean;
  /** Everything that its patterns went through. */
  readonly passed: Matched['passed'];
  /** Why it is not known what it gets; null: it is. */
  readonly why: string | null;
  /** By what it is judged where it runs. */
  readonly policy: CommandPolicy;
}

const DEEPEST = 4;

/** What a line starts, and what its wrappers start, with what its patterns match on the disk just now, in each folder in which it may run. */
export async function expandSegments(
  workspace: Pick<Workspace, 'list'>,
  policy: CommandPolicy,
  { command, room }: { readonly command: string; readonly room: Room },
): Promise<readonly ExpandedSegment[]> {
  const expanded: ExpandedSegment[] = [];
  for (const one of placeSegments(command, policy)) expanded.push(await expandSegment(workspace, one, room));
  return expanded;
}

type PlacedSegment = Pick<ExpandedSegment, 'segment' | 'policy'>;

/** What a line starts, and what its wrappers start, each with the folder in which it may run. */
export function placeSegments(text: string, policy: CommandPolicy, depth = 0): readonly PlacedSegment[] {
  return readShell(text).segments.flatMap((segment) => {
    const inner = depth < DEEPEST ? unwrap(segment.words) : null;
    return (segment.folders ?? AT_START).flatMap((folder) => {
      const placed = inFolder(policy, folder);
      const within = inner?.kind === 'text' ? placeSegments(inner.text, placed, depth + 1) : [];
      return [{ segment, policy: placed }].concat(within);
    });
  });
}

async function expandSegment(
  workspace: Pick<Workspace, 'list'>,
  { segment, policy }: PlacedSegment,
  room: Room,
): Promise<ExpandedSegment> {
  if (segment.words.every(({ glob }) => glob === null))
    return { segment, isChanged: false, passed: [], why: null, policy };
  const words: ShellWord[] = [];
  const passed: Matched['passed'][number][] = [];
  let why: string | null = null;
  for (const word of segment.words) {
    if (word.glob === null) {
      words.push(word);
      continue;
    }
    const matched = await matchNames(workspace, policy, { text: word.text, room });
    why ??= matched.why;
    passed.push(...matched.passed);
    const values = matched.names.length === 0 ? [matched.literal] : matched.names.map((name) => name.word);
    for (const value of values) words.push({ text: quote(value), value, glob: null, unknown: null });
  }
  return { segment: { ...segment, words }, isChanged: true, passed, why, policy };
}

/** As a word that the shell leaves as it is. */
function quote(value: string): string {
  return /^[\w./=:@%+-]+$/u.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
