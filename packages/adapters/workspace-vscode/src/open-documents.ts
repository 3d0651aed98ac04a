import { realpathSync } from 'node:fs';
import { join } from 'node:path';

import type { EditorDocument, EditorFiles } from './editor-files.ts';

/** The documents that the editor has open, by where their files really lie: a folder may be opened through a link. */
export interface OpenDocuments<Document extends EditorDocument> {
  /** The document of the file at this real path below the root. */
  find(path: string, isWanted: (document: Document) => boolean): Document | undefined;
}

export function createOpenDocuments<Document extends EditorDocument>(
  { documents }: Pick<EditorFiles<Document>, 'documents'>,
  root: string,
): OpenDocuments<Document> {
  return {
    find: (path, isWanted) => {
      const place = join(root, path);
      return documents().find(
        (document) =>
          document.uri.scheme === 'file' && isWanted(document) && isAt(document.uri.fsPath, place),
      );
    },
  };
}

function isAt(name: string, place: string): boolean {
  if (name === place) return true;
  try {
    return realpathSync.native(name) === place;
  } catch {
    // A file that is gone has only its name.
    return false;
  }
}
