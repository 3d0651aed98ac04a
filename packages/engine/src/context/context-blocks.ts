import type { EntryBase, SessionDocument, SessionId } from '@rook/contract';

import { escapeXml } from '../ports/escape-xml.ts';
import { describeFileHistory } from './file-history.ts';
import { describeRegistry } from './file-registry.ts';

/** What the blocks of a turn are made of. */
export interface ContextFacts {
  readonly now: Date;
  /** How far the clock of the person is ahead of UTC. */
  readonly minutesFromUtc: number;
  readonly session: SessionId;
  readonly mode: EntryBase['mode']['safety'];
  /** The name of its folder; null where there is none. */
  readonly workspace: string | null;
  /** The number of the turn, from 1. */
  readonly turn: number;
  readonly files: Pick<SessionDocument, 'fileRegistry' | 'pairFileHistory'>;
  /** How many files are listed. */
  readonly maxFiles: number;
  /** Instructions that the pinned prompt does not say. */
  readonly changedInstructions: string | null;
  /** What others have to say in each turn, in this order, behind all else. */
  readonly further?: readonly ContextBlock[];
}

export interface ContextBlock {
  /** A word in small letters, with `_` between parts. */
  readonly name: string;
  readonly text: string;
  /** The text holds elements, and what is in them cannot end them. */
  readonly isMarkup?: boolean;
}

/** What goes before a message, built fresh for each turn and always in the same order. */
export function buildContextBlocks(facts: ContextFacts): string {
  const { files, turn, maxFiles, changedInstructions, further = [] } = facts;
  const blocks = [
    { name: 'current_time', text: describeTime(facts) },
    { name: 'session_state', text: describeSession(facts) },
    { name: 'known_files', text: describeRegistry(files.fileRegistry, turn, maxFiles) },
    { name: 'file_history', text: describeFileHistory(files.pairFileHistory) },
    { name: 'changed_instructions', text: changedInstructions ?? '' },
    ...further,
  ];
  return `<context>\n${blocks
    .filter(({ text }) => text !== '')
    .map(renderBlock)
    .join('\n')}\n</context>`;
}

export function renderBlock({ name, text, isMarkup = false }: ContextBlock): string {
  const inner = isMarkup ? text : escapeXml(text);
  const lines = text.includes('\n') ? `\n${inner}\n` : inner;
  return `<${name}>${lines}</${name}>`;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Without `Intl`, which takes longer to load than all else here. */
function describeTime({ now, minutesFromUtc }: ContextFacts): string {
  const local = new Date(now.getTime() + minutesFromUtc * 60_000);
  const [date = '', time = ''] = local.toISOString().split('T');
  const minutes = Math.abs(minutesFromUtc);
  const offset = [Math.floor(minutes / 60), minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  const sign = minutesFromUtc < 0 ? '-' : '+';
  return `${WEEKDAYS[local.getUTCDay()] ?? ''}, ${date} ${time.slice(0, 5)} (UTC${sign}${offset})`;
}

function describeSession({ session, mode, workspace, turn }: ContextFacts): string {
  return [`Session: ${session}`, `Turn: ${turn}`, `Mode: ${mode}`, `Workspace: ${workspace ?? 'none'}`].join(
    '\n',
  );
}
