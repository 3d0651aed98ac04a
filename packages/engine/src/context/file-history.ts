import type { SessionDocument } from '@rook/contract';

import { showPath } from './show-file.ts';

type History = SessionDocument['pairFileHistory'];
type Operation = History[number][number];

const MOST_TURNS = 5;
const MOST_LINES = 20;
const HASH_DIGITS = 6;
const ICONS = { read: '📖', update: '✏️', create: '🆕', delete: '🗑️' } as const;

/** What happened to files in the last turns, for the model; empty where nothing did. */
export function describeFileHistory(history: History): string {
  const turns = history
    .map((operations, index) => ({ turn: index + 1, operations }))
    .filter(({ operations }) => operations.length > 0)
    .slice(-MOST_TURNS);
  if (turns.length === 0) return '';
  return [
    '## FILE OPERATION HISTORY (Recent)',
    'These are files you have read or modified. Re-read files before modifying to get current MD5.',
    '',
    ...turns.map(({ turn, operations }) => `Turn ${turn}:\n${describeTurn(operations).join('\n')}`),
  ].join('\n');
}

/** The newest of a turn; what was done twice is said once. */
function describeTurn(operations: readonly Operation[]): readonly string[] {
  const lines = [...new Set(operations.map(describe))];
  const left = lines.length - MOST_LINES;
  return left > 0 ? [`  … ${left} more before these`, ...lines.slice(left)] : lines;
}

function describe({ op, file, md5, sha256, by }: Operation): string {
  const hash =
    md5 !== null ? `md5: ${short(md5)}` : typeof sha256 === 'string' ? `sha256: ${short(sha256)}` : '';
  const who = by === 'user' && op !== 'read' ? ', by user' : '';
  const about = hash === '' ? who.slice(2) : `${hash}${who}`;
  return `  ${ICONS[op]} ${op}: ${showPath(file)}${about === '' ? '' : ` (${about})`}`;
}

function short(hash: string): string {
  return `${hash.slice(0, HASH_DIGITS)}...`;
}
