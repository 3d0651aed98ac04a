import { intentOptions } from './command-table-intent.ts';
import type { CommandSpec } from './command.ts';
import { keepingMap } from './keep-map.ts';

export const askCommand: CommandSpec = {
  name: 'ask',
  summary: 'talks with a model that can read and search this workspace',
  detail:
    'The answer goes to standard output as it comes; what the model does, and what it cost, to standard error. Everything is written down in a session, which --continue takes up again. Without TEXT, on a terminal, it opens a conversation. What needs a yes is asked on a terminal, and refused without one. What is piped in is the message, or is added to TEXT. Ctrl-C cancels the turn and keeps what there is; twice ends at once. Exit code 0 if the turn was completed, 1 if it failed, waits for an answer or could not be recorded, 130 if it was cancelled.',
  arguments: [{ name: 'TEXT', summary: 'the message (in quotes)', required: false }],
  options: [
    { name: 'session', value: 'SESSION', summary: 'go on in this session; a part of its id is enough' },
    { name: 'continue', summary: 'go on in the session changed last' },
    { name: 'model', value: 'MODEL', summary: 'ask this model of the connection in use' },
    {
      name: 'mode',
      value: 'MODE',
      summary: 'what may be done: safe, ask (the default) or allow',
      choices: ['safe', 'ask', 'allow'],
    },
    {
      name: 'yes',
      summary: 'answer every question of this call with yes, once each; protected files excepted',
    },
    { name: 'yes-protected', summary: 'answer questions about protected files with yes too' },
    ...intentOptions,
    { name: 'max-cost', value: 'USD', summary: 'the most that a turn of this call may cost' },
    {
      name: 'file',
      value: 'PATH',
      summary: 'a file of the workspace that goes along (repeatable)',
      repeatable: true,
      completes: 'file',
    },
    {
      name: 'image',
      value: 'PATH',
      summary: 'an image that goes along: PNG, JPEG, WebP or GIF (repeatable)',
      repeatable: true,
      completes: 'file',
    },
  ],
  examples: [
    ['rook ask "What does this folder do?"', 'one turn in a session of its own'],
    ['rook ask --continue "And who calls it?"', 'the next turn of the same session'],
    ['git diff | rook ask "What could break?"', 'the piped text goes along'],
    ['rook ask --file src/main.ts "Explain this" > answer.md', 'only the answer is in the file'],
    ['rook ask --json "Hello" | jq -r .event_type', 'every entry of the turn, a line of JSON each'],
    ['rook ask', 'a conversation in the terminal'],
  ],
  load: async () => keepingMap((await import('./commands/ask.ts')).ask),
};
