import { blobPartSchema, contentHashSchema, sessionIdSchema } from '@rook/contract';
import * as z from 'zod';

/**
 * A way that carries messages: a `MessagePort`, a panel of an editor, a worker. It may carry JSON alone, and it may lose
 * what is sent while nobody is there.
 */
export interface MessageWay {
  post(message: unknown): void;
  /** Calls the listener with each message that comes, until the function that it gives is called. */
  listen(listener: (message: unknown) => void): () => void;
}

const id = z.string().min(1).max(100);

/** What a surface sends. */
const downSchema = z.discriminatedUnion('rook', [
  /** A surface begins; what an earlier one on this way followed is over. */
  z.object({ rook: z.literal('hello') }),
  z.object({ rook: z.literal('call'), id, name: z.string(), input: z.unknown() }),
  z.object({
    rook: z.literal('follow'),
    id,
    session: sessionIdSchema.nullable(),
    after: z.int().min(-1),
  }),
  /** So many events of a stream were taken, and so many more may come. */
  z.object({ rook: z.literal('taken'), id, count: z.int().min(1) }),
  z.object({ rook: z.literal('stop'), id }),
  z.object({
    rook: z.literal('read_blob'),
    id,
    hash: contentHashSchema,
    part: blobPartSchema.exactOptional(),
  }),
  z.object({ rook: z.literal('keep_blob'), id, base64: z.string() }),
]);
export type DownMessage = z.infer<typeof downSchema>;

/** What comes up to a surface. */
const upSchema = z.discriminatedUnion('rook', [
  z.object({ rook: z.literal('answer'), id, result: z.unknown() }),
  /** Numbered from 0, so that a lost one is noticed. */
  z.object({ rook: z.literal('event'), id, number: z.int().min(0), event: z.unknown() }),
  z.object({ rook: z.literal('ended'), id }),
  /** Nothing but that somebody is there. */
  z.object({ rook: z.literal('alive') }),
]);
export type UpMessage = z.infer<typeof upSchema>;

/** How many events may be under way that nobody has taken. */
export const MOST_UNTAKEN = 256;

/** Null for what belongs to somebody else: a way may be used by others too. */
export function readDown(message: unknown): DownMessage | Malformed | null {
  const parsed = downSchema.safeParse(message);
  if (parsed.success) return parsed.data;
  const named = namedSchema.safeParse(message).data;
  if (named === undefined || upSchema.safeParse(message).success) return null;
  return { rook: 'malformed', kind: named.rook, id: id.safeParse(named.id).data ?? null };
}

const namedSchema = z.object({ rook: z.string(), id: z.unknown() });

/** Said to us, and not in a way that this version knows. */
interface Malformed {
  readonly rook: 'malformed';
  readonly kind: string;
  /** Who waits for an answer. */
  readonly id: string | null;
}

export function readUp(message: unknown): UpMessage | null {
  return upSchema.safeParse(message).data ?? null;
}
