import type { Node } from 'oxc-parser';

import { readLiteralText } from './read-literal-text.ts';

/** The name of a property that is written out: the `a` of `{ a: 1 }` and of `{ 'a': 1 }`. */
export function readKey(key: Node): string | undefined {
  return key.type === 'Identifier' ? key.name : readLiteralText(key);
}
