import type { RunningServer } from '@rook/server';
import type * as vscode from 'vscode';

import { chooseBench } from './change-commands.ts';
import type { Desk } from './desk.ts';

const COPY = 'Copy Address';

/** Opens the page of the workbench of the chosen folder in a browser. */
export async function openWorkbenchPage(desk: Desk): Promise<void> {
  const { window } = desk.editor;
  const bench = await chooseBench(desk);
  if (bench === null) return;
  const opened = await bench.endpoint.open();
  if (!opened.ok) {
    void window.showErrorMessage(opened.error.message);
    return;
  }
  const warn = async (sentence: string, button: string) => window.showWarningMessage(sentence, button);
  await openAddress({ editor: desk.editor, warn }, opened.value);
}

interface Opening {
  readonly editor: {
    readonly env: Pick<typeof vscode.env, 'asExternalUri' | 'openExternal' | 'clipboard'>;
    readonly Uri: Pick<typeof vscode.Uri, 'parse'>;
  };
  /** Says something, and answers with the button if it was pressed. */
  readonly warn: (sentence: string, button: string) => Promise<string | undefined>;
}

/**
 * The token stands in the fragment, which is put there at the very end: whoever makes a way to this machine for the editor is
 * told the port and nothing else.
 */
export async function openAddress(
  { editor, warn }: Opening,
  { port, newUrl }: Pick<RunningServer, 'port' | 'newUrl'>,
): Promise<void> {
  const { env } = editor;
  const address = newUrl();
  const [bare = '', fragment = ''] = address.split('#');
  const outside = await env.asExternalUri(editor.Uri.parse(bare, true));
  if (isServed(outside, port) && (await env.openExternal(outside.with({ fragment })))) return;
  const sentence = isServed(outside, port)
    ? 'No browser could be opened for the workbench.'
    : `This window reaches its machine as ${outside.toString(true)}, and the workbench answers only as 127.0.0.1:${port}. Open the address in a browser on that machine, or forward port ${port} to the same port of yours first.`;
  // Each address opens one page, once: this one was not used.
  if ((await warn(sentence, COPY)) === COPY) await env.clipboard.writeText(address);
}

/** Whether the server takes visitors who come under this address: it knows its own names and its own port, and no other. */
export function isServed(
  { scheme, authority, path }: Pick<vscode.Uri, 'scheme' | 'authority' | 'path'>,
  port: number,
): boolean {
  const isNamed = authority === `127.0.0.1:${port}` || authority === `localhost:${port}`;
  return scheme === 'http' && isNamed && (path === '/' || path === '');
}
