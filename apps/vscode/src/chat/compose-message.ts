import { isAbsolute, relative, sep } from 'node:path';

import type { MessageSend } from '@rook/contract';
import type * as vscode from 'vscode';

import type { EarlierMessage } from './read-history.ts';

type EditorRefs = Pick<typeof vscode, 'Uri' | 'Location'> & {
  readonly workspace: Pick<typeof vscode.workspace, 'openTextDocument'>;
};

interface Said {
  readonly prompt: string;
  readonly references: readonly Pick<vscode.ChatPromptReference, 'value'>[];
  /** What was said in this chat before and no session has. */
  readonly earlier: readonly EarlierMessage[];
  /** The folder that is worked in. */
  readonly root: string | null;
}

const MOST_SELECTION = 20_000;
const MOST_EARLIER = 50_000;

/** What the person said, with what they attached: files by their path, a part of a file by its text. */
export async function composeMessage(
  editor: EditorRefs,
  { prompt, references, earlier, root }: Said,
): Promise<Pick<MessageSend, 'text' | 'files'>> {
  const files: string[] = [];
  const parts: string[] = [];
  for (const { value } of references) {
    if (value instanceof editor.Uri) {
      const path = pathIn(root, value);
      if (path === null)
        parts.push(`(Attached, but not in the folder that is worked in: ${value.toString()})`);
      else files.push(path);
    } else if (value instanceof editor.Location) parts.push(await quoteSelection(editor, root, value));
    else if (typeof value === 'string') parts.push(value.slice(0, MOST_SELECTION));
  }
  const before = quoteEarlier(earlier);
  const text = [...(before === null ? [] : [before]), prompt, ...parts].join('\n\n');
  return { text, ...(files.length === 0 ? {} : { files: [...new Set(files)] }) };
}

/** The path below the folder, with `/`; null for what lies elsewhere. */
export function pathIn(root: string | null, uri: vscode.Uri): string | null {
  if (root === null || uri.scheme !== 'file') return null;
  const path = relative(root, uri.fsPath);
  const isInside = path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
  return isInside ? path.split(sep).join('/') : null;
}

async function quoteSelection(
  { workspace }: EditorRefs,
  root: string | null,
  { uri, range }: vscode.Location,
): Promise<string> {
  const name = pathIn(root, uri) ?? uri.toString();
  const lines = `lines ${range.start.line + 1} to ${range.end.line + 1}`;
  try {
    const text = (await workspace.openTextDocument(uri)).getText(range).slice(0, MOST_SELECTION);
    return `Selected in ${name}, ${lines}:\n\`\`\`\n${text}\n\`\`\``;
  } catch {
    return `(Selected, but it cannot be read: ${name}, ${lines})`;
  }
}

/** The newest of it, where it is too long. */
function quoteEarlier(earlier: readonly EarlierMessage[]): string | null {
  if (earlier.length === 0) return null;
  const lines = earlier
    .map(({ role, text }) => `${role === 'user' ? 'Person' : 'You'}: ${text}`)
    .join('\n\n');
  return `Earlier in this chat, for information:\n<earlier>\n${lines.slice(-MOST_EARLIER)}\n</earlier>`;
}
