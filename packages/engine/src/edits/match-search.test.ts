import { expect, it } from 'vitest';

import { askPlan, messageOf, planText } from './test-plan.ts';

const CODE = [
  'class A {',
  '  run() {',
  '    start();',
  '    return 1;',
  '  }',
  '',
  '  stop() {',
  '    halt();  ',
  '    return 2;',
  '  }',
  '}',
  '',
].join('\n');

function search(text: string, replace: string): string {
  return planText(CODE, { edits: [{ search: text, replace }] });
}

it.each<[string, string, string, string, string]>([
  ['whole lines', '    start();\n', '    begin();\n', 'start', 'begin'],
  ['a part of a line', 'start()', 'begin()', 'start', 'begin'],
  [
    'lines without the final line break',
    '    start();\n    return 1;',
    '    begin();\n    return 1;',
    'start',
    'begin',
  ],
  [
    'a replacement that lost it',
    '    start();\n    return 1;\n',
    '    begin();\n    return 1;',
    'start',
    'begin',
  ],
  [
    'other line ends',
    '    start();\r\n    return 1;\r\n',
    '    begin();\r\n    return 1;\r\n',
    'start',
    'begin',
  ],
  ['a byte order mark in front', '\uFEFFclass A {\n', '\uFEFFclass B {\n', 'class A', 'class B'],
  [
    'trailing blanks that the file has',
    '    halt();\n    return 2;\n',
    '    halt();\n    return 3;\n',
    '2',
    '3',
  ],
  [
    'trailing blanks that the file has not',
    '    start();  \n    return 1;\t\n',
    '    start();  \n    return 3;\n',
    '1',
    '3',
  ],
  ['less indentation', 'start();\nreturn 1;\n', 'start();\nreturn 3;\n', '1', '3'],
  ['more indentation', '      start();\n      return 1;\n', '      start();\n      return 3;\n', '1', '3'],
])('E-22 finds %s', (_name, text, replace, from, to) => {
  expect(search(text, replace)).toBe(CODE.replace(from, to));
});

it('E-22 moves new lines with the block that is indented differently', () => {
  const after = CODE.replace('    return 1;', '    if (x) {\n      y();\n    }\n    return 1;');
  expect(search('start();\nreturn 1;\n', 'start();\nif (x) {\n  y();\n}\nreturn 1;\n')).toBe(after);
});

it.each<[string, string, string, string]>([
  ['what is twice in the file', '  }\n', '  };\n', 'ambiguous'],
  ['what is nowhere', '    begin();\n', 'x\n', 'not_found'],
  ['nothing', '', 'x', 'malformed'],
  ['a dropped blank line', '  }\n  stop() {\n', '  }\n  halt() {\n', 'not_found'],
  ['the middle of a word', 'tart', 'top', 'ambiguous'],
  ['lines whose removal leaves open their line break', '    start();', '', 'ambiguous'],
  ['a replacement with one more line break', '    start();', '    begin();\n', 'ambiguous'],
  ['one line without its indentation that becomes several', 'start();', 'begin();\nstart();', 'ambiguous'],
  [
    'a replacement with the indentation of the file',
    'start();\nreturn 1;\n',
    '    start();\n    return 3;\n',
    'ambiguous',
  ],
  ['a cut line', '    return 1;\n  }\n\n  stop', '    return 3;\n  }\n\n  stop() {', 'ambiguous'],
  ['a line that the replacement writes whole', '  run(', '  go() {', 'ambiguous'],
  ['a first line that was left out', '    return 1;\n', '    start();\n    return 3;\n', 'ambiguous'],
  ['a last line that was left out', '    start();\n', '    begin();\n    return 1;\n', 'ambiguous'],
  ['tabs in a file of spaces', '    start();\n', '    start();\n\tx();\n', 'suspicious'],
  ['look-alike quotes', 'class \u2018A\u2019', 'class B', 'not_found'],
])('E-22 does not guess: %s', (_name, text, replace, outcome) => {
  expect(search(text, replace)).toBe(outcome);
});

it('E-22 refuses a place that another one equals but for its indentation', () => {
  const file = 'if (a) {\n  x();\n  y();\n}\n    x();\n    y();\n';
  expect(planText(file, { edits: [{ search: '  x();\n  y();\n', replace: '  z();\n  y();\n' }] })).toBe(
    'ambiguous',
  );
});

function messageFor(before: string, change: Record<string, unknown>): string {
  return messageOf(askPlan({ files: { 'a.ts': before }, changes: [{ path: 'a.ts', ...change }] }).files[0]);
}

it('E-22 names the places between which it does not choose', () => {
  expect(messageFor(CODE, { edits: [{ search: '  }\n', replace: 'x\n' }] })).toContain('lines 5, 10');
});

it.each<[string, string, string[]]>([
  ['another character', "    start('x');\n", ['line 3 is "    start();"', 'column 11', '")" and not "\'"']],
  ['a look-alike', '    return\u00A01;\n    }\n', ['column 11', 'U+0020', 'U+00A0']],
  ['another indentation', '  run() {\n        start();\n', ['4 spaces, not 8 spaces']],
  ['a missing blank line', '    return 1;\n  }\n  stop() {\n', ['line 6', 'blank line']],
  ['nothing alike', 'completely different words\n', ['No line of it is in the file']],
])('E-22 says how the nearest lines differ: %s', (_name, text, words) => {
  const message = messageFor(CODE, { edits: [{ search: text, replace: 'x\n' }] });
  for (const word of words) expect(message).toContain(word);
  expect(message.length).toBeLessThan(500);
});
