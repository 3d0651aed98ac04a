import type { Node } from 'oxc-parser';

import { isShipped } from './file-roles.ts';
import type { Violation } from './law.ts';
import { readMemberName } from './read-member-name.ts';
import type { Repository } from './repository.ts';

/** A port whose functions do something, and the only rooms that may use those. */
interface EffectPort {
  /** How what holds it is called: the last name before the function. */
  readonly holder: RegExp;
  readonly functions: ReadonlySet<string>;
  readonly rooms: RegExp;
  readonly instead: string;
}

const PORTS: readonly EffectPort[] = [
  {
    holder: /workspace$/iu,
    functions: new Set(['apply', 'mend']),
    rooms: /^packages\/(?:engine\/src\/edits|adapters\/workspace-[^/]+\/src)\//u,
    instead: 'write through a tool call and the gate',
  },
  {
    holder: /shell$/iu,
    functions: new Set(['run', 'open']),
    rooms:
      /^(?:packages\/(?:engine\/src\/(?:tools|commands|journal)|adapters\/[^/]+\/src)\/|apps\/[^/]+\/src\/compose[^/]*$)/u,
    instead: 'start programs through a tool call and the gate',
  },
  {
    holder: /source$/iu,
    functions: new Set(['call']),
    rooms: /^packages\/(?:engine\/src\/tools|adapters\/sources-[^/]+\/src)\//u,
    instead: 'call tools of sources through the gate',
  },
];

/**
 * B-13: what changes files, starts programs or calls a source is reached through the gate alone. The functions of a port
 * that do so are named, called or taken out only in the rooms that stand behind it.
 */
export function checkEffects(repository: Repository): Violation[] {
  const found: Violation[] = [];
  for (const source of repository.sources) {
    if (!isShipped(source.path) || source.path.startsWith('packages/engine/src/ports/')) continue;
    for (const { node } of source.nodes)
      for (const { holder, name } of listUses(node)) {
        const port = PORTS.find((one) => one.holder.test(holder) && one.functions.has(name));
        if (port === undefined || port.rooms.test(source.path)) continue;
        const message = `${holder}.${name} does something that only the gate may let through; ${port.instead}.`;
        found.push({ law: 'effects', path: source.path, line: source.lineAt(node.start), message });
      }
  }
  return found;
}

interface Use {
  readonly holder: string;
  readonly name: string;
}

function listUses(node: Node): readonly Use[] {
  if (node.type === 'MemberExpression') {
    const name = readMemberName(node);
    const holder = lastName(node.object);
    return name === undefined || holder === undefined ? [] : [{ holder, name }];
  }
  if (node.type === 'VariableDeclarator')
    return takenOut(node.id, node.init === null ? undefined : lastName(node.init));
  // `({ workspace: { apply } }) => …`
  if (node.type === 'Property' && node.key.type === 'Identifier') return takenOut(node.value, node.key.name);
  return [];
}

function takenOut(pattern: Node, holder: string | undefined): readonly Use[] {
  if (pattern.type !== 'ObjectPattern' || holder === undefined) return [];
  return pattern.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier'
      ? [{ holder, name: property.key.name }]
      : [],
  );
}

/** The `b` of `a.b`, of `b` and of `await b`. */
function lastName(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'AwaitExpression') return lastName(node.argument);
  if (
    node.type === 'TSNonNullExpression' ||
    node.type === 'ChainExpression' ||
    node.type === 'ParenthesizedExpression'
  )
    return lastName(node.expression);
  return readMemberName(node);
}
