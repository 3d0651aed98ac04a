import type { SessionDocument, SettingValues, TurnId } from '@rook/contract';

import { decodeText } from '../context/decode-text.ts';
import type { Workspace } from '../ports/workspace.ts';

interface Place {
  readonly turn: TurnId;
  readonly text: string;
  readonly document: Pick<SessionDocument, 'pairFileHistory'>;
  readonly workspace: Workspace | null;
  readonly settings: Pick<SettingValues, 'context.maxFiles' | 'context.maxBytes'>;
}

const CONTINUES = /^\s*continue\b/iu;

/** The turn goes on from what the one before it changed. */
export function isContinuation(text: string): boolean {
  return CONTINUES.test(text);
}

/**
 * The files that were changed in the turn before, when the user says to continue: the model gets them as they are now, so that it does
 * not go on from what they were. What cannot be attached is left out, because nobody asked for it.
 */
export async function findFilesToAttach(place: Place): Promise<readonly string[]> {
  const { turn, text, document, workspace, settings } = place;
  if (workspace === null || !isContinuation(text)) return [];
  const before = document.pairFileHistory[Number(turn.slice(1)) - 2] ?? [];
  const changed = new Set(before.filter(({ op }) => op !== 'read').map(({ file }) => file));
  const found: string[] = [];
  for (const path of [...changed].slice(0, settings['context.maxFiles'])) {
    const read = await workspace.read(path, { maxBytes: settings['context.maxBytes'] });
    if (read.ok && decodeText(path, read.value.bytes) !== null) found.push(path);
  }
  return found;
}
