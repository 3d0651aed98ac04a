import { parseSync } from 'oxc-parser';

import { flattenNodes } from './flatten-nodes.ts';
import type { Source } from './repository.ts';
import { listSourceImports } from './source-imports.ts';
import type { TextFile } from './text-file.ts';

/** Parses one code file. A file that does not parse keeps its errors, and the law `syntax` reports them. */
export function parseSource(file: TextFile): Source {
  const result = parseSync(file.path, file.text, { preserveParens: false });
  const nodes = flattenNodes(result.program);
  return {
    ...file,
    nodes,
    comments: result.comments,
    imports: listSourceImports(nodes),
    errors: result.errors.map((error) => ({ start: error.labels[0]?.start ?? 0, message: error.message })),
    lineAt: createLineFinder(file.text),
  };
}

function createLineFinder(text: string): (offset: number) => number {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at);
  return (offset) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
