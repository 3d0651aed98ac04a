import { looksLikeKey, looksLikeToken } from './redact-judge.ts';

/**
 * One kind of secret. Examples are written with holes such as `{alnum:36}`, because no text of this repository may look
 * like a secret; tests fill them in.
 */
export interface SecretRule {
  /** Stands in the text where the secret was. */
  readonly id: string;
  /** The pattern is tried only where one of these stands; in lower case when case is ignored. */
  readonly anchors: readonly string[];
  readonly ignoreCase?: true;
  /** How many characters before the anchor the pattern starts. */
  readonly back?: number;
  /** The secret may follow a letter or a digit. */
  readonly anywhere?: true;
  /** The secret may be a part of a name: it may follow a dash, an underscore or the letter of an option. */
  readonly inNames?: true;
  /** Sticky, with bounded repetitions. Group 1 is kept, what follows it in the match is the secret. */
  readonly pattern: RegExp;
  /** The anchor is part of a name of at most sixty letters, digits, `_`, `.` and `-`; the pattern starts at its end. */
  readonly named?: true;
  /** With `named`: a pattern that matches no secret stands before one without quotes, which goes as far as such do. */
  readonly bare?: true;
  /** Global: the pattern finds a region, and this the secrets in it, each after its own group 1. */
  readonly inside?: RegExp;
  /** The anchors are names of commands, so that a list which has one is read as a line of a shell. */
  readonly command?: true;
  /** What an accepted secret goes on with: sticky, or where it ends. */
  readonly tail?: RegExp | ((text: string, end: number) => number);
  readonly accept: (secret: string, place: SecretPlace) => boolean;
  readonly caught: readonly string[];
  readonly passed: readonly string[];
}

/** Where a match stands. */
export interface SecretPlace {
  /** What group 1 of the pattern kept. */
  readonly kept: string;
  /** The characters before the match, as many as a name is long. */
  readonly before: string;
  /** As many characters after it. */
  readonly after: string;
}

export interface TokenExtras {
  readonly leastBits?: number;
  /** What stands before the mark: as a pattern, and how long it is. */
  readonly head?: { readonly pattern: string; readonly length: number };
  /** The characters with which an accepted token goes on, however long it is. */
  readonly tail?: string;
  /** The prefix is so short that words must be told from keys. */
  readonly notWords?: true;
}

/** The rule of a vendor whose tokens start with a prefix of their own. */
export function tokenRule(
  id: string,
  prefixes: readonly string[],
  body: string,
  examples: { readonly caught: readonly string[]; readonly passed: readonly string[] },
  { leastBits, head, tail = '[\\w-]', notWords }: TokenExtras = {},
): SecretRule {
  const start = prefixes
    .map((prefix) => prefix.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
    .join('|');
  return {
    id,
    anchors: prefixes,
    ...(notWords === true ? {} : { inNames: true }),
    ...(head === undefined ? {} : { back: head.length }),
    pattern: new RegExp(`${head?.pattern ?? ''}(?:${start})${body}`, 'yu'),
    tail: new RegExp(`${tail}*`, 'yu'),
    accept: (secret) => (notWords === true ? looksLikeKey(secret) : looksLikeToken(secret, leastBits)),
    ...examples,
  };
}

/** The rule of a vendor whose keys have no mark: a name that holds the vendor's is given a value of its form. */
export function namedRule(
  id: string,
  names: readonly string[],
  value: string,
  examples: { readonly caught: readonly string[]; readonly passed: readonly string[] },
): SecretRule {
  return {
    id,
    anchors: names,
    ignoreCase: true,
    anywhere: true,
    named: true,
    pattern: new RegExp(`(${GIVEN})${value}(?![\\w-])`, 'yu'),
    accept: (secret) => looksLikeToken(secret),
    ...examples,
  };
}

/** The keys under which an object says what a thing is called and what it is. */
export const NAME_KEYS: readonly string[] = ['name', 'key', 'header', 'field', 'variable', 'label'];
export const VALUE_KEYS: readonly string[] = ['value', 'val'];

/** A quote, as it stands or inside a JSON text. */
export const QUOTE = String.raw`\\{0,3}["']`;
const OTHER_MEMBER = String.raw`${QUOTE}\w{1,20}${QUOTE}\s{0,4}:\s{0,4}${QUOTE}[^"'\\]{0,40}${QUOTE}\s{0,4},\s{0,32}`;
/** Before the value in `"type": "text", "value": "…"`. */
const VALUE_MEMBER = String.raw`(?:${OTHER_MEMBER}){0,2}${QUOTE}(?:${listCases(VALUE_KEYS)})${QUOTE}\s{0,4}:(?=\s{0,4}${QUOTE})`;

function listCases(words: readonly string[]): string {
  return words.flatMap((word) => [word, `${word.charAt(0).toUpperCase()}${word.slice(1)}`]).join('|');
}

/** The signs that give a name its value. */
const SIGNS = [
  String.raw`:\s?string\s{0,4}=`,
  ':=',
  '=>',
  '={1,3}',
  // "name": {"value": "…"}, "name": [{"value": "…"}], "name": ["…"]
  String.raw`:\s{0,8}\[?\s{0,32}\{\s{0,32}${VALUE_MEMBER}`,
  String.raw`:\s{0,8}\[\s{0,32}(?=${QUOTE})`,
  ':',
  // {"name": "…", "value": "…"}, ["name", "…"], name("…")
  String.raw`,\s{0,32}${VALUE_MEMBER}`,
  String.raw`,(?=\s{0,4}${QUOTE})`,
  String.raw`\((?=${QUOTE})`,
  String.raw`>(?=[^<\s]{6,256}<\/)`,
].join('|');

/** Between a name and its value: `NAME=`, `"name": "`, `name: '`, `name => "`, `name := `, `name", "`, `<name>`. */
export const GIVEN = String.raw`(?:\\{0,3}["'${'`'}])?\]?\s{0,8}(?:${SIGNS})\s{0,8}(?:\\{0,3}["'${'`'}])?`;
