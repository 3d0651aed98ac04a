import { fail, rookError, succeed, type Result } from '@rook/contract';

import { MOST_PATH_CHARACTERS } from './tool-paths.ts';

const MOST_PATHS = 100;
const MOST_VALUES = 20_000;
const MOST_NESTED_CHARACTERS = 200_000;

/** How sure it is, by the name of a field, that its text is a path. */
type Likelihood = 'sure' | 'maybe' | 'unknown';

interface Place {
  readonly value: unknown;
  readonly likely: Likelihood;
  /** It was text that holds JSON; what is in it is not opened a second time. */
  readonly isNested: boolean;
}

/**
 * Every path that the input of a foreign tool names, as the gate looks at it. Nobody here knows which fields the tool
 * opens, so whatever may be a path counts: one too many is looked at in vain, one too few is opened unseen.
 */
export function findNamedPaths(input: unknown): Result<readonly string[]> {
  const waiting: Place[] = [{ value: input, likely: 'unknown', isNested: false }];
  const paths = new Set<string>();
  let looked = 0;
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    looked += 1;
    if (looked > MOST_VALUES) return fail(rookError('invalid_input', 'The input holds too many values.'));
    if (typeof place.value !== 'string') {
      for (const inner of open(place)) waiting.push(inner);
      continue;
    }
    if (place.likely === 'sure' && place.value.trim().length > MOST_PATH_CHARACTERS) {
      const sentence = `A path in the input has more than ${MOST_PATH_CHARACTERS} characters; give a shorter one.`;
      return fail(rookError('invalid_input', sentence));
    }
    for (const path of readPaths(place.value, place.likely)) paths.add(path);
    if (paths.size > MOST_PATHS) {
      const sentence = `The input names more than ${MOST_PATHS} paths; make several calls.`;
      return fail(rookError('invalid_input', sentence));
    }
    const nested = place.isNested ? undefined : readNested(place.value);
    if (nested !== undefined) waiting.push({ value: nested, likely: place.likely, isNested: true });
  }
  return succeed([...paths].toReversed());
}

/** What is in a value; the last first, because the last is looked at first. */
function open({ value, likely, isNested }: Place): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.map((item: unknown) => ({ value: item, likely, isNested }));
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) => [
    { value: key, likely: likely === 'sure' ? 'maybe' : likely, isNested: true },
    { value: item, likely: judgeField(key), isNested },
  ]);
}

const SURE =
  /^(?:path|paths|filepath|filepaths|filename|filenames|dir|dirs|directory|directories|folder|folders|cwd|pathname|dirname)$/;
const MAYBE =
  /^(?:file|files|uri|uris|source|sources|src|destination|dest|dst|target|targets|output|input|root|roots|from|to|location|workspace|repo|repository|include|exclude|glob|globs)$/;

/** By the words of the name: `filePath`, `output_file`, `targetDir`. */
function judgeField(key: string): Likelihood {
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  if (words.some((word) => SURE.test(word))) return 'sure';
  return words.some((word) => MAYBE.test(word)) ? 'maybe' : 'unknown';
}

function readPaths(text: string, likely: Likelihood): readonly string[] {
  const trimmed = shorten(text.trim());
  const uris = readFileUris(text);
  if (trimmed === '' || (trimmed.length > MOST_PATH_CHARACTERS && !climbs(trimmed))) return uris;
  const spellings = new Set([trimmed, decode(trimmed)]);
  const named = [...spellings].filter((spelling) => isPath(spelling, likely)).map(placeAtHome);
  return [...uris, ...named];
}

/** A path is not made something else by steps that lead nowhere. */
function shorten(text: string): string {
  if (text.length <= MOST_PATH_CHARACTERS) return text;
  const beginning = /^[/\\]/.test(text) ? '/' : '';
  return `${beginning}${text
    .split(/[/\\]/)
    .filter((name) => name !== '' && name !== '.')
    .join('/')}`;
}

function climbs(text: string): boolean {
  return text.split(/[/\\]/).includes('..');
}

/** How a path begins that leads somewhere by itself: the root, a drive, a share, a home, a variable, here, above. */
const BEGINNING =
  /^(?:\/|\\\\|\\[\w .-]+\\|[A-Za-z]:[/\\]|~|\.{1,2}(?:$|[/\\])|\$\{?[A-Za-z_]\w*\}?(?:$|[/\\])|%\w+%(?:$|[/\\]))/;
/** Those of files are read by themselves. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]+:\/\/|data:|file:)/i;
const HIDDEN_NAME = /^\.[\w-]\S*$/;
const MOST_NAME_BYTES = 255;

function isPath(text: string, likely: Likelihood): boolean {
  const hasSpace = /\s/.test(text);
  const names = text.split(/[/\\]/);
  if (names.length === 1 && hasSpace) return likely === 'sure';
  if (/[\r\n]/.test(text)) return likely === 'sure';
  if (climbs(text)) return true;
  if (ADDRESS.test(text)) return false;
  if (likely === 'sure' || BEGINNING.test(text) || HIDDEN_NAME.test(text)) return true;
  if (!text.includes('/')) return likely === 'maybe';
  // No system knows a name as long as a sentence with a slash in it.
  return names.every((name) => new TextEncoder().encode(name).length <= MOST_NAME_BYTES);
}

/** Nobody here knows the homes and variables of a server; they lie outside whatever they are. */
function placeAtHome(path: string): string {
  return /^(?:~|\$\{?[A-Za-z_]|%\w+%)/.test(path) ? `/${path}` : path;
}

/** The paths of all `file:` addresses in a text, with and without what may be a query or a mark. */
function readFileUris(text: string): readonly string[] {
  const found = text.slice(0, MOST_NESTED_CHARACTERS).match(/(?<!\w)file:[^\s"'<>|]+/gi) ?? [];
  return found.slice(0, MOST_PATHS + 1).flatMap((uri) => {
    const whole = readFileUri(uri);
    const bare = readFileUri(uri.replace(/[?#].*$/s, ''));
    return [...new Set([whole, bare])].filter((path) => path !== '');
  });
}

function readFileUri(uri: string): string {
  const rest = decode(uri.slice('file:'.length));
  const [, host, path] = /^[/\\]{2}([^/\\]*)(.*)$/s.exec(rest) ?? [];
  if (host === undefined || path === undefined) return rest;
  if (/^[A-Za-z]:$/.test(host)) return `${host}${path}`;
  if (host !== '' && host.toLowerCase() !== 'localhost') return `//${host}${path}`;
  return /^[/\\][A-Za-z]:/.test(path) ? path.slice(1) : path || '/';
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Some tools take JSON as text. */
function readNested(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed) || trimmed.length > MOST_NESTED_CHARACTERS) return undefined;
  try {
    return JSON.parse(trimmed);
  } catch {
    return undefined;
  }
}
