import { createHash, randomBytes, randomUUID } from 'node:crypto';

import {
  actionIdSchema,
  entryIdSchema,
  messageIdSchema,
  sessionIdSchema,
  turnIdSchema,
  type ActionId,
  type Brand,
  type EntryId,
  type MessageId,
  type SessionId,
  type TurnId,
} from '@rook/contract';

/** Where randomness comes from; the platform's own unless a test says otherwise. */
export interface Randomness {
  readonly uuid: () => string;
  readonly hex: (bytes: number) => string;
}

const systemRandomness: Randomness = {
  uuid: () => randomUUID(),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
};

/** A UUID, or the time and eight random bytes on a system that makes none. */
export function createEntryId(now: Date, randomness: Randomness = systemRandomness): EntryId {
  try {
    const id = randomness.uuid();
    if (isUuid(id)) return id;
  } catch {
    // The other form follows.
  }
  return entryIdSchema.parse(`${now.getTime().toString(36)}-${randomness.hex(8)}`);
}

const UUID_LENGTH = 36;

/** The platform's UUIDs have their shape; only what is none at all is found out here, without cost. */
function isUuid(text: string): text is EntryId {
  return text.length === UUID_LENGTH;
}

/** `rook-YYYYMMDD-xxxxxxxx`, dated in UTC as the folder of the session is. */
export function createSessionId(
  brand: Brand,
  now: Date,
  randomness: Randomness = systemRandomness,
): SessionId {
  const date = now.toISOString().slice(0, 10).replaceAll('-', '');
  return sessionIdSchema.parse(`${brand.sessionPrefix}-${date}-${randomness.hex(4)}`);
}

const NAME_DIGITS = 8;
/** The last one whose year has four digits. */
const LAST_DAY = Date.UTC(9999, 11, 31);

/** What the session that begins with a message is called. The message says when it was made, so a name made anew is the same. */
export function sessionIdFor(brand: Brand, message: MessageId): SessionId {
  const made = new Date(Math.min(Number(message.split('-')[1]), LAST_DAY));
  const day = made.toISOString().slice(0, 10).replaceAll('-', '');
  const name = createHash('sha256').update(message).digest('hex').slice(0, NAME_DIGITS);
  return sessionIdSchema.parse(`${brand.sessionPrefix}-${day}-${name}`);
}

export function createMessageId(now: Date, randomness: Randomness = systemRandomness): MessageId {
  return messageIdSchema.parse(`msg-${now.getTime()}-${randomness.hex(8)}`);
}

/** The turn after `count` turns. */
export function turnIdAfter(count: number): TurnId {
  return turnIdSchema.parse(`t${String(count + 1).padStart(4, '0')}`);
}

/** The action after `count` actions. */
export function actionIdAfter(count: number): ActionId {
  return actionIdSchema.parse(`a${String(count + 1).padStart(4, '0')}`);
}
