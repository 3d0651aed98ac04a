import { createInterface } from 'node:readline';
import { PassThrough, Writable } from 'node:stream';

import { createPastedText, type PastedText } from './pasted-text.ts';

/** Lines that a person types, and the prompt for them. While it is hidden, what is typed is kept and not shown. */
export interface TypedLines {
  show(): void;
  hide(): void;
  /** Whether Ctrl-C is a key that the listener is told of, as at first, or the signal that ends the process. */
  takeInterrupts(areTaken: boolean): void;
  clearLine(): void;
  setPrompt(prompt: string): void;
  /** Leaves the keyboard to somebody else; what was typed so far stays. */
  suspend(): void;
  resume(): void;
  close(): void;
}

export interface TypedListener {
  readonly line: (text: string) => void;
  /** Ctrl-C; says whether anything was typed. */
  readonly interrupt: (hasText: boolean) => void;
  /** Ctrl-D, or the end of the terminal. */
  readonly end: () => void;
}

const PASTES_MARKED = '\u001B[?2004h';
const PASTES_PLAIN = '\u001B[?2004l';
const PROMPT = '> ';
const GOES_ON = '… ';
const MOST_HISTORY = 1000;

export function openTypedLines(listener: TypedListener, { dumb }: { readonly dumb: boolean }): TypedLines {
  const { stdin, stderr } = process;
  const pasted = createPastedText();
  let isShown = false;
  let begun = '';
  let prompt = PROMPT;
  const { keys, listen, leave } = openKeys(pasted, dumb);
  const screen = new Writable({
    write: (chunk: Uint8Array, _encoding, done) => {
      if (isShown) stderr.write(chunk);
      done();
    },
  });
  Object.defineProperty(screen, 'columns', { get: () => stderr.columns });
  listen();
  const lines = createInterface({ input: keys, output: screen, terminal: true, historySize: MOST_HISTORY });

  lines.on('line', (line) => {
    const text = begun + pasted.expand(line);
    if (text.endsWith('\\')) {
      begun = `${text.slice(0, -1)}\n`;
      lines.setPrompt(GOES_ON);
      lines.prompt();
      return;
    }
    begun = '';
    lines.setPrompt(prompt);
    listener.line(text);
  });
  lines.on('SIGINT', () => listener.interrupt(lines.line !== '' || begun !== ''));
  lines.on('close', listener.end);
  lines.setPrompt(PROMPT);
  return {
    show: () => {
      if (isShown) return;
      isShown = true;
      lines.prompt(true);
    },
    hide: () => {
      isShown = false;
    },
    takeInterrupts: (areTaken) => {
      stdin.setRawMode(areTaken);
    },
    clearLine: () => {
      begun = '';
      lines.write(null, { ctrl: true, name: 'e' });
      lines.write(null, { ctrl: true, name: 'u' });
      stderr.write('\n');
      lines.setPrompt(prompt);
      lines.prompt();
    },
    setPrompt: (text) => {
      prompt = text;
      lines.setPrompt(text);
    },
    suspend: () => {
      isShown = false;
      leave();
    },
    resume: () => {
      stdin.setRawMode(true);
      listen();
    },
    close: () => {
      isShown = false;
      lines.off('close', listener.end);
      lines.close();
      leave();
    },
  };
}

interface Keys {
  /** What is typed while somebody listens. */
  readonly keys: PassThrough & { readonly isTTY: boolean };
  readonly listen: () => void;
  readonly leave: () => void;
}

function openKeys(pasted: PastedText, dumb: boolean): Keys {
  const { stdin, stderr } = process;
  const keys = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (raw: boolean) => stdin.setRawMode(raw),
  });
  stdin.setEncoding('utf8');
  const take = (typed: string) => keys.write(pasted.take(typed));
  const finish = () => keys.end();
  return {
    keys,
    listen: () => {
      stdin.on('data', take);
      stdin.once('end', finish);
      stdin.resume();
      if (!dumb) stderr.write(PASTES_MARKED);
    },
    leave: () => {
      stdin.off('data', take);
      stdin.off('end', finish);
      stdin.pause();
      if (!dumb) stderr.write(PASTES_PLAIN);
    },
  };
}
