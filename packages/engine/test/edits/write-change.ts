import * as fc from 'fast-check';

/** Lines `[at, at + removed)` of a file become `lines`. */
export interface Splice {
  readonly at: number;
  readonly removed: number;
  readonly lines: readonly string[];
}

/** A file, what is done with it, and the file then. */
export interface SplicedFile {
  readonly before: readonly string[];
  readonly splices: readonly Splice[];
  readonly after: readonly string[];
}

const word = fc.constantFrom('alpha', 'beta', 'gamma', 'if (x) {', '}', '', 'return;', 'x', 'xy');
const indent = fc.constantFrom('', '  ', '    ');
const line = fc.tuple(indent, word).map(([blanks, text]) => (text === '' ? '' : blanks + text));

/** Files with many equal lines, so that places are often not the only ones. */
export const splicedFile: fc.Arbitrary<SplicedFile> = fc
  .array(line, { minLength: 1, maxLength: 24 })
  .chain((before) =>
    fc
      .array(fc.tuple(fc.nat(before.length), fc.nat(3), fc.array(line, { maxLength: 3 })), {
        minLength: 1,
        maxLength: 3,
      })
      .map((raw) => spliceFile(before, raw)),
  );

function spliceFile(
  before: readonly string[],
  raw: readonly (readonly [number, number, string[]])[],
): SplicedFile {
  const splices: Splice[] = [];
  for (const [start, count, lines] of raw.toSorted((a, b) => a[0] - b[0])) {
    const last = splices.at(-1);
    const at = last === undefined ? start : Math.max(start, last.at + last.removed + 1);
    if (at > before.length) continue;
    splices.push({ at, removed: Math.min(count, before.length - at), lines });
  }
  return { before, splices, after: spliceLines(before, splices) };
}

/** The plain way to change a file: nothing is looked for. */
export function spliceLines(before: readonly string[], splices: readonly Splice[]): readonly string[] {
  const after: string[] = [];
  let at = 0;
  for (const splice of splices) {
    after.push(...before.slice(at, splice.at), ...splice.lines);
    at = splice.at + splice.removed;
  }
  return [...after, ...before.slice(at)];
}

export function textOf(lines: readonly string[]): string {
  return lines.map((text) => `${text}\n`).join('');
}

/** The change in each format, as somebody would write it who makes no mistake. */
export function writeChange({
  before,
  splices,
  after,
}: SplicedFile): Readonly<Record<string, Record<string, unknown>>> {
  const hunks = splices.map((splice) => writeHunk(before, splice, 2));
  return {
    content: { content: textOf(after) },
    lineOperations: { lineOperations: splices.flatMap(toOperation) },
    edits: {
      edits: splices.map((splice) => {
        const { start, end } = around(before, splice, 2);
        const front = before.slice(start, splice.at);
        const back = before.slice(splice.at + splice.removed, end);
        return {
          search: textOf(before.slice(start, end)),
          replace: textOf([...front, ...splice.lines, ...back]),
        };
      }),
    },
    diff: { diff: `--- a/a.ts\n+++ b/a.ts\n${hunks.map(({ header, body }) => header + body).join('')}` },
    patch: {
      patch: `*** Begin Patch\n*** Update File: a.ts\n${hunks.map(({ body }) => `@@\n${body}`).join('')}*** End Patch\n`,
    },
  };
}

function around(
  before: readonly string[],
  { at, removed }: Splice,
  context: number,
): { start: number; end: number } {
  return { start: Math.max(0, at - context), end: Math.min(before.length, at + removed + context) };
}

function writeHunk(
  before: readonly string[],
  splice: Splice,
  context: number,
): { header: string; body: string } {
  const { at, removed, lines } = splice;
  const { start, end } = around(before, splice, context);
  const body = [
    ...before.slice(start, at).map((text) => ` ${text}\n`),
    ...before.slice(at, at + removed).map((text) => `-${text}\n`),
    ...lines.map((text) => `+${text}\n`),
    ...before.slice(at + removed, end).map((text) => ` ${text}\n`),
  ].join('');
  const count = end - start;
  return { header: `@@ -${start + 1},${count} +${start + 1},${count - removed + lines.length} @@\n`, body };
}

function toOperation({ at, removed, lines }: Splice): Record<string, unknown>[] {
  const content = textOf(lines);
  if (removed === 0) return lines.length === 0 ? [] : [{ type: 'insert', line: at + 1, content }];
  const range = { line: at + 1, endLine: at + removed };
  return [lines.length === 0 ? { type: 'delete', ...range } : { type: 'replace', ...range, content }];
}
