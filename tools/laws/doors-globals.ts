import { callsNetwork } from './doors-places.ts';
import type { Finding } from './finding.ts';
import type { PlacedNode } from './flatten-nodes.ts';
import { isReference } from './is-reference.ts';
import { readMemberName } from './read-member-name.ts';
import type { Source } from './repository.ts';

/** Network globals outside their door, and every use of the global object that could hide one. */
export function findGlobalViolations(folder: string, source: Source): Finding[] {
  const found: Finding[] = [];
  for (const placed of source.nodes) {
    const { node } = placed;
    if (node.type !== 'Identifier' || !isReference(placed)) continue;
    if (GLOBAL_OBJECTS.has(node.name)) {
      const message = judgeGlobalObject(folder, node.name, placed);
      if (message !== undefined) found.push({ start: node.start, message });
    } else if (NETWORK_GLOBALS.has(node.name) && !callsNetwork(folder)) {
      found.push({ start: node.start, message: explain(node.name) });
    }
  }
  return found;
}

const NETWORK_GLOBALS: ReadonlySet<string> = new Set(
  'fetch WebSocket EventSource XMLHttpRequest WebTransport RTCPeerConnection'.split(' '),
);

const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(['globalThis', 'global', 'window', 'self']);

/** `globalThis.x` with a plain name is readable; an alias, a destructuring or a computed name is not. */
function judgeGlobalObject(folder: string, name: string, { parent, key }: PlacedNode): string | undefined {
  const member = parent === undefined || key !== 'object' ? undefined : readMemberName(parent.node);
  if (member === undefined) {
    // Only these two stand for nothing else; `window` and `self` are also plain words for a value.
    if (name !== 'globalThis' && name !== 'global') return undefined;
    return `${name} is used as a value, which hides what is taken from it; write ${name} and a dot and the plain name.`;
  }
  if (member === 'process' || GLOBAL_OBJECTS.has(member))
    return `${name}.${member} is a second name for ${member}; write ${member}.`;
  return NETWORK_GLOBALS.has(member) && !callsNetwork(folder) ? explain(`${name}.${member}`) : undefined;
}

function explain(name: string): string {
  return `${name} reaches the network, which only adapters, apps/server and packages/client may do; use a port or the client.`;
}
