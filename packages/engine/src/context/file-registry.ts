import type { SessionDocument } from '@rook/contract';

import type { KnownFile } from '../journal/fold-files.ts';
import { showPath } from './show-file.ts';

type Registry = SessionDocument['fileRegistry'];

/** What was shown is no longer what the file holds; it has to be shown again before it is changed. */
export function isStale({ stale, lastSeenTurn, lastModifiedTurn }: KnownFile): boolean {
  return stale || (lastModifiedTurn !== undefined && lastModifiedTurn > lastSeenTurn);
}

/** The table of known files for the model; empty without files. The ones that were met last stand first. */
export function describeRegistry(registry: Registry, turn: number, maxFiles: number): string {
  const files = Object.values(registry).toSorted((a, b) => lastTurn(b) - lastTurn(a) || compare(a, b));
  if (files.length === 0) return '';
  const rows = files.slice(0, maxFiles).map((file) => describeFile(file, turn));
  const left = files.slice(maxFiles);
  return [
    '## 📂 KNOWN FILES (Session Registry)',
    'Files you have seen in this conversation. Check "Modified Since" before using cached knowledge.',
    '',
    '| File | Last Seen | Modified Since | Hash (first 12) |',
    '|------|-----------|----------------|-----------------|',
    ...rows,
    ...(left.length === 0 ? [] : ['', nameOthers(left)]),
    '',
    '**If "Modified Since" shows ⚠️, request re-attachment before making changes.**',
  ].join('\n');
}

function lastTurn({ lastSeenTurn, lastModifiedTurn = 0 }: KnownFile): number {
  return Math.max(lastSeenTurn, lastModifiedTurn);
}

function compare(a: KnownFile, b: KnownFile): number {
  return a.path < b.path ? -1 : 1;
}

const HASH_DIGITS = 12;

function describeFile(file: KnownFile, turn: number): string {
  const ago = turn - file.lastSeenTurn;
  const seen = ago <= 0 ? 'This turn' : `${ago} turn(s) ago`;
  const part = file.whole || isStale(file) ? '' : ' (in part)';
  const since = file.lastModifiedTurn === undefined ? '' : ` (turn ${file.lastModifiedTurn})`;
  const modified = isStale(file) ? `⚠️ Yes${since}` : 'No';
  const hash = (file.md5 ?? file.sha256).slice(0, HASH_DIGITS);
  return `| ${cell(file.path)} | ${seen}${part} | ${modified} | ${hash}... |`;
}

function cell(path: string): string {
  return showPath(path).replaceAll('|', String.raw`\|`);
}

const MOST_NAMES = 100;

/** Those without a row, by name. */
function nameOthers(files: readonly KnownFile[]): string {
  const names = files
    .slice(0, MOST_NAMES)
    .map((file) => `${showPath(file.path)}${isStale(file) ? ' ⚠️' : ''}`);
  const more = files.length > MOST_NAMES ? ` and ${files.length - MOST_NAMES} more` : '';
  return `Seen longer ago and not listed: ${names.join(', ')}${more}.`;
}
