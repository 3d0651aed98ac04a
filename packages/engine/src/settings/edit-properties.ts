import { createScanner, findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';

/**
 * Changes one property of the object in the text and nothing else: comments stay with what they stand
 * beside, and no other line is touched. The text must be one readable object, or nothing but remarks, behind
 * which an object is begun. The value undefined takes the property out.
 */
export function editProperty(text: string, name: string, value: unknown): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) {
    const before = text.trim() === '' ? '' : `${text.trimEnd()}${lineEnd(text)}`;
    return value === undefined ? text : editProperty(`${before}{}${lineEnd(text)}`, name, value);
  }
  if (root.type !== 'object') throw new Error('the text is no object');
  const current = findNodeAtLocation(root, [name]);
  if (value === undefined) return current?.parent === undefined ? text : remove(text, root, current.parent);
  const written = JSON.stringify(value, null, 2).replaceAll('\n', `${lineEnd(text)}${indentOf(text, root)}`);
  if (current !== undefined) return splice(text, current.offset, endOf(current), written);
  return insert(text, root, `${JSON.stringify(name)}: ${written}`);
}

/**
 * Changes one item of a list that is a property of the object in the text, and nothing else: the one at `place`, or
 * behind the last one. The value undefined takes the item out. The list must be there and the text readable.
 */
export function editItem(text: string, name: string, place: number, value: unknown): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const list = root === undefined ? undefined : findNodeAtLocation(root, [name]);
  if (list?.type !== 'array') throw new Error(`${name} is no list`);
  const current = list.children?.[place];
  if (value === undefined) return current === undefined ? text : remove(text, list, current);
  // An empty list has no place to stand beside, and nothing to keep but a remark.
  const isBlank = text.slice(list.offset + 1, endOf(list) - 1).trim() === '';
  if (list.children?.length === 0 && isBlank) return editProperty(text, name, [value]);
  const indent = indentOf(text, list);
  const written = JSON.stringify(value, null, 2).replaceAll('\n', `${lineEnd(text)}${indent}`);
  return current === undefined
    ? insert(text, list, written)
    : splice(text, current.offset, endOf(current), written);
}

function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

/** The new property stands behind the last one: on the next line, or beside it where all is on one. */
function insert(text: string, root: Node, property: string): string {
  const last = root.children?.at(-1);
  const end = lineEnd(text);
  if (last === undefined) {
    const inside = text.slice(root.offset + 1, endOf(root) - 1);
    const before = inside.trim() === '' ? '' : inside.trimEnd();
    return splice(
      text,
      root.offset + 1,
      endOf(root) - 1,
      `${before}${end}${indentOf(text, root)}${property}${end}`,
    );
  }
  const comma = commaAfter(text, endOf(last));
  const close = endOf(root) - 1;
  const lineBreak = text.indexOf('\n', comma ?? endOf(last));
  const withComma = comma === undefined ? splice(text, endOf(last), endOf(last), ',') : text;
  const shift = comma === undefined ? 1 : 0;
  if (lineBreak === -1 || lineBreak > close) {
    const place = (comma === undefined ? endOf(last) : comma) + 1;
    return splice(withComma, place, place, ` ${property}`);
  }
  const place = lineBreak + shift - (text[lineBreak - 1] === '\r' ? 1 : 0);
  const trailing = comma === undefined ? '' : ',';
  return splice(withComma, place, place, `${end}${indentOf(text, root)}${property}${trailing}`);
}

/** Takes the property out with its comma, and its line when nothing else stands on it but a remark. */
function remove(text: string, root: Node, property: Node): string {
  const after = commaAfter(text, endOf(property));
  const isLast = root.children?.at(-1) === property;
  const [start, end] = wholeLines(text, property.offset, (after ?? endOf(property) - 1) + 1) ?? [
    property.offset,
    skipSpaces(text, after === undefined ? endOf(property) : after + 1),
  ];
  const without = splice(text, start, end, '');
  const before = root.children?.at(-2);
  if (!isLast || after !== undefined || before === undefined) return without;
  const comma = commaAfter(text, endOf(before));
  return comma === undefined ? without : splice(without, comma, comma + 1, '');
}

/** The range with the whole of its lines, or undefined when they hold something else too. */
function wholeLines(text: string, start: number, end: number): readonly [number, number] | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineBreak = text.indexOf('\n', end);
  if (lineBreak === -1 || text.slice(lineStart, start).trim() !== '') return undefined;
  return /^[ \t]*(\/\/[^\n]*|\/\*[^\n]*\*\/[ \t]*)?\r?$/.test(text.slice(end, lineBreak))
    ? [lineStart, lineBreak + 1]
    : undefined;
}

function skipSpaces(text: string, from: number): number {
  let place = from;
  while (text[place] === ' ' || text[place] === '\t') place += 1;
  return place;
}

/** Where the comma behind a property is, comments between them passed over. */
function commaAfter(text: string, from: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : undefined;
}

function lineEnd(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** The indentation of the first property that begins a line, else two spaces. */
function indentOf(text: string, root: Node): string {
  for (const { offset } of root.children ?? []) {
    const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
    const before = text.slice(lineStart, offset);
    if (lineStart > root.offset && before.trim() === '') return before;
  }
  return '  ';
}
