import { structuredPatch, type StructuredPatchHunk } from 'diff';

/** A file before and after a change that somebody made. */
export interface Revision {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** A change as a model could have written it, and what the file must be then; null where nobody can say. */
export interface SpoiledChange {
  readonly mistake: string;
  readonly before: string;
  readonly after: string | null;
  readonly change: Readonly<Record<string, unknown>>;
}

/** Numbers from a seed, the same on every machine. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof createRandom>;

/** The diff of a revision with hunk headers that are wrong in the ways that models get them wrong. */
export function spoilDiff({ path, before, after }: Revision, random: Random): SpoiledChange[] {
  const spoil = (
    mistake: string,
    context: number,
    header: (hunk: StructuredPatchHunk) => HunkNumbers,
  ): SpoiledChange => {
    const { hunks } = structuredPatch(path, path, before, after, undefined, undefined, { context });
    const text = hunks.map((hunk) => [writeHeader(header(hunk)), ...hunk.lines].join('\n')).join('\n');
    return { mistake, before, after, change: { path, diff: `--- a/${path}\n+++ b/${path}\n${text}\n` } };
  };
  const off = random(90) + 1;
  return [
    spoil('right numbers', 3, numbersOf),
    spoil('starts a few lines off', 3, (hunk) => move(hunk, random(9) - 4)),
    spoil('starts far off', 3, (hunk) => move(hunk, off)),
    spoil('starts at random', 3, (hunk) => ({
      ...numbersOf(hunk),
      oldStart: random(500) + 1,
      newStart: random(500) + 1,
    })),
    spoil('starts all 1', 3, (hunk) => ({ ...numbersOf(hunk), oldStart: 1, newStart: 1 })),
    spoil('one line of context', 1, (hunk) => move(hunk, random(5))),
    spoil('no context', 0, (hunk) => move(hunk, random(5))),
    spoil('counts too small', 3, (hunk) => resize(hunk, -1 - random(2))),
    spoil('counts too large', 3, (hunk) => resize(hunk, 1 + random(3))),
  ];
}

/** The diff of a revision with lines that are wrong in the ways that models get them wrong; its numbers fit its lines. */
export function spoilDiffLines({ path, before, after }: Revision, random: Random): SpoiledChange[] {
  const context = 1 + random(3);
  const { hunks } = structuredPatch(path, path, before, after, undefined, undefined, { context });
  const spoil = (mistake: string, change: (lines: readonly string[]) => readonly string[]): SpoiledChange => {
    const texts = hunks.map((hunk) => {
      const lines = change(hunk.lines);
      const [oldLines, newLines] = ['+', '-'].map(
        (other) => lines.filter((line) => !line.startsWith(other) && !line.startsWith('\\')).length,
      );
      const header = { ...numbersOf(hunk), oldLines: oldLines ?? 0, newLines: newLines ?? 0 };
      return [writeHeader(header), ...lines].join('\n');
    });
    return {
      mistake,
      before,
      after,
      change: { path, diff: `--- a/${path}\n+++ b/${path}\n${texts.join('\n')}\n` },
    };
  };
  const inAll = (mistake: string, change: (line: string) => string): SpoiledChange =>
    spoil(mistake, (lines) =>
      lines.map((line) => (line.slice(1) === '' ? line : line[0] + change(line.slice(1)))),
    );
  const inKept = (mistake: string, change: (line: string) => string): SpoiledChange =>
    spoil(mistake, (lines) => lines.map((line) => (line.startsWith(' ') ? change(line) : line)));
  const chosen = random(1000);
  const atKept = (mistake: string, change: Splice): SpoiledChange =>
    spoil(mistake, (lines) => {
      const kept = [...lines.keys()].filter((at) => lines[at]?.startsWith(' ') === true);
      const at = kept[chosen % Math.max(1, kept.length)];
      const spoiled = at === undefined ? lines : change(lines, at);
      // Where the lines stand in the file as they are now, the diff is a right one of that place.
      return before.includes(oldTextOf(spoiled)) ? lines : spoiled;
    });
  return [
    inKept('mark of kept blank lines lost', (line) => (isBlank(line) ? '' : line)),
    inKept('mark of kept lines lost', (line) => line.slice(1)),
    inKept('blanks after kept lines', (line) => `${line}  `),
    inAll('diff indented by two', (line) => `  ${line}`),
    spoil('diff without indentation', (lines) => {
      const indent = commonIndent(lines.map((line) => line.slice(1)));
      return lines.map((line) => (line.trim() === '' ? line : line.charAt(0) + line.slice(1 + indent)));
    }),
    inKept('quotes changed in kept lines', (line) => line.replaceAll("'", '"')),
    spoil('kept blank lines dropped', (lines) => lines.filter((line) => !isBlank(line))),
    atKept('blank line added', (lines, at) => lines.toSpliced(at, 0, ' ')),
    atKept('kept line doubled', (lines, at) => lines.toSpliced(at, 0, lines[at] ?? ' ')),
    atKept('kept line dropped', (lines, at) => lines.toSpliced(at, 1)),
    atKept('kept line cut', (lines, at) => lines.toSpliced(at, 1, cutLine(lines[at] ?? ' '))),
    spoil('lines wide', (lines) => lines.map((line) => `${line}\r`)),
  ];
}

function isBlank(line: string): boolean {
  return line === ' ';
}

type Splice = (lines: readonly string[], at: number) => readonly string[];

function oldTextOf(lines: readonly string[]): string {
  return lines
    .filter((line) => line.startsWith(' ') || line.startsWith('-'))
    .map((line) => line.slice(1))
    .join('\n');
}

function cutLine(line: string): string {
  return line.slice(0, Math.max(1, Math.ceil(line.length * 0.6)));
}

interface HunkNumbers {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

function numbersOf({ oldStart, oldLines, newStart, newLines }: StructuredPatchHunk): HunkNumbers {
  return { oldStart, oldLines, newStart, newLines };
}

function move(hunk: StructuredPatchHunk, by: number): HunkNumbers {
  const { oldStart, newStart, ...rest } = numbersOf(hunk);
  return { ...rest, oldStart: Math.max(1, oldStart + by), newStart: Math.max(1, newStart + by) };
}

function resize(hunk: StructuredPatchHunk, by: number): HunkNumbers {
  const { oldLines, newLines, ...rest } = numbersOf(hunk);
  return { ...rest, oldLines: Math.max(0, oldLines + by), newLines: Math.max(0, newLines + by) };
}

function writeHeader({ oldStart, oldLines, newStart, newLines }: HunkNumbers): string {
  return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
}

/** One hunk as lines to be found and lines to stand there then. */
interface Block {
  readonly search: readonly string[];
  readonly replace: readonly string[];
  /** Which lines of `replace` are lines of `search`. */
  readonly kept: readonly boolean[];
  /** Whether it begins and ends with a line that is kept. */
  readonly starts: boolean;
  readonly ends: boolean;
}

/** Each hunk of a revision as a search/replace edit, spoiled in each way. */
export function spoilBlocks({ path, before, after }: Revision, random: Random): SpoiledChange[] {
  const context = random(4);
  const { hunks } = structuredPatch(path, path, before, after, undefined, undefined, { context });
  const spoiled: SpoiledChange[] = [];
  for (const hunk of hunks) {
    if (hunk.lines.some((line) => line.startsWith('\\'))) continue;
    const search = hunk.lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
    const replace = hunk.lines.filter((line) => !line.startsWith('-')).map((line) => line.slice(1));
    const kept = hunk.lines.filter((line) => !line.startsWith('-')).map((line) => line.startsWith(' '));
    if (search.length === 0) continue;
    const lines = before.split('\n');
    const truth = [
      ...lines.slice(0, hunk.oldStart - 1),
      ...replace,
      ...lines.slice(hunk.oldStart - 1 + search.length),
    ];
    for (const { mistake, edit, file } of spoilBlock(
      {
        search,
        replace,
        kept,
        starts: hunk.lines[0]?.startsWith(' ') === true,
        ends: hunk.lines.at(-1)?.startsWith(' ') === true,
      },
      before,
      random,
    )) {
      const result = file === undefined ? truth.join('\n') : file.after;
      spoiled.push({
        mistake,
        before: file?.before ?? before,
        after: result,
        change: { path, edits: [edit] },
      });
    }
  }
  return spoiled;
}

interface SpoiledBlock {
  readonly mistake: string;
  readonly edit: { readonly search: string; readonly replace: string };
  /** Where the file is not the one of the revision. */
  readonly file?: { readonly before: string; readonly after: string | null };
}

function spoilBlock(block: Block, before: string, random: Random): SpoiledBlock[] {
  return [
    { mistake: 'none', edit: asEdit(block) },
    ...spoilEnds(block, random),
    ...spoilBlanks(block, before),
    ...spoilLines(block, before),
    ...spoilFile(block, before),
  ];
}

/** What is lost at the borders. A blank line there cannot be told from a line break, so such blocks stay whole. */
function spoilEnds({ search, replace, starts, ends }: Block, random: Random): SpoiledBlock[] {
  const plain = asEdit({ search, replace });
  const last = search.at(-1) ?? '';
  const isBordered = [search[0], last, replace[0] ?? 'gone', replace.at(-1) ?? 'gone'].every(
    (line) => line?.trim() !== '',
  );
  // Of one line that is trimmed nobody can see how the other was indented.
  const isShown = search.length + replace.length > 2 || commonIndent(search) === commonIndent(replace);
  const cut = [...search.slice(0, -1), last.slice(0, 1 + random(Math.max(1, last.length - 1)))];
  const spoil = (mistake: string, edit: Partial<SpoiledBlock['edit']>): SpoiledBlock => ({
    mistake,
    edit: isBordered ? { ...plain, ...edit } : plain,
  });
  return [
    spoil('no final line break', { search: search.join('\n'), replace: replace.join('\n') }),
    spoil('no final line break in search', { search: search.join('\n') }),
    spoil('no final line break in replace', { replace: replace.join('\n') }),
    spoil(
      'trimmed at the start',
      isShown ? { search: plain.search.trimStart(), replace: plain.replace.trimStart() } : {},
    ),
    spoil(
      'trimmed on both sides',
      isShown ? { search: plain.search.trim(), replace: plain.replace.trim() } : {},
    ),
    spoil('last line cut in search', { search: cut.join('\n'), replace: replace.join('\n') }),
    spoil('first line dropped in search', starts ? asEdit({ search: search.slice(1), replace }) : {}),
    spoil('last line dropped in search', ends ? asEdit({ search: search.slice(0, -1), replace }) : {}),
  ];
}

/** Blanks and line ends that are not those of the file. */
function spoilBlanks({ search, replace, kept }: Block, before: string): SpoiledBlock[] {
  const inAll = (change: (line: string) => string): SpoiledBlock['edit'] =>
    asEdit({ search: search.map(change), replace: replace.map(change) });
  const plain = asEdit({ search, replace });
  const indent = commonIndent([...search, ...replace]);
  const blanked = search.map((line) => `${line}  `);
  const keptBlanked = replace.map((line, index) => (kept[index] === true ? `${line}  ` : line));
  const hasSpaces = /^ {2}/m.test(before);
  return [
    { mistake: 'trailing blanks added', edit: asEdit({ search: blanked, replace: keptBlanked }) },
    { mistake: 'trailing blanks added in search', edit: asEdit({ search: blanked, replace }) },
    { mistake: 'indentation lost', edit: inAll((line) => line.slice(line.trim() === '' ? 0 : indent)) },
    {
      mistake: 'indentation lost in search',
      edit: asEdit({ search: search.map((line) => line.slice(line.trim() === '' ? 0 : indent)), replace }),
    },
    { mistake: 'indented by two', edit: inAll((line) => (line === '' ? line : `  ${line}`)) },
    { mistake: 'indented by a tab', edit: inAll((line) => (line === '' ? line : `\t${line}`)) },
    { mistake: 'spaces made tabs', edit: hasSpaces ? inAll(indentWithTabs) : plain },
    { mistake: 'CRLF in the edit', edit: { search: toWide(plain.search), replace: toWide(plain.replace) } },
  ];
}

/** Lines and characters that are not those of the file. */
function spoilLines({ search, replace, kept }: Block, before: string): SpoiledBlock[] {
  const plain = asEdit({ search, replace });
  const middle = search.length >> 1;
  const blank = search.findIndex(
    (line, index) => line === '' && index > 0 && index < search.length - 1 && search[index + 1] !== '',
  );
  const without = search.toSpliced(blank, 1);
  const other = replace.findIndex((line, index) => line === '' && kept[index] === true);
  const keptQuoted = replace.map((line, index) => (kept[index] === true ? curlQuotes(line) : line));
  const isDropped = blank !== -1;
  return [
    {
      mistake: 'blank line added',
      edit: unlessThere({ search: search.toSpliced(1, 0, ''), replace }, before) ?? plain,
    },
    {
      mistake: 'line doubled',
      edit:
        unlessThere({ search: search.toSpliced(middle, 0, search[middle] ?? ''), replace }, before) ?? plain,
    },
    {
      mistake: 'blank line dropped',
      edit: (isDropped ? unlessThere({ search: without, replace }, before) : null) ?? plain,
    },
    {
      mistake: 'blank line dropped in both',
      edit:
        isDropped && other > 0 ? asEdit({ search: without, replace: replace.toSpliced(other, 1) }) : plain,
    },
    { mistake: 'quotes changed', edit: asEdit({ search: search.map(curlQuotes), replace: keptQuoted }) },
  ];
}

/** Files in which the block is not as it was, and changes that nobody may apply. */
function spoilFile(block: Block, before: string): SpoiledBlock[] {
  const { search, replace } = block;
  const edit = asEdit(block);
  const indented = search.map((line) => `    ${line}`);
  const left = [replace[0] ?? '', '// ... existing code ...', replace.at(-1) ?? ''];
  return [
    { mistake: 'trailing blanks lost', edit, file: blanksInFile(block, before) },
    {
      mistake: 'CRLF in the file',
      edit,
      file: { before: toWide(before), after: toWide(applyOnce(before, block)) },
    },
    {
      mistake: 'block twice in the file',
      edit,
      file: { before: `${before}\n${search.join('\n')}\n`, after: null },
    },
    {
      mistake: 'block twice, once indented',
      edit,
      file: { before: `${before}\n${indented.join('\n')}\n`, after: null },
    },
    {
      mistake: 'placeholder instead of lines',
      edit: asEdit({ search, replace: left }),
      file: { before, after: null },
    },
  ];
}

function asEdit({ search, replace }: Pick<Block, 'search' | 'replace'>): SpoiledBlock['edit'] {
  return {
    search: search.length === 0 ? '' : `${search.join('\n')}\n`,
    replace: replace.length === 0 ? '' : `${replace.join('\n')}\n`,
  };
}

/** Null where the spoiled text stands in the file: then it is a right edit of that place, and no mistake can be seen in it. */
function unlessThere(block: Pick<Block, 'search' | 'replace'>, before: string): SpoiledBlock['edit'] | null {
  const edit = asEdit(block);
  return before.includes(edit.search) ? null : edit;
}

function commonIndent(lines: readonly string[]): number {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  return indents.length === 0 ? 0 : Math.min(...indents);
}

function toWide(text: string): string {
  return text.replaceAll('\n', '\r\n');
}

function applyOnce(text: string, { search, replace }: Pick<Block, 'search' | 'replace'>): string {
  const lines = text.split('\n');
  for (let at = 0; at + search.length <= lines.length; at += 1) {
    if (search.every((line, index) => lines[at + index] === line))
      return lines.toSpliced(at, search.length, ...replace).join('\n');
  }
  return text;
}

/** The file has blanks at the ends of lines that the model did not repeat; kept lines keep them. */
function blanksInFile(block: Block, before: string): { before: string; after: string | null } {
  const { search, replace, kept } = block;
  const spoiled = applyOnce(before, { search, replace: search.map(blankEnd) });
  const fresh = replace.map((line, index) => (kept[index] === true ? blankEnd(line) : line));
  return { before: spoiled, after: applyOnce(spoiled, { search: search.map(blankEnd), replace: fresh }) };
}

function blankEnd(line: string): string {
  return line === '' ? line : `${line}  `;
}

function curlQuotes(line: string): string {
  return line.replaceAll("'", '\u2019');
}

function indentWithTabs(line: string): string {
  return line.replace(/^( {2})+/, ({ length }) => '\t'.repeat(length / 2));
}
