import type { CommandSpec } from './command.ts';

export const openCommand: CommandSpec = {
  name: 'open',
  summary: 'starts the workbench on this machine and opens it in the browser (also: rook without a command)',
  detail:
    'The server listens on 127.0.0.1 alone. The address that is printed lets one page in, once; the page keeps its key while it is open. Ctrl-C ends it; running turns are closed properly, and every session can be gone on with later, here or on the terminal.',
  options: [
    {
      name: 'port',
      value: 'NUMBER',
      summary: 'the port to listen on (default: 4680, or a free one where that is taken)',
    },
    { name: 'no-open', summary: 'print the address and open no browser' },
  ],
  examples: [
    ['rook open', 'the workbench for this folder'],
    ['rook open --workspace ~/code/shop', 'for another one'],
    ['rook open --no-open --port 4800', 'print the address, for a browser of your choice'],
  ],
  load: async () => (await import('./commands/open.ts')).openWorkbench,
};
