import { fail, rookError, succeed, type Result, type SettingValues } from '@rook/contract';

import { renderAttachments } from '../context/attachments.ts';
import type { ConversationMessage } from '../context/conversation.ts';
import { decodeText } from '../context/decode-text.ts';
import type { TextToShow } from '../context/show-file.ts';
import type { ImagePart } from '../ports/model.ts';
import type { Blobs } from '../ports/store.ts';
import type { Workspace } from '../ports/workspace.ts';

export interface LoadedAttachments {
  /** For the request. */
  readonly attachments: string;
  readonly images: readonly ImagePart[];
  readonly shown: readonly TextToShow['facts'][];
}

export interface AttachmentSources {
  readonly workspace: Workspace | null;
  readonly blobs: Blobs;
  readonly settings: Pick<SettingValues, 'context.maxFiles' | 'context.maxBytes'>;
}

/** Reads what goes along with a message. What the user attached and cannot be read ends the turn: it was meant. */
export async function loadAttachments(
  { files, images }: ConversationMessage,
  { workspace, blobs, settings }: AttachmentSources,
): Promise<Result<LoadedAttachments>> {
  const limits = { maxFiles: settings['context.maxFiles'], maxBytes: settings['context.maxBytes'] };
  const texts: TextToShow[] = [];
  for (const path of files) {
    const read = workspace === null ? null : await workspace.read(path, { maxBytes: limits.maxBytes });
    if (read === null) break;
    if (!read.ok) return read;
    const decoded = decodeText(path, read.value.bytes);
    if (decoded === null) {
      const sentence = `${path} is not text and cannot be attached as a file; attach pictures as images.`;
      return fail(rookError('binary_file', sentence));
    }
    texts.push(decoded);
  }
  const parts: ImagePart[] = [];
  for (const { blob, mediaType } of images) {
    const bytes = await blobs.get(blob);
    if (!bytes.ok) return bytes;
    if (bytes.value === null)
      return fail(rookError('not_found', 'An image of the message is no longer kept.'));
    parts.push({ kind: 'image', bytes: bytes.value, mediaType });
  }
  const rendered = renderAttachments(texts, limits);
  return succeed({
    attachments: rendered.text,
    images: parts,
    shown: rendered.shown.map(({ facts }) => facts),
  });
}
