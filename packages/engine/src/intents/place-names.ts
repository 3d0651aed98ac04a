import type { SyntaxNode } from '../ports/syntax.ts';
import type { SyntaxProfile } from './syntax-profile.ts';

/** A node with the way up from it. */
export interface Place {
  readonly node: SyntaxNode;
  readonly parent: Place | null;
}

/** One name in a file, and what stands at the same place afterwards. */
export interface NameUse {
  readonly place: Place;
  readonly kind: string;
  readonly before: string;
  readonly after: string;
  /** The node that declares it here, and the scope it belongs to; null for a mere use. */
  readonly declared: { readonly by: Place; readonly scope: Place } | null;
}

/** Null when the trees differ in more than names. Every named leaf that is no literal is in the list, changed or not. */
export function pairNames(before: SyntaxNode, after: SyntaxNode, profile: SyntaxProfile): NameUse[] | null {
  const uses: NameUse[] = [];
  const walk = (place: Place, other: SyntaxNode): boolean => {
    const { node } = place;
    const isAlike =
      node.kind === other.kind &&
      node.field === other.field &&
      node.children.length === other.children.length;
    if (!isAlike) return false;
    if (node.children.length === 0) {
      if (!node.isNamed || node.kind === 'literal') return node.text === other.text;
      if (!CHANGEABLE.test(node.kind) && node.text !== other.text) return false;
      uses.push({
        place,
        kind: node.kind,
        before: node.text,
        after: other.text,
        declared: findDeclaration(place, profile),
      });
      return true;
    }
    return node.children.every((child, index) => {
      const next = other.children[index];
      return next !== undefined && walk({ node: child, parent: place }, next);
    });
  };
  return walk({ node: before, parent: null }, after) ? uses : null;
}

const CHANGEABLE =
  /^(?:identifier|type_identifier|private_property_identifier|own_member|imported_name|exported_name)$/u;

/** The names that can be declared in a file. */
export function isVariable(kind: string): boolean {
  return kind === 'identifier' || kind === 'type_identifier';
}

function findDeclaration(place: Place, profile: SyntaxProfile): NameUse['declared'] {
  if (!isVariable(place.node.kind)) return null;
  let from: Place = place;
  let parent = place.parent;
  while (parent !== null) {
    const way = profile.declares.get(`${parent.node.kind}.${from.node.field ?? ''}`);
    if (way !== undefined && isMeant(parent, from)) {
      const scope = findScope(parent, way, profile);
      return scope === null ? null : { by: parent, scope };
    }
    const excluded = profile.patterns.get(parent.node.kind);
    if (excluded === undefined || excluded.includes(from.node.field ?? '-')) return null;
    from = parent;
    parent = parent.parent;
  }
  return null;
}

/** A loop or an assignment that has no word or sign of its own for declaring uses a name that is there already. */
function isMeant({ node }: Place, from: Place): boolean {
  const has = (text: string): boolean => node.children.some((child) => !child.isNamed && child.text === text);
  if (node.kind === 'for_in_statement') return has('let') || has('const') || has('var');
  if (node.kind === 'range_clause' || node.kind === 'receive_statement') return has(':=');
  if (node.kind === 'formal_parameters') return from.node.kind !== 'required_parameter';
  return true;
}

function findScope(by: Place, way: 'nearest' | 'around' | 'function', profile: SyntaxProfile): Place | null {
  const isVar =
    by.parent?.node.kind === 'variable_declaration' || by.node.children.some(({ text }) => text === 'var');
  const wanted =
    way === 'function' || (isVar && profile.family === 'script') ? profile.functions : profile.scopes;
  let place: Place | null = way === 'nearest' ? by : by.parent;
  while (place !== null && !wanted.has(place.node.kind)) place = place.parent;
  return place;
}

export function isWithin(place: Place, scope: SyntaxNode): boolean {
  for (let at: Place | null = place; at !== null; at = at.parent) if (at.node === scope) return true;
  return false;
}

export function findAbove(place: Place, kinds: RegExp): Place | null {
  for (let at = place.parent; at !== null; at = at.parent) if (kinds.test(at.node.kind)) return at;
  return null;
}

export function isCapital(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}
