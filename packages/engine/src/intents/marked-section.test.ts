import { array, assert, constantFrom, property, string } from 'fast-check';
import { expect, it } from 'vitest';

import { findSection, placeSection } from './marked-section.ts';

const MARKS = { begin: '<!-- begin -->', end: '<!-- end -->' };

it('H-28 H-29 keeps what stands around a section byte by byte', () => {
  const piece = constantFrom(
    'a\n',
    '\r\n',
    'x',
    '# T\n',
    '  \n',
    '\u{FEFF}',
    '<!-- other -->\n',
    '| a |\r\n',
  );
  assert(
    property(array(piece), array(piece), array(string()), (top, rest, words) => {
      const lines = words.map((word) => word.replaceAll(/[\r\n]/gu, ' ')).filter(isNoMark);
      const [before, after] = [`${top.join('')}\n<!-- begin -->\n`, ` <!-- end -->\r\n${rest.join('')}`];
      const placed = placeSection(`${before}old\n${after}`, MARKS, lines);
      if (!placed.ok) throw new Error(placed.error.message);
      expect(placed.value.startsWith(before) && placed.value.endsWith(after)).toBe(true);
      const again = findSection(placed.value, MARKS);
      const inside = lines.map((line) => `${line}\r\n`).join('');
      expect(again).toEqual({ ok: true, value: { before, inside, after } });
    }),
  );
});

function isNoMark(line: string): boolean {
  return line.trim() !== MARKS.begin && line.trim() !== MARKS.end && !/```|~~~/u.test(line);
}

it('H-28 H-29 adds a section behind what is there, with its line ends', () => {
  expect(placeSection('', MARKS, ['a'])).toEqual({ ok: true, value: '<!-- begin -->\na\n<!-- end -->\n' });
  expect(placeSection('x', MARKS, [])).toEqual({ ok: true, value: 'x\n\n<!-- begin -->\n<!-- end -->\n' });
  expect(placeSection('x\r\n', MARKS, ['a'])).toEqual({
    ok: true,
    value: 'x\r\n\r\n<!-- begin -->\r\na\r\n<!-- end -->\r\n',
  });
});

it('H-28 H-29 writes nothing where the marks are not one pair', () => {
  const [begin, end] = ['<!-- begin -->\n', '<!-- end -->\n'];
  for (const text of [
    begin,
    end,
    end + begin,
    begin + begin + end,
    begin + end + end,
    begin + end + begin + end,
  ]) {
    expect(findSection(text, MARKS).ok, text).toBe(false);
    expect(placeSection(text, MARKS, []).ok, text).toBe(false);
  }
  // In the middle of a line they are text like any other.
  expect(findSection('say <!-- begin --> and <!-- end -->\n', MARKS)).toEqual({ ok: true, value: null });
});

it('H-28 H-29 takes marks in a code fence for an example', () => {
  const pair = '<!-- begin -->\nmine\n<!-- end -->\n';
  for (const [open, close] of [
    ['```\n', '```\n'],
    ['~~~~ html\n~~~\n```\n', '~~~~~\n'],
    ['- ```md\n', '  ```\n'],
  ] as const) {
    const text = `${open}${pair}${close}`;
    expect(findSection(text, MARKS), text).toEqual({ ok: true, value: null });
    const placed = placeSection(text, MARKS, ['a']);
    expect(placed).toEqual({ ok: true, value: `${text}\n<!-- begin -->\na\n<!-- end -->\n` });
    expect(placed.ok && placeSection(placed.value, MARKS, ['b'])).toEqual({
      ok: true,
      value: `${text}\n<!-- begin -->\nb\n<!-- end -->\n`,
    });
  }
  // What is never closed would swallow the section; a fence on one line opens nothing.
  expect(placeSection(`\`\`\`\n${pair}`, MARKS, []).ok).toBe(false);
  expect(findSection(`\`\`\`a\`\`\`\n${pair}`, MARKS)).toMatchObject({ value: { inside: 'mine\n' } });
});
