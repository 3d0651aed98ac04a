import { fail, succeed, type Result } from '@rook/contract';
import { getNodeValue, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser';

export interface SettingsProperty {
  readonly name: string;
  readonly value: unknown;
  readonly line: number;
}

export interface UnreadableText {
  readonly line: number;
  readonly message: string;
}

/** The properties of a settings text in their order: JSON with comments and trailing commas, one object. */
export function readSettingsProperties(
  text: string | null,
): Result<readonly SettingsProperty[], UnreadableText> {
  const content = text?.replace(/^\uFEFF/, '') ?? '';
  if (content.trim() === '') return succeed([]);
  const errors: ParseError[] = [];
  const tree = parseTree(content, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    const message = `This is not readable JSON: ${sentence(printParseErrorCode(error.error))}.`;
    return fail({ line: lineOf(content, error.offset), message });
  }
  if (tree?.type !== 'object') {
    return fail({ line: 1, message: 'A settings file holds one object, as in {"mode": "safe"}.' });
  }
  const properties: SettingsProperty[] = [];
  for (const property of tree.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key === undefined || value === undefined) continue;
    properties.push({
      name: String(key.value),
      value: getNodeValue(value),
      line: lineOf(content, key.offset),
    });
  }
  return succeed(properties);
}

/** `CommaExpected` becomes `comma expected`. */
function sentence(code: string): string {
  return code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
