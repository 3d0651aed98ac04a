import type { CommandPolicy } from '../commands/command-policy.ts';
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
}

const DEEPEST = 4;

/** What a line starts, and what its wrappers start, with what its patterns match on the disk just now. */
export async function expandSegments(
  workspace: Pick<Workspace, 'list'>,
  policy: Pick<CommandPolicy, 'root' | 'cwd'>,
  { command, room }: { readonly command: string; readonly room: Room },
): Promise<readonly ExpandedSegment[]> {
  const expanded: ExpandedSegment[] = [];
  for (const segment of flatten(command, 0))
    expanded.push(await expandSegment(workspace, policy, { segment, room }));
  return expanded;
}

function flatten(text: string, depth: number): readonly ShellSegment[] {
  return readShell(text).segments.flatMap((segment) => {
    const inner = depth < DEEPEST ? unwrap(segment.words) : null;
    return [segment].concat(inner?.kind === 'text' ? flatten(inner.text, depth + 1) : []);
  });
}

async function expandSegment(
  workspace: Pick<Workspace, 'list'>,
  policy: Pick<CommandPolicy, 'root' | 'cwd'>,
  { segment, room }: { readonly segment: ShellSegment; readonly room: Room },
): Promise<ExpandedSegment> {
  if (segment.words.every(({ glob }) => glob === null))
    return { segment, isChanged: false, passed: [], why: null };
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
  return { segment: { ...segment, words }, isChanged: true, passed, why };
}

/** As a word that the shell leaves as it is. */
function quote(value: string): string {
  return /^[\w./=:@%+-]+$/u.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
