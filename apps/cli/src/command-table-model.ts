import { PROVIDERS } from '@rook/contract/providers';

import type { ArgumentSpec, CommandSpec, OptionSpec } from './command.ts';

const nameArgument: ArgumentSpec = { name: 'NAME', summary: 'the connection, as in work', required: true };

const roleOptions: readonly OptionSpec[] = [
  { name: 'main', value: 'MODEL', summary: 'its model for the conversation' },
  { name: 'fast', value: 'MODEL', summary: 'its model for planning, titles and summaries' },
  { name: 'vision', value: 'MODEL', summary: 'its model for understanding images' },
  { name: 'image', value: 'MODEL', summary: 'its model for creating images' },
];

/** What `rook model` can do. */
export const modelCommands: readonly CommandSpec[] = [
  {
    name: 'list',
    summary: 'the connections, their models, and where each key is kept',
    examples: [
      ['rook model list', 'the one in use first'],
      ['rook model list --json', 'the same for a script; a key is never shown'],
    ],
    load: async () => (await import('./commands/model-list.ts')).listModels,
  },
  {
    name: 'test',
    summary: 'really asks a model: does it answer, call tools, keep to a shape, see?',
    detail:
      'Sends up to four small requests, which cost a little. Only what the model claims to be able to do is tried. Exit code 1 if something does not work.',
    arguments: [{ ...nameArgument, summary: 'the connection (default: the one in use)', required: false }],
    options: [{ name: 'model', value: 'MODEL', summary: 'the model (default: the main one)' }],
    examples: [
      ['rook model test', 'the connection in use'],
      ['rook model test play --model grok-3-mini', 'another model of another connection'],
    ],
    load: async () => (await import('./commands/model-test.ts')).testModel,
  },
  {
    name: 'add',
    summary: 'adds a connection and keeps its key',
    detail:
      'On a terminal the key is asked for and not shown. It is never an argument, because other users of the machine can see those.',
    arguments: [nameArgument],
    options: [
      { name: 'provider', value: 'PROVIDER', summary: 'who answers', choices: PROVIDERS },
      { name: 'base-url', value: 'URL', summary: 'the address, where it is not the provider’s own' },
      { name: 'region', value: 'REGION', summary: 'the region, for Azure' },
      { name: 'api-version', value: 'VERSION', summary: 'the version of the interface, for Azure' },
      { name: 'script', value: 'FILE', summary: 'the script to play, for scripted' },
      { name: 'key-stdin', summary: 'take the key from standard input' },
      { name: 'key-env', value: 'VARIABLE', summary: 'take the key from this environment variable' },
      { name: 'keyless', summary: 'there is no key, for a server of your own' },
      ...roleOptions,
      { name: 'use', summary: 'use this connection from now on' },
      { name: 'replace', summary: 'replace the connection of that name, and its key' },
    ],
    examples: [
      ['rook model add work --provider anthropic', 'asks for the key'],
      ['rook model add play --provider xai --key-env XAI_API_KEY --use', 'takes the key from a variable'],
      [
        'rook model add local --provider openai-compatible --base-url http://127.0.0.1:11434/v1 --main qwen3 --keyless',
        'a server on this machine',
      ],
    ],
    load: async () => (await import('./commands/model-add.ts')).addModel,
  },
  {
    name: 'remove',
    summary: 'removes a connection and its key',
    arguments: [nameArgument],
    examples: [['rook model remove play', 'the connection and its key are gone']],
    load: async () => (await import('./commands/model-remove.ts')).removeModel,
  },
];
