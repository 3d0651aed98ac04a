import { createScanner, type Anchor } from './redact-scanner.ts';
import type { SecretRule } from './secret-rules-shape.ts';

/** The id under which the secrets of the settings are found. */
export const KNOWN_ID = 'known';

/** A piece of a text that must not be written. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly id: string;
}

/** The secrets in a text, in no order, overlapping ones too; undefined when there are none. */
export type Finder = (text: string) => Found[] | undefined;

export function createFinder(rules: readonly SecretRule[], knownForms: readonly string[]): Finder {
  const scan = createScanner<SecretRule | number>([
    ...rules.flatMap((rule) => rule.anchors.map((text) => anchorOf(text, rule.ignoreCase ?? false, rule))),
    ...knownForms.map((form) => anchorOf(form, false, form.length)),
  ]);
  return (text) => {
    let all: Found[] | undefined;
    // What has a tail is searched once: its anchor may stand in it again and again.
    let tailEnds: Map<SecretRule, number> | undefined;
    scan(text, (start, means) => {
      if (typeof means === 'number') {
        all ??= [];
        all.push({ start, end: start + means, id: KNOWN_ID });
        return;
      }
      if (start < (tailEnds?.get(means) ?? 0)) return;
      const found = applyRule(text, start - (means.back ?? 0), means);
      if (found === undefined) return;
      if (means.tail !== undefined) {
        tailEnds ??= new Map();
        tailEnds.set(means, found.end);
      }
      all ??= [];
      all.push(found);
    });
    return all;
  };
}

function anchorOf<T>(text: string, ignoreCase: boolean, means: T): Anchor<T> {
  return { text, ignoreCase, means };
}

/** Whether a text has any beginning of a secret in it, which is all that most texts are ever asked. */
export function createAnchorTest(
  rules: readonly SecretRule[],
  knownForms: readonly string[],
): (text: string) => boolean {
  const scan = createScanner<null>([
    ...rules.flatMap(({ anchors, ignoreCase }) =>
      anchors.map((text) => anchorOf(text, ignoreCase ?? false, null)),
    ),
    ...knownForms.map((form) => anchorOf(form, false, null)),
  ]);
  return (text) => {
    let found = false;
    scan(text, () => {
      found = true;
    });
    return found;
  };
}

/** Whether any rule would look closer at this text: a name that has an anchor says what its value is. */
export function createNameTest(rules: readonly SecretRule[]): (name: string) => boolean {
  const scan = createScanner<null>(
    rules
      .filter(({ anywhere, ignoreCase }) => anywhere === true && ignoreCase === true)
      .flatMap(({ anchors }) => anchors.map((text) => anchorOf(text, true, null))),
  );
  return (name) => {
    let isNamed = false;
    scan(name, () => {
      isNamed = true;
    });
    return isNamed;
  };
}

const LONGEST_BEFORE = 40;

function applyRule(text: string, start: number, rule: SecretRule): Found | undefined {
  if (start < 0 || (rule.anywhere !== true && !startsWord(text, start))) return undefined;
  const { pattern } = rule;
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const kept = match[1] ?? '';
  const secret = match[0].slice(kept.length);
  const before = text.slice(Math.max(0, start - LONGEST_BEFORE), start);
  if (!rule.accept(secret, { kept, before })) return undefined;
  const end = start + match[0].length;
  return { start: start + kept.length, end: findTailEnd(text, end, rule), id: rule.id };
}

function findTailEnd(text: string, end: number, { tail }: SecretRule): number {
  if (tail === undefined || /["'`\\]/u.test(text.charAt(end))) return end;
  tail.lastIndex = end;
  return end + (tail.exec(text)?.[0].length ?? 0);
}

const WORD = /[\w-]/u;
/** What ends in a letter or a digit, but is none: `\n`, `\u0022`, `%3D` and the colours of a terminal. */
const ESCAPE = /(?:\\[nrtbf0]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|%[0-9a-fA-F]{2}|\[[\d;]{0,12}m)$/u;
/** The dash of a removed line or of a list, no part of a word. */
const DASH = /(?:^|[^\w-])-$/u;
const LONGEST_ESCAPE = 15;

function startsWord(text: string, start: number): boolean {
  if (start === 0 || !WORD.test(text.charAt(start - 1))) return true;
  const before = text.slice(Math.max(0, start - LONGEST_ESCAPE), start);
  return ESCAPE.test(before) || DASH.test(before);
}
