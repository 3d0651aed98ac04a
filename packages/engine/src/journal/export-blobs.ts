import { contentHashSchema, type ContentHash, type ExportHeader } from '@rook/contract';

import type { Blobs } from '../ports/store.ts';
import type { Redactor } from './redact-secrets.ts';

/** More would not fit into one line that every reader can take. */
const MOST_BYTES = 40 << 20;
const NAMED = /"(?:blob|before_hash|after_hash|planned_hash)":"(sha256:[0-9a-f]{64})"/gu;

/** A file that only got other permissions: what it holds is named and need not be kept. */
const PERMISSIONS_ONLY =
  /"before_hash":"(sha256:[0-9a-f]{64})"(?=[^{}]*"after_mode":)[^{}]*?"after_hash":"\1"/gu;

type LeftOutBlob = ExportHeader['left_out'][number];

/** The kept bytes that an entry names, from its text as JSON: long fields, images, files before and after a change. */
export function namedBlobs(text: string): readonly ContentHash[] {
  const needed = text.replaceAll(PERMISSIONS_ONLY, '');
  return [...needed.matchAll(NAMED)].map(([, hash]) => contentHashSchema.parse(hash));
}

export interface JudgedBlobs {
  readonly taken: readonly ContentHash[];
  readonly leftOut: readonly LeftOutBlob[];
}

/** Says which kept bytes may go along. They are never changed, so those with a secret in them stay here. */
export async function judgeBlobs(
  hashes: readonly ContentHash[],
  setup: { readonly blobs: Blobs; readonly redactor: Redactor; readonly withFiles: boolean },
): Promise<JudgedBlobs> {
  const taken: ContentHash[] = [];
  const leftOut: LeftOutBlob[] = [];
  for (const blob of hashes) {
    const kept = await measure(setup.blobs, blob);
    if (kept === 'missing' || kept === 'damaged') {
      leftOut.push({ blob, bytes: null, reason: kept });
      continue;
    }
    const reason = whyLeftOut(kept.bytes, setup);
    if (reason === undefined) taken.push(blob);
    else leftOut.push({ blob, bytes: kept.size, reason });
  }
  return { taken, leftOut };
}

interface MeasuredBlob {
  readonly size: number;
  /** Null where they are too many. */
  readonly bytes: Uint8Array | null;
}

/** Reads all of it, and holds no more than could go along. */
async function measure(blobs: Blobs, hash: ContentHash): Promise<MeasuredBlob | 'missing' | 'damaged'> {
  const opened = await blobs.read(hash);
  if (!opened.ok || opened.value === null) return opened.ok ? 'missing' : 'damaged';
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of opened.value) {
    if (!piece.ok) return 'damaged';
    size += piece.value.length;
    if (size <= MOST_BYTES) pieces.push(piece.value);
    else pieces = [];
  }
  return { size, bytes: size > MOST_BYTES ? null : Buffer.concat(pieces) };
}

function whyLeftOut(
  bytes: Uint8Array | null,
  { redactor, withFiles }: { readonly redactor: Redactor; readonly withFiles: boolean },
): LeftOutBlob['reason'] | undefined {
  if (!withFiles) return 'not_asked';
  if (bytes === null) return 'too_large';
  return readings(bytes).some((text) => redactor.redactText(text).found.length > 0) ? 'secret' : undefined;
}

/** The texts that the bytes could be; a secret in any of them is one. */
function readings(bytes: Uint8Array): readonly string[] {
  const names = bytes.includes(0) ? ['latin1', 'utf-16le', 'utf-16be'] : ['utf-8', 'latin1'];
  const texts = names.map((name) => new TextDecoder(name).decode(bytes));
  return [...new Set(texts)];
}
