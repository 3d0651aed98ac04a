import {
  contentHashSchema,
  fail,
  rookError,
  succeed,
  type ContentHash,
  type EntryOf,
  type MessageId,
  type Result,
} from '@rook/contract';

import type { ConversationMessage } from '../context/conversation.ts';
import type { Blobs } from '../ports/store.ts';
import { closeNeverBegun } from './close-crashed.ts';
import type { SessionRecord } from './session-record.ts';

/**
 * Messages that waited when the process that had admitted them ended. They stand where they stood, and begin at the word
 * of a person: what ended the process may do it again.
 */
export interface LeftMessages {
  readonly has: (message: MessageId) => boolean;
  readonly list: () => readonly MessageId[];
  /** The whole message, for its turn; it is left no more. */
  readonly take: (message: MessageId) => Promise<Result<ConversationMessage>>;
  readonly drop: (message: MessageId) => void;
}

export function createLeftMessages(
  blobs: Pick<Blobs, 'get'>,
  entries: readonly EntryOf<'message_admitted'>[],
): LeftMessages {
  const left = new Map(entries.map((entry) => [entry.message_id, entry]));
  return {
    has: (message) => left.has(message),
    list: () => [...left.keys()],
    drop: (message) => void left.delete(message),
    take: async (message) => {
      const entry = left.get(message);
      if (entry === undefined) return fail(rookError('not_found', `No message ${message} waits here.`));
      const text = await readWhole(blobs, entry.text);
      if (!text.ok) return text;
      left.delete(message);
      return succeed({
        id: message,
        text: text.value,
        files: entry.files ?? [],
        images: (entry.images ?? []).map(({ blob, media_type: mediaType }) => ({ blob, mediaType })),
      });
    },
  };
}

async function readWhole(
  blobs: Pick<Blobs, 'get'>,
  text: EntryOf<'message_admitted'>['text'],
): Promise<Result<string>> {
  if (typeof text === 'string') return succeed(text);
  const hash = contentHashSchema.safeParse(`sha256:${text.sha256.replace(/^sha256:/u, '')}`);
  return readKeptText(blobs, hash.success ? hash.data : null);
}

/** A text that lies beside its entry. Where it is gone this fails, because half a message says something else. */
export async function readKeptText(
  blobs: Pick<Blobs, 'get'>,
  hash: ContentHash | null,
): Promise<Result<string>> {
  const read = hash === null ? succeed(null) : await blobs.get(hash);
  if (!read.ok) return read;
  if (read.value !== null) return succeed(new TextDecoder().decode(read.value));
  return fail(rookError('not_found', 'Only the beginning of this message is kept; write it anew.'));
}

/**
 * What was left waiting and can be taken up here; the rest is closed, and the model sees it in the next turn. Which commands
 * a message was to run stands in no entry before they run, so such a one is not taken up.
 */
export async function settleLeft(
  record: SessionRecord,
  keepsWaiting: boolean,
): Promise<readonly EntryOf<'message_admitted'>[]> {
  const waiting = record.waiting.list();
  const kept = waiting.filter(({ commands }) => keepsWaiting && commands === undefined);
  const closed = waiting.filter((entry) => !kept.includes(entry));
  // While a question is open, what was sent behind it waits too.
  if (closed.length > 0 && record.waitingTurn() === null)
    await record.append(closeNeverBegun(closed, record.nextTurn), { durable: true });
  return kept;
}
