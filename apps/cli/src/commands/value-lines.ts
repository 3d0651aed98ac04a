import type { JsonValue } from '@rook/engine';

const LONGEST_TEXT = 400;
const DEEPEST_INDENT = 40;

/** The first lines of a value as JSON on lines; null at the end when there are more. Never makes the others. */
export function valueLines(value: JsonValue, mostLines: number): readonly (string | null)[] {
  const lines: (string | null)[] = [];
  for (const line of linesOf(value, '', '', '')) {
    if (lines.length === mostLines) {
      lines.push(null);
      break;
    }
    lines.push(line);
  }
  return lines;
}

function* linesOf(value: JsonValue, indent: string, before: string, after: string): Generator<string> {
  if (typeof value !== 'object' || value === null) {
    yield `${indent}${before}${scalar(value)}${after}`;
    return;
  }
  const isList = Array.isArray(value);
  const [open, close] = isList ? '[]' : '{}';
  const keys = Object.keys(value);
  if (keys.length === 0) {
    yield `${indent}${before}${open}${close}${after}`;
    return;
  }
  yield `${indent}${before}${open}`;
  const inner = indent.length < DEEPEST_INDENT ? `${indent}  ` : indent;
  for (const [index, key] of keys.entries()) {
    const item = isList ? (value[index] ?? null) : (value[key] ?? null);
    yield* linesOf(item, inner, isList ? '' : `${scalar(key)}: `, index < keys.length - 1 ? ',' : '');
  }
  yield `${indent}${close}${after}`;
}

function scalar(value: string | number | boolean | null): string {
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return JSON.stringify(value);
  return `${JSON.stringify(value.slice(0, LONGEST_TEXT)).slice(0, -1)} … ${value.length - LONGEST_TEXT} more characters"`;
}
