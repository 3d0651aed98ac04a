import { join } from 'node:path';

import type { Brand } from '@rook/contract';
import type * as vscode from 'vscode';

import { createBenches } from './benches.ts';
import { createRequestHandler, keepFeedback } from './chat/participant.ts';
import type { CommandName } from './command-table.ts';
import { rewindChange, showChanges } from './commands/change-commands.ts';
import type { Desk } from './commands/desk.ts';
import { diagnose } from './commands/diagnose.ts';
import { answerApproval, chooseIntent, explainLine } from './commands/governance-commands.ts';
import {
  createActionFromLastTurn,
  openJournalFolder,
  tagLastTurn,
  verifyJournal,
} from './commands/journal-commands.ts';
import { searchJournal } from './commands/search-command.ts';
import { openWorkbenchPage } from './commands/workbench-command.ts';
import { createLastTurn } from './last-turn.ts';
import { createOwnTools, type OwnTools } from './own-tools/own-tools.ts';
import { createLineReasons } from './why/line-reasons.ts';
import type { LineReasons } from './why/offer-why.ts';

interface ExtensionSetup {
  readonly brand: Brand;
  readonly version: string;
  readonly editor: typeof vscode;
  readonly context: Pick<vscode.ExtensionContext, 'workspaceState' | 'extensionPath'>;
  readonly log: vscode.LogOutputChannel;
}

export interface StartedExtension {
  readonly answer: vscode.ChatRequestHandler;
  readonly keepFeedback: (feedback: vscode.ChatResultFeedback) => Promise<void>;
  readonly ownTools: OwnTools;
  readonly run: (name: CommandName, given: unknown) => Promise<void>;
  readonly reasons: LineReasons;
  readonly close: () => Promise<void>;
}

const HANDLERS: Readonly<Record<CommandName, (desk: Desk, given: unknown) => Promise<void>>> = {
  'chatJournal.tagLastTurn': tagLastTurn,
  'chatJournal.createActionFromLastTurn': createActionFromLastTurn,
  'chatJournal.search': searchJournal,
  'chatJournal.openFolder': openJournalFolder,
  'chatJournal.verify': verifyJournal,
  diagnose,
  changes: showChanges,
  rewind: rewindChange,
  intents: chooseIntent,
  why: explainLine,
  'workbench.open': openWorkbenchPage,
  'approval.answer': answerApproval,
};

/** All that the extension does, once it is needed. */
export function startExtension({ brand, version, editor, context, log }: ExtensionSetup): StartedExtension {
  const benches = createBenches({ brand, editor, version, page: join(context.extensionPath, 'page') });
  const lastTurn = createLastTurn(context.workspaceState);
  const channels = new Map<string, vscode.OutputChannel>();
  const output = (name: string): vscode.OutputChannel => {
    const channel = channels.get(name) ?? editor.window.createOutputChannel(name);
    channels.set(name, channel);
    return channel;
  };
  const desk: Desk = { brand, editor, benches, lastTurn, log, output };
  const ownTools = createOwnTools(desk);
  const setup = { editor, benches, lastTurn, prefix: brand.id, log };
  return {
    answer: createRequestHandler(setup),
    keepFeedback: async (feedback) => keepFeedback(setup, feedback),
    ownTools,
    run: async (name, given) => HANDLERS[name](desk, given),
    reasons: createLineReasons({ brand, editor, benches }),
    close: async () => {
      await ownTools.close();
      await benches.close();
      for (const channel of channels.values()) channel.dispose();
    },
  };
}
