import { fail, succeed, type Result } from '@rook/contract';
import { createScanner, getNodeValue, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser';

export interface SettingsProperty {
  readonly name: string;
  readonly value: unknown;
  readonly line: number;
}

export interface UnreadableText {
  readonly line: number;
  readonly message: string;
}

/** The properties of a settings text in their order: JSON with comments and trailing commas, one object as in the sample. */
export function readSettingsProperties(
  text: string | null,
  sample = '{"mode": "safe"}',
): Result<readonly SettingsProperty[], UnreadableText> {
  const content = text?.replace(/^\uFEFF/, '') ?? '';
  const shape = scanShape(content);
  if (shape.empty) return succeed([]);
  if (shape.tooDeepAt !== undefined) {
    const message = `This is nested more than ${DEEPEST} deep, which is never needed.`;
    return fail({ line: lineOf(content, shape.tooDeepAt), message });
  }
  const errors: ParseError[] = [];
  const tree = parseTree(content, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    const message = `This is not readable JSON: ${sentence(printParseErrorCode(error.error))}.`;
    return fail({ line: lineOf(content, error.offset), message });
  }
  if (tree?.type !== 'object') {
    return fail({ line: 1, message: `The file holds one object, as in ${sample}.` });
  }
  const properties: SettingsProperty[] = [];
  let [line, counted] = [1, 0];
  for (const property of tree.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key === undefined || value === undefined) continue;
    line += countLines(content.slice(counted, key.offset));
    counted = key.offset;
    properties.push({ name: String(key.value), value: getNodeValue(value), line });
  }
  return succeed(properties);
}

const DEEPEST = 50;

/** Looks at the tokens alone, which costs no stack however deep they nest. */
function scanShape(content: string): { readonly empty: boolean; readonly tooDeepAt?: number } {
  const scanner = createScanner(content, true);
  let depth = 0;
  let empty = true;
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    empty = false;
    const first = content[scanner.getTokenOffset()];
    if (first === '{' || first === '[') depth += 1;
    if (first === '}' || first === ']') depth -= 1;
    if (depth > DEEPEST) return { empty, tooDeepAt: scanner.getTokenOffset() };
  }
  return { empty };
}

/** `CommaExpected` becomes `comma expected`. */
function sentence(code: string): string {
  return code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

function lineOf(text: string, offset: number): number {
  return countLines(text.slice(0, offset)) + 1;
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
