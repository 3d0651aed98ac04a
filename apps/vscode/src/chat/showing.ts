import type * as vscode from 'vscode';

/** Where a turn is shown. */
export interface Showing {
  readonly editor: Pick<typeof vscode, 'Uri' | 'MarkdownString'>;
  readonly stream: vscode.ChatResponseStream;
  /** The word before every command of the extension. */
  readonly prefix: string;
  readonly root: string | null;
}
