import type { Node } from 'oxc-parser';

import { isFileSystem } from './doors-modules.ts';
import { writesFiles } from './doors-places.ts';
import type { Finding } from './finding.ts';
import { readKey } from './read-key.ts';
import { readLiteralText } from './read-literal-text.ts';
import type { Source } from './repository.ts';

/**
 * A reading function empties or makes a file when its options ask for that (`flag: 'w+'`), so outside the doors
 * options stand at the call, in plain words, and are among those that only read.
 */
export function findReadingOptions(folder: string, source: Source): Finding[] {
  if (writesFiles(folder)) return [];
  const readers = new Set(
    source.imports.filter(({ specifier }) => isFileSystem(specifier)).flatMap(({ locals }) => locals),
  );
  if (readers.size === 0) return [];
  const found: Finding[] = [];
  for (const { node } of source.nodes) {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') continue;
    if (node.callee.type !== 'Identifier' || !readers.has(node.callee.name)) continue;
    const { name } = node.callee;
    const loose = node.arguments.find(
      (given, index) => given.type === 'SpreadElement' || (index > 0 && !isPlain(given, readers)),
    );
    if (loose !== undefined) found.push({ start: loose.start, message: explain(name) });
  }
  return found;
}

const READING_OPTIONS: ReadonlySet<string> = new Set([
  'encoding',
  'signal',
  'withFileTypes',
  'recursive',
  'bigint',
  'throwIfNoEntry',
  'start',
  'end',
  'highWaterMark',
  'autoClose',
  'emitClose',
]);

/** An encoding, a number of `constants`, a callback, or options that only read. */
function isPlain(node: Node, readers: ReadonlySet<string>): boolean {
  if (node.type === 'Literal' || readLiteralText(node) !== undefined) return true;
  if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') return true;
  if (node.type === 'BinaryExpression') return isPlain(node.left, readers) && isPlain(node.right, readers);
  if (node.type === 'MemberExpression')
    return node.object.type === 'Identifier' && readers.has(node.object.name);
  if (node.type !== 'ObjectExpression') return false;
  return node.properties.every(
    (property) =>
      property.type === 'Property' && !property.computed && READING_OPTIONS.has(readKey(property.key) ?? ''),
  );
}

function explain(name: string): string {
  return `${name} can also write when its options say so; give it an encoding or an object with reading options, written out at the call.`;
}
