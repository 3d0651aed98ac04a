import type { Node } from 'oxc-parser';

import { isShipped } from './file-roles.ts';
import type { Violation } from './law.ts';
import { readMemberName } from './read-member-name.ts';
import type { Repository } from './repository.ts';

/** T-06: in the contract an optional field may be absent, but is never present as undefined. */
export function checkShapes(repository: Repository): Violation[] {
  const found: Violation[] = [];
  for (const source of repository.sources) {
    if (!source.path.startsWith('packages/contract/') || !isShipped(source.path)) continue;
    for (const { node } of source.nodes) {
      const called = node.type === 'CallExpression' ? readCalledName(node.callee) : undefined;
      const exact = called === undefined ? undefined : EXACT_NAMES.get(called);
      if (exact === undefined) continue;
      const message = `The shape uses ${called}(), which admits undefined as a value; write ${exact}.`;
      found.push({ law: 'shapes', path: source.path, line: source.lineAt(node.end), message });
    }
  }
  return found;
}

const EXACT_NAMES: ReadonlyMap<string, string> = new Map([
  ['optional', '.exactOptional()'],
  ['nullish', '.nullable().exactOptional()'],
  ['partial', '.exactPartial()'],
]);

function readCalledName(callee: Node): string | undefined {
  return callee.type === 'Identifier' ? callee.name : readMemberName(callee);
}
