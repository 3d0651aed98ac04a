import type { Brand } from '@rook/contract';
import type * as vscode from 'vscode';

const SETTING = 'chatJournal.knownChatRecorderExtensions';

interface EditorParts {
  readonly workspace: Pick<typeof vscode.workspace, 'getConfiguration'>;
  readonly extensions: Pick<typeof vscode.extensions, 'getExtension'>;
}

/**
 * Other recorders of chats that were named and that are installed; this warns and never blocks. It asks the editor alone, so that
 * it costs nothing at the start.
 */
export function findConflicts(
  { workspace, extensions }: EditorParts,
  { id }: Pick<Brand, 'id'>,
  further: readonly string[] = [],
): readonly string[] {
  const kept = workspace.getConfiguration(id).get<readonly unknown[]>(SETTING, []);
  // A person may have written anything there.
  const named = Array.isArray(kept) ? kept.filter((name): name is string => typeof name === 'string') : [];
  return [...new Set([...named, ...further])].filter((name) => extensions.getExtension(name) !== undefined);
}
