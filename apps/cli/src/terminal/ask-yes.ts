import { createInterface } from 'node:readline';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import type { Terminal } from './terminal.ts';

/** Asks a person on the terminal; anything but a yes is a no. */
export async function askYes(terminal: Terminal, question: string): Promise<Result<void>> {
  const { promise, resolve } = Promise.withResolvers<Result<void>>();
  const lines = createInterface({ input: process.stdin });
  const no = () => resolve(fail(rookError('cancelled', 'Nothing was written.')));
  lines.once('line', (answer) => (/^\s*y(es)?\s*$/iu.test(answer) ? resolve(succeed(undefined)) : no()));
  lines.once('close', no);
  lines.once('SIGINT', no);
  terminal.note(`${question} [y/N]`);
  const answer = await promise;
  lines.close();
  return answer;
}
