import type { Brand } from '@rook/contract';

import type { ToolNames } from './create-editor-tools.ts';

interface NamedTools {
  /** Beginnings of names that the user adds. */
  readonly further?: readonly string[];
  readonly own?: readonly string[];
}

/**
 * Which tools of the editor are offered, and how people read their names. A name counts from its beginning, behind the prefix
 * that an instance of a server puts before it; a namespace somewhere inside a name is none. What is our own is never offered
 * back to us, whatever its name begins with: `own` are the names under which others are offered it.
 */
export function createToolNames(
  { namespaces, instancePrefix }: Brand['tools'],
  { further = [], own = [] }: NamedTools = {},
): ToolNames {
  const prefix = instancePrefix === null ? null : new RegExp(instancePrefix, 'u');
  const shown = (name: string): string => (prefix === null ? name : name.replace(prefix, ''));
  const allowed = [...namespaces, ...further].filter((start) => start !== '');
  const left = new Set(own);
  const begins = (name: string): boolean =>
    allowed.some((start) => name.startsWith(start) || shown(name).startsWith(start));
  return { shown, isAllowed: (name) => !left.has(name) && begins(name) };
}
