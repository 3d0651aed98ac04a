import type { Brand } from '@rook/contract';

import type { ToolNames } from './create-editor-tools.ts';

/**
 * Which tools of the editor are offered, and how people read their names. A name counts from its beginning, behind the prefix
 * that an instance of a server puts before it; a namespace somewhere inside a name is none.
 */
export function createToolNames(
  { namespaces, instancePrefix }: Brand['tools'],
  further: readonly string[] = [],
): ToolNames {
  const prefix = instancePrefix === null ? null : new RegExp(instancePrefix, 'u');
  const shown = (name: string): string => (prefix === null ? name : name.replace(prefix, ''));
  const allowed = [...namespaces, ...further].filter((start) => start !== '');
  return {
    shown,
    isAllowed: (name) => allowed.some((start) => name.startsWith(start) || shown(name).startsWith(start)),
  };
}
