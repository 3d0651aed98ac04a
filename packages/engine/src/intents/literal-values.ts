import type { SyntaxNode } from '../ports/syntax.ts';
import { words } from './syntax-profile.ts';

export function isLiteral({ kind }: SyntaxNode): boolean {
  return (
    kind === 'literal' ||
    /^(?:(?:raw_)?string_(?:fragment|content)|jsx_text|escape_sequence|\w+_string_literal_content)$/u.test(
      kind,
    )
  );
}

/** Whether two literals mean another value to everybody: another spelling, or a text that is only read loosely, is none. */
export function differSurely(before: SyntaxNode, after: SyntaxNode): boolean {
  const [one, other] = [before.text, after.text];
  if (isBoolean(one) && isBoolean(other)) return one.toLowerCase() !== other.toLowerCase();
  if (isNumeric(one) && isNumeric(other)) return areOtherNumbers(one, other);
  return sortOf(before) === 'text' && sortOf(after) === 'text' && areOtherTexts(one, other);
}

export function isNumeric(text: string): boolean {
  return /^\.?\d/u.test(text);
}

/** Null where the language decides what it is worth, as with `010`. */
export function readNumber(text: string): number | null {
  const plain = text.replaceAll(/[_']/gu, '').toLowerCase();
  if (/^0\d/u.test(plain)) return null;
  const based = /^(0x[\da-f]+|0b[01]+|0o[0-7]+)(?:u?l{0,2}|[iu](?:8|16|32|64|128|size)|n)$/u.exec(plain)?.[1];
  const decimal =
    /^((?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?:u?l{0,2}|[fdmn]|[iuf](?:8|16|32|64|128|size))$/u.exec(plain)?.[1];
  const number = Number(based ?? decimal ?? plain);
  return Number.isFinite(number) ? number : null;
}

/** A narrow number may hold two wide ones as one. */
function areOtherNumbers(one: string, other: string): boolean {
  const [left, right] = [readNumber(one), readNumber(other)];
  return left !== null && right !== null && Math.fround(left) !== Math.fround(right);
}

function isBoolean(text: string): boolean {
  return /^(?:true|false)$/iu.test(text);
}

const NO_TEXTS: ReadonlySet<string> = words('null none nil undefined None nullptr');

function sortOf({ kind, text }: SyntaxNode): 'text' | 'other' {
  if (kind !== 'literal') return 'text';
  return NO_TEXTS.has(text) || isBoolean(text) || isNumeric(text) ? 'other' : 'text';
}

/** Modes, encodings, switches, colours and what begins like a number are read by rules of their own. */
const LOOSE =
  /^(?:[rwabtxu+]{1,3}|(?:utf|latin|iso|us-?ascii|ascii|cp|windows|l1|u8).*|true|false|yes|no|on|off|y|n|any|all|auto|default|none|normal|\d.*|#[\da-f]{3,8}|-.*|utc|gmt|z|(?:u?int|float|bool|str|object|double|complex)\d*)$/iu;
/** Patterns, paths with dots, markup, queries, and escapes that are not read here. */
const READ_BY_RULES =
  /[[\]^$|*+?()<>&]|\.\.|\\(?![nt"'`\\])|\b(?:select|insert|update|delete|where|from|join)\b/iu;

function areOtherTexts(one: string, other: string): boolean {
  const prefixes = [one, other].map((text) => /^(\w{0,3}[@$#]*)["'`]/u.exec(text)?.[1]?.toLowerCase() ?? '');
  if (prefixes[0] !== prefixes[1]) return false;
  if ((prefixes[0] !== '' || one.startsWith('`')) && /\\/u.test(one + other)) return false;
  const [left = '', right = ''] = [one, other].map(contentOf);
  if (left === right || LOOSE.test(left) || LOOSE.test(right)) return false;
  if (READ_BY_RULES.test(left) || READ_BY_RULES.test(right)) return false;
  return wordsOf(left).toSorted().join('') !== wordsOf(right).toSorted().join('');
}

/** What a text says, without quotes and prefix. */
function contentOf(text: string): string {
  return text.replace(/^\w{0,3}[@$#]*(["'`]+)/u, '').replace(/["'`]+#*$/u, '');
}

/** Small letters, without the places that a format fills: those can be written in many ways. */
export function wordsOf(text: string): string[] {
  const plain = text.replaceAll(/\\[nt]/gu, ' ').replaceAll(/%[-+#0-9.]*[a-z%]|\{[^{}]*\}/giu, ' ');
  return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
