import { readGitignore } from '../ports/gitignore-rules.ts';

/** Whether a file below the folder of these attributes is kept by git in another form than it has on the disk. */
export type Converts = (names: readonly string[]) => boolean;

/** The lines of a `.gitattributes`. */
export interface AttributeLines {
  /** Names that stand for attributes, with those. A line of another file may use them. */
  readonly macros: readonly (readonly [name: string, attributes: readonly string[]])[];
  readonly files: readonly (readonly [pattern: string, attributes: readonly string[]])[];
}

/** A pattern may stand between quotes, with escapes; then it is taken for any. */
const LINE = /^\s*(?<pattern>"(?:[^"\\]|\\.)*"|\S+)\s+(?<attributes>.*)$/u;
const MACRO = /^\s*\[attr\](?<name>\S+)\s+(?<attributes>.*)$/u;
const CONVERTING = /^(?:filter|ident|working-tree-encoding)(?:=|$)/u;

export function readAttributes(text: string): AttributeLines {
  const macros: [string, readonly string[]][] = [];
  const files: [string, readonly string[]][] = [];
  for (const line of text.replace(/^\uFEFF/u, '').split(/\r?\n/u)) {
    if (line.trimStart().startsWith('#')) continue;
    const macro = MACRO.exec(line)?.groups;
    const { pattern = '', attributes = '' } = macro ?? LINE.exec(line)?.groups ?? {};
    const named = attributes.split(/\s+/u);
    if (macro !== undefined) macros.push([macro['name'] ?? '', named]);
    else files.push([pattern, named]);
  }
  return { macros, files };
}

/** The names that stand for a conversion in any of these files, also by way of one another. */
export function findConvertingMacros(all: readonly AttributeLines[]): ReadonlySet<string> {
  const macros = all.flatMap((lines) => lines.macros);
  const found = new Set<string>();
  for (let count = -1; count < found.size;) {
    count = found.size;
    for (const [name, attributes] of macros) if (isConverting(attributes, found)) found.add(name);
  }
  return found;
}

/**
 * Filters, `$Id$` and other encodings make something else of a file, which can have the same size; so git's object is not what the file
 * held. A later line that takes an attribute back does not count, nor do large and small letters. Null where no line is of this kind.
 */
export function readConversions({ files }: AttributeLines, macros: ReadonlySet<string>): Converts | null {
  const patterns = files.flatMap(([pattern, attributes]) =>
    isConverting(attributes, macros) ? [widen(pattern)] : [],
  );
  if (patterns.length === 0) return null;
  const rules = readGitignore(patterns.join('\n'));
  return (names) =>
    rules.judge(
      names.map((name) => name.toLowerCase()),
      false,
    ) === 'ignored';
}

function isConverting(attributes: readonly string[], macros: ReadonlySet<string>): boolean {
  return attributes.some((one) => CONVERTING.test(one) || macros.has(one));
}

/** What is read otherwise than git does is taken for any; and git knows no exceptions here. */
const UNCERTAIN = /^["!]|\[[!^]|\[[:.=]/u;

function widen(pattern: string): string {
  return UNCERTAIN.test(pattern) ? '*' : pattern.toLowerCase();
}
