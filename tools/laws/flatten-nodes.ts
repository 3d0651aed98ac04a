import { type Node, type Program, visitorKeys } from 'oxc-parser';

/** Every node of a program in document order, each with its parent. */
export function flattenNodes(program: Program): PlacedNode[] {
  const placed: PlacedNode[] = [];
  place({ node: program, parent: undefined, key: '' }, placed);
  return placed;
}

export interface PlacedNode {
  readonly node: Node;
  readonly parent: PlacedNode | undefined;
  /** The parent's property that holds this node. */
  readonly key: string;
}

function place(here: PlacedNode, placed: PlacedNode[]): void {
  placed.push(here);
  for (const key of visitorKeys[here.node.type] ?? []) {
    const value: unknown = Reflect.get(here.node, key);
    const children: unknown[] = Array.isArray(value) ? value : [value];
    for (const child of children) {
      if (isNode(child)) place({ node: child, parent: here, key }, placed);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
