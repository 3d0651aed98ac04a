import { fail, rookError, succeed } from '@rook/contract';

import type { Outline, OutlineSymbol } from '../outline.ts';

const SYMBOL = /^( *)(?:export )?(?:(class|interface|function|enum) (\w+)|(\w+)\(.*\{)/u;

/** An outline of TypeScript that is written as in tests: two spaces for each level, a closing brace in its own line. */
export function createFakeOutline(): Outline {
  return {
    outline: async (path, text) => {
      if (!path.endsWith('.ts')) return fail(rookError('not_found', `There is no grammar for ${path}.`));
      const lines = text.split('\n');
      const symbols = lines.map((line, index) => readSymbol(line, index, lines));
      return succeed(symbols.filter((symbol) => symbol !== null));
    },
  };
}

function readSymbol(line: string, index: number, lines: readonly string[]): OutlineSymbol | null {
  const found = SYMBOL.exec(line);
  if (found === null) return null;
  const [, indentation = '', kind = 'method', name = found[4] ?? ''] = found;
  const end = line.endsWith('}')
    ? index
    : lines.findIndex((later, at) => at > index && later === `${indentation}}`);
  return {
    kind,
    name,
    startLine: index + 1,
    endLine: (end === -1 ? lines.length - 1 : end) + 1,
    depth: indentation.length / 2,
  };
}
