import type { Brand } from '@rook/contract';
import * as vscode from 'vscode';

import { COMMANDS } from './command-table.ts';
import { findConflicts } from './find-conflicts.ts';
import { once } from './once.ts';
import { OFFERED_TOOLS, ownToolName } from './own-tools/tool-table.ts';
import { offerWhy } from './why/offer-why.ts';

/** Put here when the extension is built: the names under which it is shipped, and its version. */
declare const BUILT_BRAND: Brand;
declare const BUILT_VERSION: string;

const FOLLOWUPS: readonly vscode.ChatFollowup[] = [
  { prompt: 'Show me more details', label: 'More details' },
  { prompt: 'Search for related symbols', label: 'Find related' },
];

let close: (() => Promise<void>) | undefined;

/**
 * Registers everything, and loads nothing: the engine comes with the first request or command.
 */
export function activate(context: vscode.ExtensionContext): void {
  const brand = BUILT_BRAND;
  const log = vscode.window.createOutputChannel(brand.title, { log: true });
  const load = once(async () => {
    const { startExtension } = await import('./start-extension.ts');
    const extension = startExtension({ brand, version: BUILT_VERSION, editor: vscode, context, log });
    close = extension.close;
    return extension;
  });
  const participant = vscode.chat.createChatParticipant(brand.participant.id, async (...asked) =>
    (await load()).answer(...asked),
  );
  participant.iconPath = vscode.Uri.joinPath(context.extensionUri, brand.participant.icon);
  participant.followupProvider = { provideFollowups: () => [...FOLLOWUPS] };
  context.subscriptions.push(
    log,
    participant,
    offerWhy({ brand, editor: vscode, load: async () => (await load()).reasons }),
    participant.onDidReceiveFeedback(async (feedback) => (await load()).keepFeedback(feedback)),
    ...COMMANDS.map(([name]) =>
      vscode.commands.registerCommand(`${brand.id}.${name}`, async (given: unknown) =>
        (await load()).run(name, given),
      ),
    ),
    ...(brand.tools.offersOwn ? OFFERED_TOOLS : []).map(({ name }) =>
      vscode.lm.registerTool<unknown>(ownToolName(brand, name), {
        prepareInvocation: async ({ input }) => (await load()).ownTools.prepare(name, input),
        invoke: async ({ input }, token) => (await load()).ownTools.invoke({ name, input, token }),
      }),
    ),
  );
  const conflicts = findConflicts(vscode, brand);
  if (conflicts.length > 0) log.warn(`Potential chat recorder conflicts detected: ${conflicts.join(', ')}`);
}

export async function deactivate(): Promise<void> {
  await close?.();
}
