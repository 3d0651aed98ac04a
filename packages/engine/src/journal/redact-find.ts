import { isQuoteCode, startsPart, startsWord } from './redact-characters.ts';
import {
  createNameReader,
  findNamedValue,
  findValueBefore,
  isGivenInside,
  isQuotedValue,
  mayBeGiven,
  type NameReader,
} from './redact-named.ts';
import { createScanner, type Anchor, type Scanner } from './redact-scanner.ts';
import type { SecretPlace, SecretRule } from './secret-rules-shape.ts';

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
  const readers = rules.map(createReader);
  const scan = createScanner<RuleReader | number>([
    ...readers.flatMap((reader) =>
      reader.rule.anchors.map((text) => anchorOf(text, reader.rule.ignoreCase ?? false, reader)),
    ),
    ...knownForms.map((form) => anchorOf(form, false, form.length)),
  ]);
  return (text) => {
    const search: Search = { text, all: undefined, names: undefined, used: undefined };
    try {
      scan(text, (start, means) => {
        if (typeof means === 'number') addFound(search, start, start + means, KNOWN_ID);
        else lookAt(search, start, means);
      });
      for (const reader of search.used ?? []) lookAtWaiting(search, reader, undefined);
      return search.all;
    } finally {
      for (const reader of search.used ?? []) forget(reader);
    }
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
  return createHitTest([
    ...rules.flatMap(({ anchors, ignoreCase }) =>
      anchors.map((text) => anchorOf(text, ignoreCase ?? false, null)),
    ),
    ...knownForms.map((form) => anchorOf(form, false, null)),
  ]);
}

/** Whether any rule would look closer at this text: a name that has an anchor says what its value is. */
export function createNameTest(rules: readonly SecretRule[]): (name: string) => boolean {
  return createHitTest(
    rules
      .filter(({ anywhere, ignoreCase }) => anywhere === true && ignoreCase === true)
      .flatMap(({ anchors }) => anchors.map((text) => anchorOf(text, true, null))),
  );
}

/** Whether a text names a command that may be given a secret. */
export function createCommandTest(rules: readonly SecretRule[]): (text: string) => boolean {
  return createHitTest(
    rules
      .filter(({ command }) => command === true)
      .flatMap(({ anchors, ignoreCase }) => anchors.map((text) => anchorOf(text, ignoreCase ?? false, null))),
  );
}

function createHitTest(anchors: readonly Anchor<null>[]): (text: string) => boolean {
  // Many a redactor is never asked, and the tables take their time.
  let scan: Scanner<null> | undefined;
  return (text) => {
    scan ??= createScanner(anchors);
    let isHit = false;
    scan(text, () => {
      isHit = true;
    });
    return isHit;
  };
}

/** One text, and what was found in it so far. */
interface Search {
  readonly text: string;
  all: Found[] | undefined;
  names: NameReader | undefined;
  /** The rules that have read something, in the order in which they began. */
  used: RuleReader[] | undefined;
}

function addFound(search: Search, start: number, end: number, id: string): void {
  search.all ??= [];
  search.all.push({ start, end, id });
}

/** How far a rule came: what it has read is not read again, so that no text takes more than a time of its length. */
interface RuleReader {
  readonly rule: SecretRule;
  isUsed: boolean;
  readUntil: number;
  /** Where words of one name start that waits for the next name, which may end its value. */
  readonly waiting: number[];
  waitingCount: number;
  /** Where that name ends. */
  nameEnd: number;
  /** How many values were judged beyond the next name. */
  overlaps: number;
  /** What was judged last: a text that repeats itself asks the same again and again. */
  last: Judged | undefined;
}

interface Judged extends SecretPlace {
  readonly secret: string;
  readonly answer: boolean;
}

function createReader(rule: SecretRule): RuleReader {
  return {
    rule,
    isUsed: false,
    readUntil: 0,
    waiting: [],
    waitingCount: 0,
    nameEnd: -1,
    overlaps: 0,
    last: undefined,
  };
}

function use(search: Search, reader: RuleReader): void {
  if (reader.isUsed) return;
  reader.isUsed = true;
  search.used ??= [];
  search.used.push(reader);
}

function forget(reader: RuleReader): void {
  reader.isUsed = false;
  reader.readUntil = 0;
  reader.waitingCount = 0;
  reader.nameEnd = -1;
  reader.overlaps = 0;
  reader.last = undefined;
}

function lookAt(search: Search, anchor: number, reader: RuleReader): void {
  const { rule } = reader;
  const start = anchor - (rule.back ?? 0);
  if (anchor < reader.readUntil || start < 0) return;
  if (rule.anywhere !== true && !mayStart(search.text, start, rule)) return;
  if (rule.named === true) lookAtName(search, start, reader);
  else if (rule.inside === undefined) lookAtMatch(search, start, reader);
  else lookInside(search, start, reader);
}

function mayStart(text: string, start: number, rule: SecretRule): boolean {
  return startsWord(text, start) || (rule.inNames === true && startsPart(text, start));
}

function lookAtMatch(search: Search, start: number, reader: RuleReader): void {
  const { text } = search;
  const { rule } = reader;
  rule.pattern.lastIndex = start;
  const match = rule.pattern.exec(text);
  if (match === null) return;
  const from = start + (match[1] ?? '').length;
  const end = start + match[0].length;
  if (isAccepted(search, { start, from, end }, reader)) addWithTail(search, from, end, reader);
}

function addWithTail(search: Search, start: number, end: number, reader: RuleReader): void {
  const { rule } = reader;
  const tailEnd = findTailEnd(search.text, end, rule);
  if (rule.tail !== undefined) {
    use(search, reader);
    reader.readUntil = tailEnd;
  }
  addFound(search, start, tailEnd, rule.id);
}

/** Reads the region of a rule once, however often its anchor stands in it. */
function lookInside(search: Search, start: number, reader: RuleReader): void {
  const { text } = search;
  const { rule } = reader;
  rule.pattern.lastIndex = start;
  const region = rule.pattern.exec(text)?.[0];
  if (region === undefined || rule.inside === undefined) return;
  use(search, reader);
  reader.readUntil = start + region.length - (region.length < LONG_REGION ? 0 : REGION_OVERLAP);
  for (const match of region.matchAll(rule.inside)) {
    const place = start + match.index;
    const from = place + (match[1] ?? '').length;
    const end = place + match[0].length;
    if (isAccepted(search, { start: place, from, end }, reader)) addFound(search, from, end, rule.id);
  }
}

/** A region may have been cut off at its longest, so that one that starts near its end is read on its own. */
const LONG_REGION = 4000;
const REGION_OVERLAP = 500;

function lookAtName(search: Search, start: number, reader: RuleReader): void {
  search.names ??= createNameReader(search.text);
  const nameEnd = search.names(start);
  if (reader.waitingCount > 0 && nameEnd !== reader.nameEnd)
    lookAtWaiting(search, reader, { start, nameEnd });
  if (nameEnd - start > LONGEST_NAME || !mayBeGiven(search.text, nameEnd)) return;
  use(search, reader);
  reader.nameEnd = nameEnd;
  if (reader.waitingCount === MOST_WORDS) return;
  reader.waiting[reader.waitingCount] = start;
  reader.waitingCount += 1;
}

const LONGEST_NAME = 60;
/** So many words of one name are asked for its value. */
const MOST_WORDS = 4;
/** So many values of a text, and one more for each kilobyte, may reach beyond the next name that is given one. */
const FREE_OVERLAPS = 64;
const KILOBYTE = 1024;

function lookAtWaiting(search: Search, reader: RuleReader, next: NextName | undefined): void {
  const { waiting, nameEnd, rule } = reader;
  const { text } = search;
  if (nameEnd > reader.readUntil) {
    const value = findNamedValue(text, nameEnd, findLimit(text, reader, next), rule);
    for (let index = 0; index < reader.waitingCount; index += 1) {
      const start = waiting[index] ?? 0;
      if (value === undefined) {
        if (rule.bare === true) lookBefore(search, start, nameEnd, rule);
      } else if (isAccepted(search, { start, from: value.start, end: value.end }, reader)) {
        addWithTail(search, value.start, value.end, reader);
        break;
      }
    }
  }
  reader.waitingCount = 0;
}

interface NextName {
  readonly start: number;
  readonly nameEnd: number;
}

/** Where a value without quotes ends at the latest: in a row of names that are all given one, each has its own. */
function findLimit(text: string, reader: RuleReader, next: NextName | undefined): number {
  if (next === undefined || next.start < reader.nameEnd || !isGivenInside(text, next.nameEnd))
    return Number.POSITIVE_INFINITY;
  reader.overlaps += 1;
  return reader.overlaps > FREE_OVERLAPS + next.start / KILOBYTE ? next.start : Number.POSITIVE_INFINITY;
}

/** The value may stand before the name; it is between quotes then. */
function lookBefore(search: Search, start: number, nameEnd: number, rule: SecretRule): void {
  const { text } = search;
  const value = isQuotedValue(text, nameEnd) ? findValueBefore(text, start) : undefined;
  if (value === undefined) return;
  const secret = text.slice(value.start, value.end);
  const kept = `${text.slice(start, nameEnd)}: "`;
  if (rule.accept(secret, { kept, before: '', after: '"' }))
    addFound(search, value.start, value.end, rule.id);
}

const LONGEST_BEFORE = 40;

/** The match begins at `start`, and the part of it that may be secret goes from `from` to `end`. */
function isAccepted(
  search: Search,
  { start, from, end }: { readonly start: number; readonly from: number; readonly end: number },
  reader: RuleReader,
): boolean {
  const { text } = search;
  const secret = text.slice(from, end);
  const kept = text.slice(start, from);
  const before = text.slice(Math.max(0, start - LONGEST_BEFORE), start);
  const after = text.slice(end, end + LONGEST_BEFORE);
  const { last } = reader;
  if (last?.secret === secret && last.kept === kept && last.before === before && last.after === after)
    return last.answer;
  const answer = reader.rule.accept(secret, { kept, before, after });
  use(search, reader);
  reader.last = { secret, kept, before, after, answer };
  return answer;
}

function findTailEnd(text: string, end: number, { tail }: SecretRule): number {
  if (tail === undefined || isQuoteCode(text.charCodeAt(end))) return end;
  if (typeof tail === 'function') return tail(text, end);
  tail.lastIndex = end;
  return end + (tail.exec(text)?.[0].length ?? 0);
}
