import type { Brand } from '@rook/contract';
import * as vscode from 'vscode';

import { createBenches } from './benches.ts';
import { createRequestHandler, keepFeedback } from './chat/participant.ts';
import { createLastTurn } from './last-turn.ts';

/** Put here when the extension is built: the names under which it is shipped. */
declare const BUILT_BRAND: Brand;

const FOLLOWUPS: readonly vscode.ChatFollowup[] = [
  { prompt: 'Show me more details', label: 'More details' },
  { prompt: 'Search for related symbols', label: 'Find related' },
];

let close: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const brand = BUILT_BRAND;
  const { version } = vscode.extensions.getExtension(context.extension.id)?.packageJSON as {
    version: string;
  };
  const log = vscode.window.createOutputChannel(brand.title, { log: true });
  const benches = createBenches({ brand, editor: vscode, version });
  const lastTurn = createLastTurn(context.workspaceState);
  const setup = { editor: vscode, benches, lastTurn, prefix: brand.id, log };
  const participant = vscode.chat.createChatParticipant(brand.participant.id, createRequestHandler(setup));
  participant.iconPath = vscode.Uri.joinPath(context.extensionUri, brand.participant.icon);
  participant.followupProvider = { provideFollowups: () => [...FOLLOWUPS] };
  context.subscriptions.push(
    log,
    participant,
    participant.onDidReceiveFeedback((feedback) => void keepFeedback(setup, feedback)),
  );
  close = benches.close;
}

export async function deactivate(): Promise<void> {
  await close?.();
}
