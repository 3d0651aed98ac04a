import { createHash } from 'node:crypto';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { suggestPaths } from './suggest-paths.ts';
import { showPath } from './tool-paths.ts';
import type { ToolPorts } from './tool-ports.ts';
import type { ShownFile } from './tool.ts';

/** A file as lines of text, with what the lines do not say. */
export interface TextFile {
  /** Without their breaks; a carriage return before a break belongs to it. */
  readonly lines: readonly string[];
  /** For the reader: what is unusual about the file, as half sentences. */
  readonly remarks: readonly string[];
  /** Some bytes were no text; each stands as U+FFFD. */
  readonly isLossy: boolean;
  readonly facts: Pick<ShownFile, 'path' | 'sha256' | 'md5' | 'size'>;
}

type FilePorts = Pick<ToolPorts, 'workspace' | 'shell' | 'ripgrep' | 'ignore'>;

/** Reads a file that somebody named; every failure says what to do instead. */
export async function readTextFile(
  ports: FilePorts,
  path: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Result<TextFile>> {
  const located = await ports.workspace.locate(path);
  if (!located.ok) return located;
  const shown = showPath(path);
  const { kind, bytes } = located.value;
  if (kind === 'missing') return fail(await missing(ports, path, 'file', signal));
  if (kind === 'folder')
    return fail(rookError('invalid_input', `${shown} is a folder; list_files shows what is in it.`));
  if (kind === 'other') return fail(notPlain(shown));
  if (bytes !== null && bytes > maxBytes) return fail(tooLarge(shown, bytes, maxBytes));
  const content = await ports.workspace.read(located.value.path, { maxBytes });
  if (!content.ok)
    return content.error.code === 'too_large' ? fail(tooLarge(shown, bytes, maxBytes)) : content;
  return decodeFile(located.value.path, content.value.bytes);
}

/** A sentence about a path that is not there, with those that could be meant. */
export async function missing(
  ports: FilePorts,
  path: string,
  what: 'file' | 'file or folder',
  signal: AbortSignal,
): Promise<ReturnType<typeof rookError>> {
  const similar = await suggestPaths(ports, path, signal);
  const hint =
    similar.length === 0
      ? '; list_files and find_files show what there is.'
      : `; similar: ${similar.map(showPath).join(', ')}.`;
  return rookError('not_found', `There is no ${what} ${showPath(path)}${hint}`);
}

/** Reading it could wait for ever. */
export function notPlain(shown: string): ReturnType<typeof rookError> {
  return rookError(
    'invalid_input',
    `${shown} is a device, a pipe or a socket, which is never read; choose a file.`,
  );
}

function tooLarge(shown: string, bytes: number | null, maxBytes: number): ReturnType<typeof rookError> {
  const size = bytes === null ? 'more' : showBytes(bytes);
  return rookError(
    'too_large',
    `${shown} has ${size}, and at most ${showBytes(maxBytes)} are read; search_files finds lines in it.`,
  );
}

function showBytes(bytes: number): string {
  if (bytes >= 1_000_000) return `${(bytes / 1_000_000).toFixed(1).replace(/\.0$/, '')} MB`;
  return `${bytes} bytes`;
}

/** Old encodings of one byte have fewer letters that are none here. */
const MOST_FOREIGN_SHARE = 0.3;

/** Makes text of bytes, or says that they are none. */
export function decodeFile(path: string, bytes: Uint8Array): Result<TextFile> {
  const encoding = findEncoding(bytes);
  const shown = showPath(path);
  const refusal = rookError(
    'binary_file',
    `${shown} is a binary file of ${showBytes(bytes.length)} and cannot be shown as text.`,
  );
  if (encoding.unit === 1 && bytes.includes(0)) return fail(refusal);
  const text = new TextDecoder(encoding.label).decode(bytes);
  const isLossy = text.includes('\uFFFD') && !isExact(encoding.label, bytes);
  if (isLossy && text.split('\uFFFD').length - 1 > text.length * MOST_FOREIGN_SHARE) return fail(refusal);
  const lines = text === '' ? [] : text.split('\n');
  const endsWithBreak = text.endsWith('\n');
  if (endsWithBreak) lines.pop();
  const broken = lines.length - (endsWithBreak ? 0 : 1);
  const returns = lines.filter((line, index) => index < broken && line.endsWith('\r')).length;
  const remarks = [
    ...(encoding.remark === null ? [] : [encoding.remark]),
    ...describeBreaks(returns, broken),
    ...(text === '' || endsWithBreak ? [] : ['no line break at the end']),
    ...(isLossy ? ['some bytes are not valid text and are shown as U+FFFD'] : []),
  ];
  return succeed({
    lines: lines.map((line, index) => (index < broken && line.endsWith('\r') ? line.slice(0, -1) : line)),
    remarks,
    isLossy,
    facts: { path, sha256: digest('sha256', bytes), md5: digest('md5', bytes), size: bytes.length },
  });
}

interface Encoding {
  readonly label: string;
  readonly unit: 1 | 2;
  readonly remark: string | null;
}

function findEncoding(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return { label: 'utf-16le', unit: 2, remark: 'UTF-16 LE' };
  if (first === 0xfe && second === 0xff) return { label: 'utf-16be', unit: 2, remark: 'UTF-16 BE' };
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf;
  return { label: 'utf-8', unit: 1, remark: hasMark ? 'UTF-8 with a byte order mark' : null };
}

/** Whether a U+FFFD in the text stands in the file itself. */
function isExact(label: string, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(label, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function describeBreaks(returns: number, broken: number): readonly string[] {
  if (returns === 0) return [];
  return [returns === broken ? 'CRLF line ends' : `mixed line ends: ${returns} CRLF, ${broken - returns} LF`];
}

function digest(algorithm: 'sha256' | 'md5', bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest('hex');
}
