import { expect, it } from 'vitest';

import { askPlan, outcomeOf, planText } from './test-plan.ts';

const FIBONACCI =
  'def fibonacci(n):\n    if n < 2:\n        return n\n    return fibonacci(n - 1) + fibonacci(n - 2)\n';

it.each<[string, string, string]>([
  [
    'the fixture of the item',
    '@@ -1,2 +1,2 @@\n-def fibonacci(nn+def fibonacci(n: int) -> int:\n     if n < 2:\n',
    'malformed',
  ],
  [
    'a removed line that goes on with an added one',
    '@@ -3,2 +3,1 @@\n-        return n+        return 1\n     return fibonacci(n - 1) + fibonacci(n - 2)\n',
    'malformed',
  ],
  [
    'lines that change nothing',
    '@@ -2,2 +2,2 @@\n-    if n < 2:\n+    if n < 2:\n         return n\n',
    'malformed',
  ],
  [
    'a line that begins with none of the marks',
    '@@ -1,2 +1,2 @@\n def fibonacci(n):\nif n < 2:\n',
    'malformed',
  ],
  ['words before it', 'Here is the diff:\n@@ -1,1 +1,1 @@\n-def fibonacci(n):\n+def f(n):\n', 'malformed'],
  ['a header without numbers', '@@ ... @@\n-def fibonacci(n):\n+def f(n):\n', 'malformed'],
  [
    'a second file',
    '--- a/a.ts\n+++ b/a.ts\n@@ -3,1 +3,1 @@\n-        return n\n+        return 1\n--- a/b.ts\n+++ b/b.ts\n',
    'malformed',
  ],
  [
    'another file',
    '--- a/b.ts\n+++ b/b.ts\n@@ -3,1 +3,1 @@\n-        return n\n+        return 1\n',
    'malformed',
  ],
  ['a rename', 'diff --git a/a.ts b/b.ts\nrename from a.ts\nrename to b.ts\n', 'malformed'],
  ['binary files', 'diff --git a/a.ts b/a.ts\nBinary files a/a.ts and b/a.ts differ\n', 'malformed'],
  ['the other format', '*** Begin Patch\n*** End Patch\n', 'malformed'],
  ['a hunk that is cut off', '@@ -1,4 +1,4 @@\n def fibonacci(n):\n-    if n < 2:\n', 'truncated'],
  ['an added line that may be cut off', '@@ -3,1 +3,1 @@\n-        return n\n+        return', 'truncated'],
  [
    'a fence that is not closed',
    '```diff\n@@ -3,1 +3,1 @@\n-        return n\n+        return 1\n',
    'truncated',
  ],
  ['a hunk without a line of the file', '@@ -3,0 +4,1 @@\n+    x\n', 'ambiguous'],
  [
    'the end of a file that is elsewhere',
    '@@ -3,1 +3,1 @@\n-        return n\n+        return 1\n\\ No newline at end of file\n',
    'not_found',
  ],
])('E-13 refuses %s', (_name, diff, code) => {
  expect(planText(FIBONACCI, { diff })).toBe(code);
});

const typed = FIBONACCI.replace('(n):', '(n: int) -> int:');
const HUNK = '-def fibonacci(n):\n+def fibonacci(n: int) -> int:\n     if n < 2:\n';

it.each<[string, string]>([
  ['right numbers', `@@ -1,2 +1,2 @@\n${HUNK}`],
  ['wrong starts', `@@ -90,2 +95,2 @@\n${HUNK}`],
  ['counts that are too small', `@@ -1,1 +1,1 @@\n${HUNK}`],
  [
    'the headers of git',
    `diff --git a/a.ts b/a.ts\nindex 0a1b2c3..4d5e6f7 100644\n--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n${HUNK}`,
  ],
  ['a fence around it', `\`\`\`diff\n@@ -1,2 +1,2 @@\n${HUNK}\`\`\`\n`],
  ['CRLF', `@@ -1,2 +1,2 @@\n${HUNK}`.replaceAll('\n', '\r\n')],
  ['no line break at its end', `@@ -1,2 +1,2 @@\n${HUNK}`.trimEnd()],
])('E-13 takes a diff with %s', (_name, diff) => {
  expect(planText(FIBONACCI, { diff })).toBe(typed);
});

it('E-13 a last line that may be cut off decides nothing', () => {
  const file = 'a\nx\nb\nxy\n';
  expect(planText(file, { diff: '@@ -4,1 +3,0 @@\n-x' })).toBe('ambiguous');
  expect(planText(file, { diff: '@@ -4,1 +3,0 @@\n-xy' })).toBe('a\nx\nb\n');
});

it('E-22 a diff can make, empty and remove files', () => {
  expect(planText('', { diff: '--- a/a.ts\n+++ b/a.ts\n@@ -0,0 +1,1 @@\n+x\n' })).toBe('x\n');
  expect(planText('x\n', { diff: '--- a/a.ts\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n' })).toBe('deleted');
  expect(planText('x\ny\n', { diff: '--- a/a.ts\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n' })).toBe('malformed');
});

it.each<[string, string, string]>([
  ['no last line', '*** Begin Patch\n*** Update File: a.ts\n-a\n+b', 'truncated'],
  ['no first line', '*** Update File: a.ts\n-a\n+b\n*** End Patch', 'malformed'],
  ['words after it', '*** Begin Patch\n*** Delete File: a.ts\n*** End Patch\nDone.', 'malformed'],
  ['no change', '*** Begin Patch\n*** Update File: a.ts\n*** End Patch', 'malformed'],
  ['a stray line', '*** Begin Patch\n*** Add File: a.ts\nx\n*** End Patch', 'malformed'],
])('E-13 refuses a patch with %s', (_name, patch, code) => {
  expect(planText('a\n', { patch })).toBe(code);
});

const TWINS = 'class A:\n  x = 1\n\nclass B:\n  x = 1\n';

it.each<[string, string, string]>([
  [
    'a heading above one of two places',
    '@@ class B:\n-  x = 1\n+  x = 2\n',
    'class A:\n  x = 1\n\nclass B:\n  x = 2\n',
  ],
  [
    'a heading above both, of which one stands in what it begins',
    '@@ class A:\n-  x = 1\n+  x = 2\n',
    'class A:\n  x = 2\n\nclass B:\n  x = 1\n',
  ],
  ['a heading that the file does not have', '@@ class C:\n-  x = 1\n+  x = 2\n', 'not_found'],
  [
    'the end of the file',
    '@@\n-  x = 1\n+  x = 2\n*** End of File\n',
    'class A:\n  x = 1\n\nclass B:\n  x = 2\n',
  ],
  ['lines added at the end', '@@\n+y = 1\n*** End of File\n', `${TWINS}y = 1\n`],
])('E-22 a patch with %s', (_name, body, outcome) => {
  expect(planText(TWINS, { patch: `*** Begin Patch\n*** Update File: a.ts\n${body}*** End Patch\n` })).toBe(
    outcome,
  );
});

const NESTED = 'class A {\n  f() {\n    one();\n  }\n}\n\nclass B {\n  g() {\n    two();\n  }\n}\n';
const patchOf = (body: string): string => `*** Begin Patch\n*** Update File: a.ts\n${body}*** End Patch\n`;

it.each([
  [
    'whose headings stand in different blocks',
    '@@ class A {\n@@   g() {\n-    two();\n+    2();\n',
    'not_found',
  ],
  [
    'whose place stands in another block than its heading',
    '@@ class A {\n-    two();\n+    2();\n',
    'ambiguous',
  ],
  [
    'whose headings lead to its place',
    '@@ class B {\n@@   g() {\n-    two();\n+    2();\n',
    NESTED.replace('two', '2'),
  ],
])('E-22 a patch %s', (_name, body, outcome) => {
  expect(planText(NESTED, { patch: patchOf(body) })).toBe(outcome);
});

const INSERTS = '@@ -1,2 +1,3 @@\n a\n+x\n b\n';

it.each<[string, readonly Record<string, unknown>[]]>([
  ['twice in one diff', [{ path: 'a.ts', diff: INSERTS + INSERTS }]],
  [
    'in two diffs',
    [
      { path: 'a.ts', diff: INSERTS },
      { path: 'a.ts', diff: INSERTS },
    ],
  ],
  [
    'in two parts of a patch',
    [{ patch: patchOf(`@@\n a\n+x\n b\n*** Update File: a.ts\n@@\n a\n+x\n b\n`) }],
  ],
  [
    'in a diff and as a line operation',
    [
      { path: 'a.ts', diff: INSERTS },
      { path: 'a.ts', lineOperations: [{ type: 'insert', line: 2, content: 'x' }] },
    ],
  ],
])('E-02 refuses lines that are put in %s', (_name, changes) => {
  expect(outcomeOf(askPlan({ files: { 'a.ts': 'a\nb\n' }, changes }).files[0])).toBe('malformed');
});

it('E-02 line operations of one list may touch, because they have an order', () => {
  const lineOperations = [
    { type: 'insert', line: 2, content: 'x' },
    { type: 'insert', line: 2, content: 'y' },
    { type: 'replace', line: 2, content: 'B' },
  ];
  expect(planText('a\nb\n', { lineOperations })).toBe('a\nx\ny\nB\n');
});
