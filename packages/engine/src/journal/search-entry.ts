import { BASE_NAMES } from './limit-fields.ts';
import { FILE_PATHS, TAG_PATHS, textPathsOf, type FieldPath } from './search-fields.ts';

/** What a search knows about one entry. */
export interface SearchEntry {
  readonly type: string;
  readonly timestamp: string;
  /** The timestamp in milliseconds. */
  readonly time: number;
  /** What is searched, in the order in which a snippet is looked for. */
  readonly texts: readonly string[];
  readonly turn?: string;
  readonly tool?: string;
  readonly tags: readonly string[];
  readonly files: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** More than any line that Rook writes; a longer one is not searched. */
export const SEARCHED_LINE_BYTES = 64 << 20;

const decoder = new TextDecoder('utf-8', { fatal: true });
const baseNames = new Set([...BASE_NAMES, 'event_type', 'turn_id']);

/**
 * Reads as much of a finished line as a search needs, and undefined where it is no entry. It asks less of a line
 * than `parseEntry`, which would take longer than everything else: a type and a time.
 */
export function readSearchEntry(bytes: Uint8Array): SearchEntry | undefined {
  const value = bytes.length > SEARCHED_LINE_BYTES ? undefined : parseLine(bytes);
  if (!isFields(value)) return undefined;
  const { event_type: type, timestamp, turn_id: turn } = value;
  if (typeof type !== 'string' || typeof timestamp !== 'string') return undefined;
  const time = Date.parse(timestamp);
  if (Number.isNaN(time)) return undefined;
  const tool = isFields(value['tool']) ? value['tool']['name'] : undefined;
  return {
    type,
    timestamp,
    time,
    texts: textsOf(type, value),
    ...(typeof turn === 'string' ? { turn } : {}),
    ...(typeof tool === 'string' ? { tool } : {}),
    tags: plainTexts(value, TAG_PATHS),
    files: plainTexts(value, FILE_PATHS),
  };
}

function parseLine(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

/** An entry of an unknown type is searched in every text that it adds to the base. */
function textsOf(type: string, value: Fields): string[] {
  const texts: string[] = [];
  const paths = textPathsOf(type);
  if (paths === undefined) {
    for (const name of Object.keys(value)) if (!baseNames.has(name)) addTexts(value[name], texts);
  } else {
    for (const path of paths) visitValues(value, path, 0, (found) => addTexts(found, texts));
  }
  return texts;
}

/**
 * All texts, numbers and names inside a value in their order; of a cut field its preview. Goes down without calling
 * itself: JSON may be deep.
 */
function addTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') return addText(value, texts);
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') addText(next, texts);
    else if (typeof next === 'number') texts.push(String(next));
    else if (typeof next === 'object' && next !== null)
      for (const inner of innerValues(next)) waiting.push(inner);
  }
}

const ESCAPE = '\u001B';
const BELL = '\u0007';
/** What colours the output of a program; it would be the beginning of the word behind it. */
const COLOURS = new RegExp(
  String.raw`${ESCAPE}(?:\[[0-?]*[ -/]*[@-~]|\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\))`,
  'g',
);

/** A blank takes its place, so that what stood apart in the file stands apart here. */
function addText(text: string, texts: string[]): void {
  const plain = text.includes(ESCAPE) ? text.replaceAll(COLOURS, ' ') : text;
  if (plain !== '') texts.push(plain);
}

function innerValues(value: object): unknown[] {
  if (Array.isArray(value)) return value.toReversed();
  if (isFields(value) && value['truncated'] === true && typeof value['preview'] === 'string')
    return [value['preview']];
  return Object.entries(value).flat().toReversed();
}

/** Visits the values at the end of a path; a list on the way stands for each of its objects. */
function visitValues(value: unknown, path: FieldPath, step: number, visit: (value: unknown) => void): void {
  const name = path[step];
  if (name === undefined) visit(value);
  else if (Array.isArray(value)) {
    for (const item of value) if (isFields(item)) visitValues(item, path, step, visit);
  } else if (isFields(value) && Object.hasOwn(value, name)) visitValues(value[name], path, step + 1, visit);
}

/** The texts that stand at the paths themselves or in a list there, and not deeper. */
function plainTexts(value: Fields, paths: readonly FieldPath[]): readonly string[] {
  const texts: string[] = [];
  const addPlain = (found: unknown) => {
    if (typeof found === 'string') texts.push(found);
    else if (Array.isArray(found)) for (const item of found) if (typeof item === 'string') texts.push(item);
  };
  for (const path of paths) visitValues(value, path, 0, addPlain);
  return texts;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
