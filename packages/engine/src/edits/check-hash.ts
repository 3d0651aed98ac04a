import { createHash } from 'node:crypto';

import { fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';

/** A file as it is on disk now. */
export interface DiskFile {
  readonly bytes: Uint8Array;
  readonly hash: ContentHash;
}

/** What a session was shown of a file, by the newest entry `file_shown` for it. */
export interface ShownFile {
  /** 64 hex digits of SHA-256. */
  readonly sha256: string;
  readonly md5: string;
  readonly whole: boolean;
  /** Lines counted from 1, both ends included; they count where the file was not shown whole. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

/** `session`: the file must have been shown. `disk`: only a hash that was given counts (`rook apply`). */
export type HashRule = 'session' | 'disk';

export interface HashQuestion {
  readonly path: string;
  readonly disk: DiskFile;
  readonly shown: ShownFile | null;
  /** What the model gave; every one must be right. */
  readonly given: readonly string[];
  readonly rule: HashRule;
}

const SHOWN_WHOLE: ShownFile = { sha256: '', md5: '', whole: true, ranges: [] };

/** The compare of compare-and-swap. Answers what of the file counts as shown. */
export function checkHash({ path, disk, shown, given, rule }: HashQuestion): Result<ShownFile> {
  if (rule === 'disk') {
    if (given.length === 0) return noHash(path, 'the reply names none in fileHashes');
    const wrong = given.find((hash) => !isHashOf(hash, disk));
    return wrong === undefined ? succeed(SHOWN_WHOLE) : mismatch(path, wrong, disk);
  }
  if (shown === null) return noHash(path, 'this session was never shown the file');
  const wrong = given.find((hash) => !beginsHash(hash, shown.sha256) && !beginsHash(hash, shown.md5));
  const stale = `sha256:${shown.sha256}` !== disk.hash;
  if (wrong !== undefined && !(stale && isHashOf(wrong, disk))) return mismatch(path, wrong, disk);
  if (!stale) return succeed(shown);
  return fail(
    rookError(
      'stale_file',
      `Stale file: ${path} changed since it was shown as sha256:${shown.sha256}; it has ${nameHashes(disk)} now. Nothing was written; look at the file again, then repeat the change.`,
    ),
  );
}

export function noHash(
  path: string,
  why: string,
): { readonly ok: false; readonly error: ReturnType<typeof rookError> } {
  return fail(
    rookError(
      'no_hash',
      `No hash provided: ${path} is there, and ${why}. Nothing was written; look at the file first.`,
    ),
  );
}

function mismatch(
  path: string,
  given: string,
  disk: DiskFile,
): { readonly ok: false; readonly error: ReturnType<typeof rookError> } {
  return fail(
    rookError(
      'hash_mismatch',
      `Hash mismatch: the change of ${path} names ${given.slice(0, 80)}, and the file has ${nameHashes(disk)}. Nothing was written; look at the file again, then repeat the change.`,
    ),
  );
}

function nameHashes(disk: DiskFile): string {
  return `${disk.hash} [MD5: ${md5Of(disk.bytes)}]`;
}

function isHashOf(given: string, disk: DiskFile): boolean {
  if (given === disk.hash) return true;
  return beginsHash(given, disk.hash.slice('sha256:'.length)) || beginsHash(given, md5Of(disk.bytes));
}

/** A hash counts from its first 12 digits on; `sha256:`, `md5:` and `[MD5: …]` may stand around it. */
function beginsHash(given: string, hash: string): boolean {
  const digits = /^\[?\s*(?:(sha-?256|md5)\s*:\s*)?([0-9a-f]{12,64})\s*\]?$/i.exec(given.trim());
  const [, kind = '', hex = ''] = digits ?? [];
  if (kind !== '' && (kind.toLowerCase() === 'md5') !== (hash.length === 32)) return false;
  return hex !== '' && hash.startsWith(hex.toLowerCase());
}

function md5Of(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}
