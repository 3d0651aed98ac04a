import { fail, rookError, succeed, type Result, type Workbench } from '@rook/contract';

import { IMAGE_TYPES, keepImage } from './keep-images.ts';
import type { DraftImage, DraftText } from './parse-draft.ts';

/** What became of a file that a person gave: a picture, a file of the workspace, or a text from elsewhere. */
export type TakenFile =
  | { readonly kind: 'image'; readonly image: DraftImage }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'text'; readonly text: DraftText };

type FileWorkbench = Pick<Workbench, 'call' | 'keepBlob'>;

const MOST_BYTES = 8 * 1024 * 1024;
const MOST_TEXT_BYTES = 200_000;
const MOST_PATHS = 100;

/**
 * A page is not told where a file lies. One of the workspace is known by its name and its content, and goes along under its path, so that
 * it is hashed and shown like any other; of another one the text goes along.
 */
export async function takeFile(workbench: FileWorkbench, file: File): Promise<Result<TakenFile>> {
  if (IMAGE_TYPES.some((type) => type === file.type)) {
    const kept = await keepImage(workbench, file);
    return kept.ok ? succeed({ kind: 'image', image: kept.value }) : kept;
  }
  if (file.size > MOST_BYTES)
    return refuse(
      'too_large',
      `${file.name} is larger than 8 MB. If it is in the workspace, name it with @.`,
    );
  const bytes = await readBytes(file);
  if (bytes === null)
    return refuse('not_readable', `${file.name} cannot be read here. A folder is named with @.`);
  const path = await findInWorkspace(workbench, file.name, bytes);
  return path === null ? keepText(workbench, file.name, bytes) : succeed({ kind: 'path', path });
}

function refuse(code: 'too_large' | 'not_readable' | 'invalid_input', sentence: string): Result<never> {
  return fail(rookError(code, sentence));
}

/** A folder that was dropped is a file too, until it is read. */
async function readBytes(file: File): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}

async function findInWorkspace(
  workbench: FileWorkbench,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string | null> {
  const found = await workbench.call('file_find', { text: name.slice(0, 500), limit: MOST_PATHS });
  const paths = found.ok ? found.value.paths.filter((path) => path.split('/').at(-1) === name) : [];
  if (paths.length === 0) return null;
  const hashed = await workbench.call('file_hashes', { paths });
  if (!hashed.ok) return null;
  const hash = await hashOf(bytes);
  return hashed.value.files.find(({ sha256 }) => sha256?.replace(/^sha256:/u, '') === hash)?.path ?? null;
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function keepText(
  workbench: FileWorkbench,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<TakenFile>> {
  if (!isText(bytes)) {
    const sentence = `${name} is neither text nor a PNG, JPEG, GIF or WebP image. Put it into the workspace and name it with @.`;
    return refuse('invalid_input', sentence);
  }
  if (bytes.length > MOST_TEXT_BYTES) {
    const sentence = `${name} is longer than 200 KB. Put it into the workspace and name it with @, so that it can be read in parts.`;
    return refuse('too_large', sentence);
  }
  const kept = await workbench.keepBlob(bytes);
  return kept.ok ? succeed({ kind: 'text', text: { blob: kept.value, name, size: bytes.length } }) : kept;
}

function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0');
  } catch {
    return false;
  }
}
