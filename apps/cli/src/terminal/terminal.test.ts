import { expect, it } from 'vitest';

import { createTerminal, type Stream, type Style } from './terminal.ts';

interface Screen {
  readonly stream: Stream;
  readonly written: string[];
}

function makeScreen(properties: Omit<Stream, 'write'> = {}): Screen {
  const written: string[] = [];
  return { written, stream: { ...properties, write: (text) => written.push(String(text)) > 0 } };
}

function columnsOf(properties: Omit<Stream, 'write'>, variables: Readonly<Record<string, string>>): number {
  const { stream } = makeScreen(properties);
  return createTerminal(stream, stream, new Map(Object.entries(variables))).columns;
}

it('writes whole lines, to the stream that each is for', () => {
  const [output, errors] = [makeScreen(), makeScreen()];
  const terminal = createTerminal(output.stream, errors.stream, new Map());
  terminal.print('one ', { text: 'two', style: 'bold' });
  terminal.note('three');
  terminal.printJson({ four: '\u001B' });
  expect(output.written).toEqual(['one two\n', '{"four":"\\u001b"}\n']);
  expect(errors.written).toEqual(['three\n']);
});

it('A-24 gives a program the source of a value, and a screen the value without what it would obey', () => {
  const [pipe, screen] = [makeScreen(), makeScreen({ isTTY: true })];
  for (const { stream } of [pipe, screen])
    createTerminal(stream, stream, new Map()).printJson({ a: '\u009B' }, '{ "a": "\u009B" }');
  expect(pipe.written).toEqual(['{ "a": "\u009B" }\n']);
  expect(screen.written).toEqual(['{"a":"\\u009b"}\n']);
});

it('A-24 shows what text brings along and obeys only its own styles', () => {
  const screen = makeScreen({ isTTY: true });
  const terminal = createTerminal(screen.stream, screen.stream, new Map());
  terminal.print('a\u001B[31mb', { text: 'c\u001B[0md', style: 'red' });
  terminal.note({ text: '\u202E', style: 'dim' });
  expect(screen.written).toEqual(['a␛[31mb\u001B[31mc␛[0md\u001B[39m\n', '\u001B[2m<U+202E>\u001B[22m\n']);
});

it.each<[Style, number, number]>([
  ['bold', 1, 22],
  ['dim', 2, 22],
  ['green', 32, 39],
  ['yellow', 33, 39],
  ['red', 31, 39],
])('begins and ends the style %s', (style, start, end) => {
  const screen = makeScreen({ isTTY: true });
  createTerminal(screen.stream, screen.stream, new Map()).print({ text: 'x', style });
  expect(screen.written).toEqual([`\u001B[${start}mx\u001B[${end}m\n`]);
});

it.each([
  { isTTY: false, variables: {} },
  { isTTY: true, variables: { NO_COLOR: '1' } },
  { isTTY: true, variables: { NO_COLOR: '0' } },
  { isTTY: true, variables: { TERM: 'dumb' } },
])('uses no style with $isTTY and $variables', ({ isTTY, variables }) => {
  const screen = makeScreen({ isTTY });
  const terminal = createTerminal(screen.stream, screen.stream, new Map(Object.entries(variables)));
  terminal.print({ text: 'x', style: 'red' });
  expect(screen.written).toEqual(['x\n']);
});

it('decides about styles for each stream by itself', () => {
  const [output, errors] = [makeScreen({ isTTY: false }), makeScreen({ isTTY: true })];
  const terminal = createTerminal(output.stream, errors.stream, new Map());
  terminal.print({ text: 'x', style: 'red' });
  terminal.note({ text: 'x', style: 'red' });
  expect(output.written).toEqual(['x\n']);
  expect(errors.written).toEqual(['\u001B[31mx\u001B[39m\n']);
});

it('shows how far something is on a terminal alone, one line in place of the other', () => {
  const [screen, pipe, dumb] = [makeScreen({ isTTY: true }), makeScreen(), makeScreen({ isTTY: true })];
  createTerminal(pipe.stream, screen.stream, new Map()).progress('1 %\u001B[2J\n');
  createTerminal(screen.stream, pipe.stream, new Map()).progress('1 %');
  createTerminal(pipe.stream, dumb.stream, new Map([['TERM', 'dumb']])).progress('1 %');
  expect(screen.written).toEqual(['\r\u001B[K1 %␛[2J␊']);
  expect([...pipe.written, ...dumb.written]).toEqual([]);
});

it('believes the terminal about its width, else COLUMNS, else eighty', () => {
  expect(columnsOf({ columns: 132 }, { COLUMNS: '60' })).toBe(132);
  expect(columnsOf({}, { COLUMNS: '60' })).toBe(60);
  expect(columnsOf({}, {})).toBe(80);
  for (const wrong of ['wide', '', '-5', '0', '1.5', 'Infinity'])
    expect(columnsOf({}, { COLUMNS: wrong })).toBe(80);
});

it('does not believe a terminal that says it has no width', () => {
  expect(columnsOf({ isTTY: true, columns: 0 }, {})).toBe(80);
  expect(columnsOf({ isTTY: true, columns: 0 }, { COLUMNS: '60' })).toBe(60);
});

it('lays out for four hundred columns at most', () => {
  for (const wide of ['401', '99999999', '2147483647']) expect(columnsOf({}, { COLUMNS: wide })).toBe(400);
  expect(columnsOf({ columns: 65_535 }, {})).toBe(400);
  expect(columnsOf({}, { COLUMNS: '400' })).toBe(400);
});

it('lays out for twenty columns at least', () => {
  expect(columnsOf({ columns: 5 }, {})).toBe(20);
  expect(columnsOf({}, { COLUMNS: '1' })).toBe(20);
});
