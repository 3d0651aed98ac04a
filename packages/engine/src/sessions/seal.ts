import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import {
  fail,
  rookError,
  succeed,
  type Entry,
  type EntryDraft,
  type Result,
  type SessionId,
} from '@rook/contract';

import type { OwnFile } from '../ports/own-file.ts';

/**
 * What is written into a journal and gives a right (a question, its answer, a mode) carries a seal that only this user can
 * make. A journal that a workspace brings along has none, whatever it says.
 */
export interface Seal {
  /** The same draft with its seal. */
  readonly close: <Draft extends SealedDraft>(session: SessionId, draft: Draft) => Draft;
  /** Whether an entry carries the seal of this user for this session. */
  readonly holds: (entry: Entry) => boolean;
}

export type SealedDraft = Extract<
  EntryDraft,
  { event_type: 'approval_requested' | 'approval_answered' | 'session_changed' }
>;

const KEY_BYTES = 32;

/** The user's own key, made with its first use. */
export async function loadSeal(file: OwnFile): Promise<Result<Seal>> {
  const read = await file.read();
  if (!read.ok) return read;
  if (read.value === null) {
    const made = await file.update(async (content) =>
      succeed(content === null ? randomBytes(KEY_BYTES) : null),
    );
    if (!made.ok) return made;
  }
  const key = read.value ?? (await readKey(file));
  if (key === null || key.length !== KEY_BYTES) {
    const sentence = `${file.path} does not hold a key; remove it, and another one is made. Answers that were given before do not count then.`;
    return fail(rookError('secrets_unreadable', sentence));
  }
  return succeed(createSeal(key));
}

async function readKey(file: OwnFile): Promise<Uint8Array | null> {
  const read = await file.read();
  return read.ok ? read.value : null;
}

export function createSeal(key: Uint8Array): Seal {
  const sign = (fields: readonly unknown[]): string =>
    createHmac('sha256', key).update(JSON.stringify(fields)).digest('hex');
  return {
    close: (session, draft) => ({ ...draft, seal: sign([session, ...sealedFields(draft)]) }),
    holds: (entry) => {
      const { event_type: type } = entry;
      if (type !== 'approval_requested' && type !== 'approval_answered' && type !== 'session_changed')
        return false;
      const { seal } = entry;
      if (typeof seal !== 'string') return false;
      const [given, right] = [
        Buffer.from(seal),
        Buffer.from(sign([entry.session_id, ...sealedFields(entry)])),
      ];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

/** For whoever reads a journal without the user's key: nothing gives a right. */
export const NO_SEAL: Seal = { close: (_session, draft) => draft, holds: () => false };

type Sealed = SealedDraft | Extract<Entry, { event_type: SealedDraft['event_type'] }>;

/** All that a right depends on, and what a person is shown of it. */
function sealedFields(entry: Sealed): readonly unknown[] {
  switch (entry.event_type) {
    case 'approval_requested': {
      const {
        approval_id: id,
        turn_id: turn,
        tool_use_id: call,
        question,
        preview,
        rule,
        tool,
        effect,
      } = entry;
      const { paths, removes, host, source, intent_id: intent, files, content_hash: hash, scopes } = entry;
      return [
        'asked',
        [id, turn, call, question, textHash(preview), rule, tool, effect],
        [paths, removes, host, source, intent, hash, scopes],
        (files ?? []).map(({ path, before_hash: before, after_hash: after }) => [path, before, after]),
      ];
    }
    case 'approval_answered':
      return ['answered', entry.approval_id, entry.answer, entry.scope];
    case 'session_changed':
      return ['changed', entry.settings?.['mode'] ?? null];
  }
}

/** The same for a text and for what is left of it in a line where it was too long. */
function textHash(text: Extract<Sealed, { event_type: 'approval_requested' }>['preview']): string | null {
  if (text === undefined) return null;
  return typeof text === 'string' ? createHash('sha256').update(text).digest('hex') : text.sha256;
}
