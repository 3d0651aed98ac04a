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
  /** Sticky, with bounded repetitions. Group 1 is kept, what follows it in the match is the secret. */
  readonly pattern: RegExp;
  /** Sticky: what an accepted secret goes on with. */
  readonly tail?: RegExp;
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
    ...(head === undefined ? {} : { back: head.length }),
    pattern: new RegExp(`${head?.pattern ?? ''}(?:${start})${body}`, 'yu'),
    tail: new RegExp(`${tail}{0,65536}`, 'yu'),
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
    pattern: new RegExp(`([\\w.-]{3,60}${GIVEN})${value}(?![\\w-])`, 'yu'),
    accept: (secret) => looksLikeToken(secret),
    ...examples,
  };
}

/** Between a name and its value: `NAME=`, `"name": "`, `name: '`, `name => "`, `name := `, `name", "`, `<name>`. */
export const GIVEN = String.raw`(?:\\{0,3}["'${'`'}])?\]?\s{0,8}(?::\s?string\s{0,4}=|:=|=>|={1,3}|:|,(?=\s{0,4}\\{0,3}["'])|\((?=\\{0,3}["'])|>(?=[^<\s]{6,256}<\/))\s{0,8}(?:\\{0,3}["'${'`'}])?`;
