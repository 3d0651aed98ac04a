import {
  fail,
  rookError,
  succeed,
  type EntryDraft,
  type MessageSend,
  type Result,
  type TurnId,
} from '@rook/contract';

import type { Workspace } from '../ports/workspace.ts';

/** So many characters are more than any model reads; a file is attached or piped in parts instead. */
const MOST_CHARACTERS = 20_000_000;
const MOST_FILES = 200;

export type AdmittedDraft = Extract<EntryDraft, { event_type: 'message_admitted' }>;

/** Looks at a message before it is written down: what cannot be sent is said now and not in the middle of a turn. */
export async function admitMessage(
  message: MessageSend,
  { workspace, running }: { readonly workspace: Workspace | null; readonly running: TurnId | null },
): Promise<Result<AdmittedDraft>> {
  const { text, files = [], images = [] } = message;
  if (text.trim() === '' && files.length === 0 && images.length === 0)
    return fail(
      rookError('invalid_value', 'The message is empty; write what you want to know or have done.'),
    );
  if (text.length > MOST_CHARACTERS) {
    const sentence = `The message has ${text.length} characters, and at most ${MOST_CHARACTERS} can be sent; attach files instead.`;
    return fail(rookError('too_large', sentence));
  }
  const located = await locateFiles(files, workspace);
  if (!located.ok) return located;
  // What comes with files or images is a turn of its own.
  const isPlain = files.length === 0 && images.length === 0;
  const steers = message.steer === true && isPlain && running !== null ? { steers: running } : {};
  return succeed({
    event_type: 'message_admitted',
    message_id: message.message_id,
    text,
    ...(images.length === 0 ? {} : { images: [...images] }),
    ...(files.length === 0 ? {} : { files: [...located.value] }),
    ...steers,
  });
}

/** The files under their real paths, each once. */
async function locateFiles(
  files: readonly string[],
  workspace: Workspace | null,
): Promise<Result<readonly string[]>> {
  if (files.length === 0) return succeed([]);
  if (workspace === null)
    return fail(rookError('no_workspace', 'There is no workspace here, so no file of it can be attached.'));
  if (files.length > MOST_FILES) {
    const sentence = `${files.length} files are attached, and at most ${MOST_FILES} can be; name the ones that matter.`;
    return fail(rookError('invalid_value', sentence));
  }
  const paths = new Set<string>();
  for (const file of files) {
    const located = await workspace.locate(file);
    if (!located.ok) return located;
    const { kind, path } = located.value;
    if (kind === 'missing') return fail(rookError('not_found', `There is no file ${file} to attach.`));
    if (kind !== 'file') return fail(rookError('invalid_value', `${file} is no file; attach files by name.`));
    paths.add(path);
  }
  return succeed([...paths]);
}
