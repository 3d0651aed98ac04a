import { fail, rookError, succeed, type Result } from '@rook/contract';

import type { Terminal } from './terminal.ts';

const MOST_CHARACTERS = 20_000;
const ENTER = /[\r\n]/;
const BACKSPACE = new Set(['\b', '\u007F']);
const INTERRUPT = '\u0003';
const END = '\u0004';
const CLEAR = '\u0015';
const ESCAPE = '\u001B';

/** Whether a person can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY;
}

/** Whether a person sees a question and can answer it while other things happen. */
export function isPersonThere({ json }: { readonly json: boolean }): boolean {
  return !json && process.stdin.isTTY && process.stderr.isTTY;
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
  // Before the question: who answers it at once must not see the key either.
  stdin.setRawMode(true);
  terminal.note(question);
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
  const cancel = () => resolve(fail(rookError('cancelled', 'Nothing was written.')));
  const line = createHiddenLine();
  const take = (piece: string) => {
    for (const character of piece) {
      const state = line.take(character);
      if (state === 'cancelled') return cancel();
      if (state === 'entered') return resolve(succeed(line.text()));
    }
  };
  stdin.on('data', take);
  stdin.once('end', cancel);
  stdin.resume();
  try {
    return await promise;
  } finally {
    stdin.off('data', take);
    stdin.off('end', cancel);
  }
}

interface HiddenLine {
  take(character: string): 'typing' | 'entered' | 'cancelled';
  text(): string;
}

/** What is typed, without what keys such as arrows and the marks of a paste send: `ESC [ … letter` and `ESC O letter`. */
function createHiddenLine(): HiddenLine {
  let typed: string[] = [];
  let escape: 'none' | 'begun' | 'inside' = 'none';
  const skips = (character: string): boolean => {
    if (character === ESCAPE) escape = 'begun';
    else if (escape === 'begun') escape = character === '[' || character === 'O' ? 'inside' : 'none';
    else if (escape === 'inside') escape = /[@-~]/.test(character) ? 'none' : 'inside';
    else return false;
    return true;
  };
  return {
    take: (character) => {
      if (character === INTERRUPT) return 'cancelled';
      if (ENTER.test(character)) return 'entered';
      if (skips(character)) return 'typing';
      // With something typed only Enter ends: who leaves with Ctrl-D does not mean half a key.
      if (character === END) return typed.length === 0 ? 'entered' : 'typing';
      if (character === CLEAR) typed = [];
      else if (BACKSPACE.has(character)) typed = typed.slice(0, -1);
      else if (typed.length < MOST_CHARACTERS) typed.push(character);
      return 'typing';
    },
    text: () => typed.join(''),
  };
}
