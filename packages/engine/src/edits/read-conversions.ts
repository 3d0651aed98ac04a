import { readGitignore } from '../ports/gitignore-rules.ts';

/** Whether a file below the folder of these attributes is kept by git in another form than it has on the disk. */
export type Converts = (names: readonly string[]) => boolean;

/** A pattern may stand between quotes, with escapes; then it is taken for any. */
const LINE = /^\s*(?<pattern>"(?:[^"\\]|\\.)*"|\S+)\s+(?<attributes>.*)$/u;
const MACRO = /^\[attr\](?<name>\S+)\s+(?<attributes>.*)$/u;
const CONVERTING = /^(?:filter|ident|working-tree-encoding)(?:=|$)/u;

/**
 * Reads a `.gitattributes`. Filters, `$Id$` and other encodings make something else of a file, which can have the same size; so git's
 * object is not what the file held. A later line that takes an attribute back does not count. Null where no line is of this kind.
 */
export function readConversions(text: string): Converts | null {
  const macros = new Set<string>();
  const patterns: string[] = [];
  const isConverting = (attributes: string): boolean =>
    attributes.split(/\s+/u).some((one) => CONVERTING.test(one) || macros.has(one));
  for (const line of text.replace(/^\uFEFF/u, '').split(/\r?\n/u)) {
    if (line.trimStart().startsWith('#')) continue;
    const macro = MACRO.exec(line)?.groups;
    if (macro !== undefined) {
      if (isConverting(macro['attributes'] ?? '')) macros.add(macro['name'] ?? '');
      continue;
    }
    const { pattern = '', attributes = '' } = LINE.exec(line)?.groups ?? {};
    if (isConverting(attributes)) patterns.push(pattern.startsWith('"') ? '*' : pattern);
  }
  if (patterns.length === 0) return null;
  const rules = readGitignore(patterns.join('\n'));
  return (names) => rules.judge(names, false) === 'ignored';
}
