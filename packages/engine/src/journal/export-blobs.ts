import { contentHashSchema, type ContentHash, type ExportHeader } from '@rook/contract';

import type { Blobs } from '../ports/store.ts';
import type { Redactor } from './redact-secrets.ts';

/** More would not fit into one line that every reader can take. */
const MOST_BYTES = 40 << 20;
const NAMED = /"(?:blob|before_hash|after_hash|planned_hash)":"(sha256:[0-9a-f]{64})"/gu;

type LeftOutBlob = ExportHeader['left_out'][number];

/** The kept bytes that an entry names, from its text as JSON: long fields, images, files before and after a change. */
export function namedBlobs(text: string): readonly ContentHash[] {
  return [...text.matchAll(NAMED)].map(([, hash]) => contentHashSchema.parse(hash));
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
    const kept = await setup.blobs.get(blob);
    const bytes = kept.ok ? kept.value : null;
    if (bytes === null) {
      leftOut.push({ blob, bytes: null, reason: kept.ok ? 'missing' : 'damaged' });
      continue;
    }
    const reason = whyLeftOut(bytes, setup);
    if (reason === undefined) taken.push(blob);
    else leftOut.push({ blob, bytes: bytes.length, reason });
  }
  return { taken, leftOut };
}

function whyLeftOut(
  bytes: Uint8Array,
  { redactor, withFiles }: { readonly redactor: Redactor; readonly withFiles: boolean },
): LeftOutBlob['reason'] | undefined {
  if (!withFiles) return 'not_asked';
  if (bytes.length > MOST_BYTES) return 'too_large';
  return readings(bytes).some((text) => redactor.redactText(text).found.length > 0) ? 'secret' : undefined;
}

/** The texts that the bytes could be; a secret in any of them is one. */
function readings(bytes: Uint8Array): readonly string[] {
  const names = bytes.includes(0) ? ['latin1', 'utf-16le', 'utf-16be'] : ['utf-8', 'latin1'];
  const texts = names.map((name) => new TextDecoder(name).decode(bytes));
  return [...new Set(texts)];
}
