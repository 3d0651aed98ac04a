import type { Brand } from '@rook/contract';

import { COMMANDS } from './command-table.ts';
import { makeSettings } from './make-settings.ts';
import { contributeTools } from './own-tools/contribute-tools.ts';

/** The oldest editor that it was tried with. */
const EDITOR = '^1.138.0';

export interface ManifestFacts {
  readonly version: string;
  readonly license: string;
}

/** What the editor reads of the extension before it starts it; every name in it is one of the brand. */
export function makeManifest(brand: Brand, { version, license }: ManifestFacts): Record<string, unknown> {
  const { id, title, participant, extension } = brand;
  const languageModelTools = contributeTools(brand);
  return {
    name: extension.name,
    publisher: extension.publisher,
    displayName: title,
    description: participant.description,
    version,
    license,
    icon: participant.icon,
    categories: ['AI', 'Chat'],
    engines: { vscode: EDITOR },
    type: 'module',
    main: './main.js',
    // A participant and commands start the extension when they are used; where there are sessions, lines may have a reason to show.
    activationEvents: [`workspaceContains:${brand.folder}/chats`],
    extensionKind: ['workspace'],
    capabilities: {
      untrustedWorkspaces: {
        supported: 'limited',
        description: `Until you trust the folder, ${title} only reads in it: nothing is changed and nothing is run.`,
        restrictedConfigurations: [`${id}.tools.namespaces`],
      },
      virtualWorkspaces: {
        supported: 'limited',
        description: `In a virtual folder ${title} can talk; its files cannot be read or changed.`,
      },
    },
    contributes: {
      chatParticipants: [
        {
          id: participant.id,
          name: participant.name,
          fullName: participant.fullName,
          description: participant.description,
          isSticky: participant.isSticky,
        },
      ],
      commands: commandsOf(brand),
      ...(languageModelTools.length === 0 ? {} : { languageModelTools }),
      configuration: { title, properties: settingsOf(brand) },
    },
  };
}

function commandsOf({ id, title }: Brand): readonly Record<string, string>[] {
  return COMMANDS.map(([name, words, icon]) => ({
    command: `${id}.${name}`,
    title: `${title}: ${words}`,
    icon: `$(${icon})`,
  }));
}

/** What only the editor has, and the table of all settings. */
function settingsOf(brand: Brand): Record<string, unknown> {
  const { id, title } = brand;
  return {
    [`${id}.chatJournal.knownChatRecorderExtensions`]: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      description: `Extension IDs that may conflict with ${id} chat journaling. Extensions in this list trigger a warning in diagnostics.`,
    },
    [`${id}.why.codeLens`]: {
      type: 'boolean',
      default: false,
      description: `Say over the lines that ${title} wrote what they were written for.`,
    },
    [`${id}.why.hover`]: {
      type: 'boolean',
      default: false,
      description: `Say of a line under the mouse which turn of ${title} wrote it, what was asked for, and who allowed it.`,
    },
    [`${id}.tools.namespaces`]: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      scope: 'machine',
      description: `Beginnings of names of further tools of the editor that ${title} may offer to the model. Every call of them is asked about first.`,
    },
    ...makeSettings(brand),
  };
}
