import type { OutlineSymbol } from '@rook/engine';

const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/u;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/u;
const FENCE = /^ {0,3}(`{3,}|~{3,})/u;
/** What a line must not be to be a heading when it is underlined. */
const NO_TEXT = /^(?: {4}|\t|\s*$|\s*[-*+>|#]|\s*\d+[.)]\s)/u;

/** The headings of a Markdown text. Each reaches to the line before the next one of its level or above. */
export function readHeadings(text: string): OutlineSymbol[] {
  const lines = text.split(/\r\n|\n|\r/u);
  const found = findHeadings(lines);
  const lastLine = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const open: number[] = [];
  const depths = found.map(({ level }) => {
    while ((open.at(-1) ?? 0) >= level) open.pop();
    return open.push(level) - 1;
  });
  const endLines = findEnds(found, lastLine);
  return found.map(({ name, line }, index) => ({
    kind: 'heading',
    name,
    startLine: line,
    endLine: endLines[index] ?? lastLine,
    depth: depths[index] ?? 0,
  }));
}

/** From the end of the text back, with the line of the nearest heading of each level. */
function findEnds(headings: readonly Heading[], lastLine: number): number[] {
  const next: number[] = Array.from({ length: LEVELS + 1 }, () => lastLine + 1);
  const ends = headings.toReversed().map(({ level, line }) => {
    const end = Math.min(...next.slice(0, level + 1)) - 1;
    next[level] = line;
    return end;
  });
  return ends.toReversed();
}

const LEVELS = 6;

interface Heading {
  readonly level: number;
  readonly name: string;
  readonly line: number;
}

function findHeadings(lines: readonly string[]): Heading[] {
  const headings: Heading[] = [];
  let fence: string | null = null;
  for (let index = frontMatterEnd(lines); index < lines.length; index += 1) {
    const text = lines[index] ?? '';
    const mark = FENCE.exec(text)?.[1];
    if (fence !== null) {
      if (mark !== undefined && mark.startsWith(fence) && text.trim() === mark) fence = null;
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    const heading = readHeading(text, lines[index + 1] ?? '', lines[index - 1] ?? '');
    if (heading !== null && heading.name !== '') headings.push({ ...heading, line: index + 1 });
  }
  return headings;
}

function readHeading(text: string, next: string, before: string): Omit<Heading, 'line'> | null {
  const marked = HEADING.exec(text);
  if (marked !== null)
    return { level: marked[1]?.length ?? 1, name: nameBehind(text.slice(marked[0].length)) };
  const under = UNDERLINE.exec(next)?.[1];
  if (under === undefined || NO_TEXT.test(text) || (before.trim() !== '' && HEADING.exec(before) === null))
    return null;
  return { level: under.startsWith('=') ? 1 : 2, name: text.trim() };
}

/** The name may be followed by signs, which close it and are not its own. */
function nameBehind(rest: string): string {
  const name = rest.trim();
  let end = name.length;
  while (name[end - 1] === '#') end -= 1;
  const closes = end === 0 || name[end - 1] === ' ' || name[end - 1] === '\t';
  return closes ? name.slice(0, end).trimEnd() : name;
}

/** The first line behind the settings at the top of a page. */
function frontMatterEnd([first, ...rest]: readonly string[]): number {
  const end = first?.trimEnd() === '---' ? rest.findIndex((line) => line.trimEnd() === '---') : -1;
  return end === -1 ? 0 : end + 2;
}
