import type { FoundFile, FoundLine } from './search-messages.ts';
import { count, fileHeading, shownPart } from './shown-lines.ts';
import { decodeFile, type TextFile } from './text-file.ts';
import { showPath } from './tool-paths.ts';
import type { ToolPorts } from './tool-ports.ts';
import type { ShownFile, ToolReply } from './tool.ts';

export interface FoundPart extends FoundFile {
  /** More may match in it. */
  readonly isCapped: boolean;
}

const MOST_FILE_BYTES = 2_000_000;
const MOST_ALL_BYTES = 50_000_000;
/** For the heading and the notes. */
const ROOM_FOR_NOTES = 800;

/** Writes down what was found by file. A file that is not any more what ripgrep saw has no hash, and does not count as shown. */
export async function showFound(
  { workspace, maxResultChars }: Pick<ToolPorts, 'workspace' | 'maxResultChars'>,
  found: readonly FoundPart[],
  notes: readonly string[],
): Promise<ToolReply> {
  const lines: string[] = [];
  const shown: ShownFile[] = [];
  let room = maxResultChars - ROOM_FOR_NOTES;
  let readable = MOST_ALL_BYTES;
  let [shownFiles, shownMatches] = [0, 0];
  for (const part of found) {
    const file = readable > 0 ? await readSame(workspace, part) : null;
    readable -= file?.facts.size ?? 0;
    const heading = file === null ? `### ${showPath(part.path)}` : fileHeading(file.facts);
    const taken = takeLines(part, room - heading.length - 1);
    if (taken.length === 0 && shownFiles > 0) break;
    const drawn = drawLines(taken);
    const more = part.isCapped ? [`(${part.matches} matches; there may be more in this file.)`] : [];
    lines.push(heading, ...drawn, ...more);
    room -= [heading, ...drawn, ...more].join('\n').length + 1;
    shownFiles += 1;
    shownMatches += taken.filter(({ isMatch }) => isMatch).length;
    const exact = taken.filter(({ isExact }) => isExact).map(({ number }) => number);
    const entry = file === null ? null : shownPart(file, exact);
    if (entry !== null) shown.push(entry);
    if (taken.length < part.lines.length) break;
  }
  const all = found.reduce((sum, { matches }) => sum + matches, 0);
  const total = `${count(all, 'match', 'matches')} in ${count(found.length, 'file')}`;
  const first =
    shownMatches === all
      ? `${total}:`
      : `The first ${shownMatches} of ${total}; narrow the search to see the others:`;
  return { text: [first, ...lines, ...notes].join('\n'), shown };
}

function takeLines({ lines }: FoundPart, allRoom: number): readonly FoundLine[] {
  let room = allRoom;
  const end = lines.findIndex(({ text, number }) => {
    room -= text.length + String(number).length + 3;
    return room < 0;
  });
  return end === -1 ? lines : lines.slice(0, end);
}

function drawLines(lines: readonly FoundLine[]): readonly string[] {
  const drawn: string[] = [];
  let last: number | null = null;
  for (const { number, text, isMatch } of lines) {
    // Without lines around them matches stand alone, and gaps say nothing.
    if (last !== null && number > last + 1 && lines.some((line) => !line.isMatch)) drawn.push('--');
    drawn.push(`${number}${isMatch ? ':' : '-'}\t${text}`);
    last = number;
  }
  return drawn;
}

async function readSame(
  workspace: ToolPorts['workspace'],
  { path, lines }: FoundPart,
): Promise<TextFile | null> {
  const content = await workspace.read(path, { maxBytes: MOST_FILE_BYTES });
  if (!content.ok) return null;
  const file = decodeFile(path, content.value.bytes);
  if (!file.ok) return null;
  const isSame = lines.every(
    ({ number, text, isExact }) => !isExact || file.value.lines[number - 1] === text,
  );
  return isSame ? file.value : null;
}
