import type { CommandSpec } from './command.ts';

export const recoverCommand: CommandSpec = {
  name: 'recover',
  summary: 'reads a raw model reply as far as its meaning is certain, and says what was lost',
  detail:
    'Fences, prose, comments, wrong quotation marks, missing commas and the like are mended where they can be meant in one way only; where not, reading stops. A reply that was cut is never complete, and nothing of it can be applied. Changes nothing. Exit code 0 whatever is found.',
  arguments: [{ name: 'FILE', summary: 'the reply; - is standard input', required: true }],
  options: [{ name: 'any', summary: 'take any JSON value instead of a reply' }],
  examples: [
    ['rook recover reply.txt', 'what it says, what was mended and what was lost'],
    ['pbpaste | rook recover -', 'the same for what is on the clipboard'],
    ['rook recover --any --json broken.json', 'the value and the problems, for a script'],
  ],
  load: async () => (await import('./commands/recover.ts')).recoverReply,
};
