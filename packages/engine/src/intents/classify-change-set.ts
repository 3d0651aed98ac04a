import type { ContentHash, TracedChange } from '@rook/contract';

import type { Blobs } from '../ports/store.ts';
import type { Syntax } from '../ports/syntax.ts';
import { classifyMutation, type MutatedFile } from './mutation-class.ts';

const MOST_FILES = 200;
const MOST_REASON = 300;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export interface ClassifiedSet extends Pick<TracedChange, 'mutation_class' | 'mutation_reasons'> {
  /** False where the contents are not there, so that somebody who had them could have said more. */
  readonly isKept: boolean;
}

/** The class of a change set by the contents that are kept of it. What cannot be read is `unknown`. */
export async function classifyChangeSet(
  files: TracedChange['files'],
  { blobs, syntax }: { readonly blobs: Pick<Blobs, 'get'>; readonly syntax: Syntax },
): Promise<ClassifiedSet> {
  if (files.length > MOST_FILES) return unknown(`more than ${MOST_FILES} files were changed`);
  const contents: MutatedFile[] = [];
  const changed = files.filter(
    (file) => file.after_mode === undefined || file.before_hash !== file.after_hash,
  );
  if (changed.length === 0 && files.length > 0) return unknown('only permissions were changed');
  for (const { relative_path: path, renamed_from: from, before_hash: old, after_hash: later } of changed) {
    const [before, after] = [await readText(blobs, old), await readText(blobs, later)];
    if (before === undefined || after === undefined)
      return {
        ...unknown(`${path}: what it was or became is no text, or is not kept any more`),
        isKept: false,
      };
    contents.push({ path, before, after, ...(from === undefined ? {} : { renamedFrom: from }) });
  }
  try {
    const classified = await classifyMutation(contents, syntax);
    const reasons = classified.reasons.map((reason) => reason.slice(0, MOST_REASON));
    return { isKept: true, mutation_class: classified.class, mutation_reasons: reasons };
  } catch (error) {
    return unknown(`the comparison broke: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function unknown(reason: string): ClassifiedSet {
  return { isKept: true, mutation_class: 'unknown', mutation_reasons: [reason.slice(0, MOST_REASON)] };
}

/** Null: there was no file; undefined: nobody can say what was in it. */
async function readText(
  blobs: Pick<Blobs, 'get'>,
  hash: ContentHash | null,
): Promise<string | null | undefined> {
  if (hash === null) return null;
  const bytes = await blobs.get(hash);
  if (!bytes.ok || bytes.value === null) return undefined;
  try {
    return decoder.decode(bytes.value);
  } catch {
    return undefined;
  }
}
