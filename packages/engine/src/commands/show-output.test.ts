import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { COMMAND_LIMITS } from './command-limits.ts';
import { collectOutput, type CommandOutput } from './command-output.ts';
import { showOutput } from './show-output.ts';

const encoder = new TextEncoder();

function outputOf(text: string | Uint8Array, mostOfEach?: number): CommandOutput {
  const collector = collectOutput(mostOfEach);
  const bytes = typeof text === 'string' ? encoder.encode(text) : text;
  // In pieces, as a program prints.
  for (let at = 0; at < bytes.length; at += 7) collector.add(bytes.slice(at, at + 7));
  return collector.end();
}

it('G-08 shows a short output as it is, and a long one with its beginning, its end and a mark', () => {
  expect(showOutput(outputOf('one\ntwo\n'), 3072, '')).toEqual({ text: 'one\ntwo\n', isCut: false });
  const lines = Array.from({ length: 2000 }, (_line, index) => `line ${index}\n`).join('');
  const { text, isCut } = showOutput(outputOf(lines), COMMAND_LIMITS.modelBytes, 'Ask for it.');
  expect(isCut).toBe(true);
  expect(text).toMatch(/^line 0\nline 1\n/u);
  expect(text).toMatch(/\[… \d+ bytes were left out here\. Ask for it\. …\]/u);
  expect(text).toMatch(/\nline 1999\n$/u);
  expect(encoder.encode(text).length).toBeLessThanOrEqual(3 * 1024);
});

it('G-08 CF-18 never shows more bytes than the cap, whatever was printed, and marks each cut', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 1500 }),
      fc.integer({ min: 200, max: 800 }),
      (printed, most) => {
        const output = { ...outputOf(printed), isBinary: false };
        const { text, isCut } = showOutput(output, most, '');
        expect(encoder.encode(text).length).toBeLessThanOrEqual(most);
        expect(isCut && !text.includes('left out here')).toBe(false);
      },
    ),
  );
});

it('G-08 holds the beginning and the end of a flood, and says how much is missing between', () => {
  const { held, bytes, droppedBytes } = outputOf(
    `${'a'.repeat(500)}${'b'.repeat(5_000_000)}${'c'.repeat(500)}`,
    1000,
  );
  expect([bytes, droppedBytes]).toEqual([5_001_000, 5_001_000 - 2000]);
  const text = new TextDecoder().decode(held);
  expect(text).toMatch(/^a{500}b{500}\n\[… 4999000 bytes were not kept …\]\nb{500}c{500}$/u);
});

it('G-08 holds all of what fits, byte for byte', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(outputOf(bytes, 200)).toMatchObject({ held: bytes, droppedBytes: 0 });
    }),
  );
});

it('G-08 says of bytes that are no text what they are, and does not show them', () => {
  const binary = Uint8Array.from({ length: 5000 }, (_byte, index) => (index * 37) % 256);
  const { text } = showOutput(outputOf(binary), 3072, 'It is kept.');
  expect(text).toBe('[The output is no text: 5000 bytes. It is kept.]');
});

it('G-08 shows names that end with NUL, colours as nothing and a progress line as it was last', () => {
  const list = outputOf('src/first.ts\0src/second.ts\0');
  expect(list.isBinary).toBe(false);
  expect(showOutput(list, 3072, '').text).toBe('src/first.ts\u2400src/second.ts\u2400');
  const painted = '\u001B[31mred\u001B[0m \u001B]0;title\u0007plain\r\n10 %\r20 %\rdone\n';
  expect(showOutput(outputOf(painted), 3072, '').text).toBe('red plain\ndone\n');
});

it('G-08 shows a line that never ends as fast as many short ones, and says how much of it is left out', () => {
  for (const sign of ['x', '\r', '\u001B[', '\u001B]', 'x\r\r']) {
    const output = { ...outputOf(''), held: encoder.encode(sign.repeat(1_000_000)), bytes: 1_000_000 };
    const { text, isCut } = showOutput(output, COMMAND_LIMITS.displayBytes, '');
    expect([isCut, text.includes('left out here')]).toEqual([true, true]);
  }
});

it('G-08 shows of each line what was drawn last, whatever it was drawn over', () => {
  const part = fc.constantFrom('a', 'bc', '\r', '\n', '\r\n', '\u2028', '');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const printed = parts.join('').replaceAll('\r\n', '\n');
      const lines = printed.split('\n').map((line) => {
        const places = [...line.matchAll(/\r(?=[^\r\u2028])/gu)];
        return line.slice((places.at(-1)?.index ?? -1) + 1);
      });
      const { text } = showOutput({ ...outputOf(parts.join('')), isBinary: false }, 3072, '');
      expect(text).toBe(lines.join('\n').replaceAll('\r', '\u240D'));
    }),
  );
});
