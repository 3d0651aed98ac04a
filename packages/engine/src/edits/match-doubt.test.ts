import { expect, it } from 'vitest';

import { planText } from './test-plan.ts';

const LIST = [
  '# Title',
  '',
  'Some words that introduce.',
  '',
  '## Next',
  '',
  'Node.js 0.10 or higher.',
  '',
].join('\n');

function edit(before: string, search: string, replace: string): string {
  return planText(before, { edits: [{ search, replace }] });
}

it.each([
  ['a list whose first line lost its blanks', '## Next\n', '* one\n * two\n * three\n'],
  [
    'lines of which the first alone lost its blanks',
    'Some words that introduce.\n',
    'first();\n  second();\n',
  ],
])('E-22 refuses %s', (_name, search, replace) => {
  expect(edit(LIST, search, replace)).toBe('ambiguous');
});

it('E-22 keeps a first line that opens what is indented below it', () => {
  const fresh = 'call(\n  one,\n  two,\n';
  expect(edit(LIST, '## Next\n', fresh)).toBe(LIST.replace('## Next\n', fresh));
});

it.each([
  ['writes the rest of the line again', 'Node.js 0.', 'Node.js 18 or higher.'],
  ['is another line altogether', 'Some words', '## Download'],
])('E-22 refuses a piece of a line whose replacement %s', (_name, search, replace) => {
  expect(edit(LIST, search, replace)).toBe('ambiguous');
});

it('E-22 changes a piece of a line that stays the same line', () => {
  expect(edit(LIST, 'Node.js 0.10', 'Node.js 18')).toBe(LIST.replace('0.10', '18'));
  expect(edit('let x = 1;\n', 'let x', 'const x')).toBe('const x = 1;\n');
});

it.each([
  ['above', 'b\nc\n', 'b\nb\nC\n', 'b\nb\nc\nb\nb\n'],
  ['below', 'c\nb\n', 'C\nb\nb\n', 'a\nc\nb\nb\n'],
])('E-22 refuses lines that may bring back the equal line %s', (_name, search, replace, before) => {
  expect(edit(before, search, replace)).toBe('ambiguous');
});

it('E-22 refuses blanks at the ends of lines that are neither those of the file nor those that were searched', () => {
  const before = 'one \ntwo\nthree\n';
  expect(edit(before, 'one   \ntwo\nthree\n', 'one\ntwo\nTHREE\n')).toBe('ambiguous');
  expect(edit(before, 'one\ntwo\nthree\n', 'one\ntwo\nTHREE\n')).toBe('one \ntwo\nTHREE\n');
});

it('E-12 refuses tabs in a file that has them in a few lines alone', () => {
  const spaced = `${'  line\n'.repeat(20)}\texample\nend\n`;
  expect(edit(spaced, 'end\n', 'call(\n\tone,\n)\nend\n')).toBe('suspicious');
});

it('E-22 refuses a block that leaves out one of two blank lines and brings both', () => {
  const before = 'above\n\n\n## Next\nbelow\n';
  expect(edit(before, '\n## Next\n', '\n## More\n\n\n## Next\n')).toBe('ambiguous');
  expect(edit(before, '\n## Next\n', '\n## More\n\n## Next\n')).toBe(
    before.replace('\n## Next\n', '\n## More\n\n## Next\n'),
  );
});

it('E-22 refuses a block that begins with more blank lines than the file has there', () => {
  const before = 'above\n\ncall();\nbelow\n';
  expect(edit(before, '\n\ncall();\n', '\nother();\n')).toBe('ambiguous');
  expect(edit(before, '\n\ncall();\n', '\n\nother();\n')).toBe('ambiguous');
});

it('E-22 refuses several lines that end before the last characters of a line', () => {
  const before = 'run(() => {\n  one();\n};\n';
  expect(edit(before, '  one();\n}', '  two();\n}')).toBe('ambiguous');
  expect(edit('a\nb = one + two;\n', 'a\nb = one', 'A\nb = one')).toBe('A\nb = one + two;\n');
});

it('E-22 refuses lines that move in while the first of them stays, as if its blanks were lost', () => {
  const before = 'x();\n/**\n * Says it.\n * @api private\n */\nfunction say() {\n  say();\n}\n';
  expect(
    edit(before, '/**\n * Says it.\n * @api private\n */\n', '/**\n   * Says it.\n   * @private\n   */\n'),
  ).toBe('ambiguous');
  const wrapped = 'function say() {\n  if (x) {\n    say();\n  }\n}\n';
  const body = 'function say() {\n  say();\n}\n';
  expect(edit(before, body, wrapped)).toBe(before.replace(body, wrapped));
});

it('E-22 refuses a piece of a line whose replacement goes on as the line does', () => {
  const before = '{\n  "tool": "^0.25.3"\n}\n';
  expect(edit(before, '  "tool"', '  "tool": "^0.28.2"')).toBe('ambiguous');
  expect(edit('app.use(x);\n', 'app', 'app.router')).toBe('app.router.use(x);\n');
});

it('E-22 refuses lines without their indentation whose replacement has other lines and another least indentation', () => {
  const before =
    'class A {\n    first() {\n        one();\n    }\n    second() {\n        two();\n    }\n}\n';
  expect(edit(before, '    one();\n}\nsecond() {\n', '    other();\n    }\n    third() {\n')).toBe(
    'ambiguous',
  );
});

it('E-22 refuses a search that ends before a mark of the same character', () => {
  const file = 'const cafe\u0301 = 1;\n';
  expect(edit(file, 'const cafe', 'const bar')).not.toContain('bar');
});
