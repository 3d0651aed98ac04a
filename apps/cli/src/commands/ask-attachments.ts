import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

import { fail, rookError, succeed, type ErrorCode, type MessageSend, type Result } from '@rook/contract';
import { imageSize, type Store } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import type { AskComposition } from '../compose-ask.ts';
import { imageType } from './image-type.ts';

/** What goes along with a message. */
export type Attachments = Pick<MessageSend, 'files' | 'images'>;

const MOST_FILES = 50;
const MOST_IMAGES = 10;
/** What the strictest of the providers takes. */
const MOST_IMAGE_BYTES = 5_000_000;

/** Files by their path in the workspace, images by their bytes, which are kept before they are named. */
export async function readAttachments(
  call: CommandCall,
  { workspace, store }: Pick<AskComposition, 'workspace' | 'store'>,
): Promise<Result<Attachments>> {
  const [files, images] = [call.lists.get('file') ?? [], call.lists.get('image') ?? []];
  if (files.length > MOST_FILES || images.length > MOST_IMAGES) {
    const sentence = `At most ${MOST_FILES} files and ${MOST_IMAGES} images go along with a message.`;
    return fail(rookError('usage', sentence));
  }
  const paths: string[] = [];
  for (const typed of files) {
    const path = await findFile(call, workspace?.root ?? null, typed);
    if (!path.ok) return path;
    paths.push(path.value);
  }
  const kept: NonNullable<Attachments['images']> = [];
  for (const typed of images) {
    const image = await keepImage(call, store, typed);
    if (!image.ok) return image;
    kept.push(image.value);
  }
  return succeed({
    ...(paths.length === 0 ? {} : { files: paths }),
    ...(kept.length === 0 ? {} : { images: kept }),
  });
}

async function findFile(call: CommandCall, root: string | null, typed: string): Promise<Result<string>> {
  if (root === null) {
    const sentence = `There is no workspace here, so ${typed} cannot go along; name one with --workspace, or pipe the file in.`;
    return fail(rookError('no_workspace', sentence));
  }
  try {
    const path = await realpath(resolve(call.surroundings.currentFolder, typed));
    const inside = relative(await realpath(root), path);
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
      const sentence = `${typed} lies outside of the workspace ${root}; pipe it in instead: \`rook ask … < ${typed}\`.`;
      return fail(rookError('outside_workspace', sentence));
    }
    if (!(await stat(path)).isFile())
      return fail(rookError('invalid_value', `${typed} is no plain file; name the files in it.`));
    return succeed(inside.split(sep).join('/'));
  } catch (error) {
    return unreadable(typed, error);
  }
}

async function keepImage(
  call: CommandCall,
  store: Pick<Store, 'blobs'>,
  typed: string,
): Promise<Result<NonNullable<Attachments['images']>[number]>> {
  const bytes = await readImage(resolve(call.surroundings.currentFolder, typed), typed);
  if (!bytes.ok) return bytes;
  const type = imageType(bytes.value);
  if (type === null) {
    const sentence = `${typed} is no PNG, JPEG, WebP or GIF; a text goes along with --file, or is piped in.`;
    return fail(rookError('invalid_value', sentence));
  }
  if (imageSize(bytes.value) === null) {
    const sentence = `${typed} begins like an image, but does not say how large it is, so it is broken or cut off; make it anew.`;
    return fail(rookError('invalid_value', sentence));
  }
  const blob = await store.blobs.put(bytes.value);
  return blob.ok ? succeed({ blob: blob.value, media_type: type }) : blob;
}

async function readImage(path: string, typed: string): Promise<Result<Uint8Array>> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return fail(rookError('invalid_value', `${typed} is no plain file.`));
    const bytes = found.size > MOST_IMAGE_BYTES ? null : await readFile(path);
    if (bytes !== null && bytes.length <= MOST_IMAGE_BYTES) return succeed(bytes);
    const most = `${MOST_IMAGE_BYTES / 1e6} MB`;
    return fail(
      rookError('too_large', `${typed} is larger than ${most}, which no model takes; make it smaller.`),
    );
  } catch (error) {
    return unreadable(typed, error);
  }
}

const REASONS: ReadonlyMap<unknown, readonly [ErrorCode, string]> = new Map([
  ['ENOENT', ['not_found', 'there is no such file']],
  ['ENOTDIR', ['not_found', 'there is no such file']],
  ['EACCES', ['not_readable', 'you may not read it']],
  ['EPERM', ['not_readable', 'you may not read it']],
  ['ELOOP', ['not_readable', 'its links lead in a circle']],
]);

function unreadable(typed: string, error: unknown): Result<never> {
  const name = error instanceof Error && 'code' in error ? error.code : undefined;
  const [code, reason] = REASONS.get(name) ?? ['not_readable', String(name ?? error)];
  return fail(rookError(code, `${typed} cannot go along: ${reason}.`));
}
