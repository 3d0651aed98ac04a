import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import type { CommandView } from '../state/conversation.ts';
import { describeEnd, showDuration } from './describe-end.ts';
import { readAnsi } from './read-ansi.ts';

const ESC = String.fromCodePoint(0x1b);
const BELL = String.fromCodePoint(0x07);

it('G-09 keeps the colours of what was printed and lets go of every other sign to a terminal', () => {
  const printed = `${ESC}[1;31mred${ESC}[0m plain ${ESC}[2J${ESC}]0;title${BELL}${ESC}[38;5;12mrest${ESC}[39m\n`;
  expect(readAnsi(printed)).toEqual([
    { text: 'red', style: 'ansi-red ansi-bold' },
    { text: ' plain ', style: '' },
    { text: 'rest', style: '' },
    { text: '\n', style: '' },
  ]);
});

it('G-09 shows of a line that was written over its end', () => {
  const text = readAnsi('10%\r50%\r100%\r\ndone\r').map((piece) => piece.text);
  expect(text.join('')).toBe('100%\ndone');
});

it('G-09 lets no control character through, whatever a program prints', () => {
  const printed = fc.array(
    fc.constantFrom(ESC, BELL, '[', ']', 'm', '3', '1', ';', 'x', '\n', '\r', '\u0000', 'P', '\\'),
  );
  fc.assert(
    fc.property(printed, (signs) => {
      for (const { text } of readAnsi(signs.join(''))) expect(text).not.toMatch(/(?![\n\t])\p{Cc}/u);
    }),
  );
});

function ended(exitCode: number | null, signal: string | null, endedBy: string): CommandView {
  const output = { text: '', cut: null };
  const rest = { whole: null, isBinary: false, leftBehind: 0, changeSet: null };
  return {
    id: 'c-1',
    seq: 1,
    command: { text: 'x', cut: null },
    folder: '.',
    isBackground: false,
    sandbox: null,
    started: '',
    end: { exitCode, signal, endedBy, output, milliseconds: 1, ...rest },
  };
}

it.each([
  [0, null, 'itself', '✓', 'exit 0'],
  [2, null, 'itself', '✗', 'exit 2'],
  [null, 'SIGKILL', 'itself', '✗', 'ended by SIGKILL'],
  [null, 'SIGTERM', 'timeout', '✗', 'took too long and was ended'],
  [null, null, 'unknown', '✗', 'its process died with Rook'],
  [null, null, 'itself', '✗', 'not started'],
] as const)('G-09 says of exit %s, signal %s, ended by %s: %s %s', (code, signal, by, mark, words) => {
  expect(describeEnd(ended(code, signal, by))).toMatchObject({ mark, words });
});

it('G-09 shows times as a person reads them', () => {
  expect([12.4, 3400, 95_000].map(showDuration)).toEqual(['12 ms', '3.4 s', '1 min 35 s']);
});
