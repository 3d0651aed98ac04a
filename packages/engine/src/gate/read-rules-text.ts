import { fail, succeed, type Result } from '@rook/contract';
import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';

import { readSettingsProperties } from '../settings/read-settings-properties.ts';

interface RulesText {
  readonly value: unknown;
  /** In which line a rule begins. */
  readonly lineOf: (index: number) => number;
}

/** Reads JSON with comments, as settings are. A name given twice is refused: which one counts, nobody can see. */
export function readRulesText(text: string): Result<RulesText, string> {
  const properties = readSettingsProperties(text, '{"rules": []}');
  if (!properties.ok) return fail(`line ${properties.error.line}: ${properties.error.message.slice(0, -1)}`);
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) return succeed({ value: {}, lineOf: () => 1 });
  const lineOf = ({ offset }: Node) => text.slice(0, offset).split('\n').length;
  const twice = findTwice(root);
  if (twice !== null)
    return fail(`line ${lineOf(twice)}: ${String(twice.value)} stands there a second time; leave one`);
  const rules = findNodeAtLocation(root, ['rules'])?.children ?? [];
  return succeed({ value: valueOf(root), lineOf: (index) => lineOf(rules[index] ?? root) });
}

function findTwice(node: Node): Node | null {
  const names = new Set<unknown>();
  for (const child of node.children ?? []) {
    const [key] = child.children ?? [];
    if (child.type === 'property' && key !== undefined) {
      if (names.has(key.value)) return key;
      names.add(key.value);
    }
    const found = findTwice(child);
    if (found !== null) return found;
  }
  return null;
}

/** Every name becomes a field of its own, whatever it is called. */
function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(
    (node.children ?? []).flatMap(({ children }) => {
      const [key, value] = children ?? [];
      return key === undefined || value === undefined ? [] : [[String(key.value), valueOf(value)] as const];
    }),
  );
}
