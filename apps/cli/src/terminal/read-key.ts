import { fail, rookError, succeed, type Result } from '@rook/contract';

import type { Terminal } from './terminal.ts';

const MOST_CHARACTERS = 20_000;
const ENTER = /[\r\n]/;
const BACKSPACE = new Set(['\b', '\u007F']);
const INTERRUPT = '\u0003';
const END = '\u0004';

/** Whether a person can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY;
}

/** All of standard input, without the line end behind it. */
export async function readInput(): Promise<Result<string>> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const piece of process.stdin) {
    text += String(piece);
    if (text.length > MOST_CHARACTERS)
      return fail(rookError('invalid_value', 'What came on standard input is too long for a key.'));
  }
  return succeed(text.replace(/\r?\n$/, ''));
}

/** Asks on the terminal; what is typed is not shown. */
export async function askHidden(terminal: Terminal, question: string): Promise<Result<string>> {
  const { stdin } = process;
  terminal.note(question);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  try {
    return await readLine(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
  }
}

async function readLine(stdin: NodeJS.ReadStream): Promise<Result<string>> {
  const { promise, resolve } = Promise.withResolvers<Result<string>>();
  let typed: string[] = [];
  const take = (piece: string) => {
    for (const character of piece) {
      if (character === INTERRUPT) return resolve(fail(rookError('cancelled', 'Nothing was written.')));
      if (ENTER.test(character) || character === END) return resolve(succeed(typed.join('')));
      if (BACKSPACE.has(character)) typed = typed.slice(0, -1);
      else if (typed.length < MOST_CHARACTERS) typed.push(character);
    }
  };
  stdin.on('data', take);
  stdin.once('end', () => resolve(succeed(typed.join(''))));
  stdin.resume();
  try {
    return await promise;
  } finally {
    stdin.off('data', take);
  }
}
