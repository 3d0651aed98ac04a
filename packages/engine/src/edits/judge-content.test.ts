import { expect, it } from 'vitest';

import { askPlan, outcomeOf, planText } from './test-plan.ts';

const LONG = Array.from({ length: 80 }, (_, index) => `const value${index} = ${index};\n`).join('');
const FILE = 'const a = 1;\nconst b = 2;\n';

it.each<[string, string, Record<string, unknown>]>([
  ['empty content', FILE, { content: '' }],
  ['blank content', FILE, { content: ' \n' }],
  ['content that is a diff', FILE, { content: '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a\n+b\n' }],
  ['content in a fence', FILE, { content: '```ts\nconst a = 3;\n```\n' }],
  ['content that is only the first lines', LONG, { content: LONG.slice(0, LONG.indexOf('const value60')) }],
  ['content that shrinks to an example', LONG, { content: 'const value = 1;\n' }],
  ['a character that no text holds', FILE, { content: 'a\0b' }],
  ['half of a character', FILE, { content: 'a\uD800b' }],
  ['a change without any kind', FILE, { language: 'ts' }],
  ['an empty text for lines', FILE, { content: '', lineRange: { start: 1, end: 1 } }],
  ['a redaction mark', FILE, { content: "const a = '[redacted: api-key]';\n" }],
  ['a redaction mark in an edit', FILE, { edits: [{ search: '1', replace: '[redacted: api-key]' }] }],
])('E-12 refuses %s', (_name, before, change) => {
  expect(planText(before, change)).toBe('suspicious');
});

it('E-12 refuses a change without a path, and only that one when partial', () => {
  const changes = [{ content: 'x' }, { path: '', delete: true }, { path: 'a.ts', content: 'y\n' }];
  const plan = askPlan({ files: { 'a.ts': FILE }, changes, options: { partial: true } });
  expect(plan.files.map(outcomeOf)).toEqual(['suspicious', 'suspicious', 'y\n']);
});

it.each([
  '// ... existing code ...',
  '  // ... rest of the file unchanged ...',
  '# ... (rest of the code remains the same)',
  '/* rest of the function */',
  '<!-- existing content here -->',
  '-- previous code stays unchanged',
  '{/* ... other props ... */}',
  '// The rest of the code is unchanged',
  '; ... remaining methods',
  '# other imports remain the same',
  '// (unchanged below)',
  '[... existing code omitted for brevity ...]',
  '... rest of the file ...',
])('E-12 refuses the placeholder %j as new text', (line) => {
  expect(planText(FILE, { content: `const a = 3;\n${line}\n` })).toBe('suspicious');
  expect(planText(FILE, { edits: [{ search: 'const a = 1;\n', replace: `const a = 3;\n${line}\n` }] })).toBe(
    'suspicious',
  );
});

it.each([
  '// Reads the rest of the bytes.',
  'const rest = [...existing, code];',
  'call(...args); // spread',
  '// Keeps existing files.',
  'throw new Error("the rest of the file is missing");',
  '# Waits ... then goes on',
])('E-12 does not take %j for a placeholder', (line) => {
  expect(planText(FILE, { content: `${FILE}${line}\n` })).toBe(`${FILE}${line}\n`);
});

it.each([
  ['a.ts', '// existing code'],
  ['a.md', 'rest of the file unchanged'],
  ['a.md', '*rest of the document remains the same*'],
  ['a.ts', '// ...'],
  ['a.ts', '  …'],
  ['a.js', '...'],
  ['a.ts', '// [existing code]'],
  ['a.ts', '// keep existing code'],
  ['a.py', '# rest unchanged'],
  ['a.py', '# ...'],
  ['a.ts', '// unchanged'],
  ['a.ts', '// [20 lines omitted]'],
  ['a.html', '<!-- rest of the page unchanged -->'],
  ['a.css', '/* The rest of the styles remain the same */'],
  ['a.sql', '-- other columns unchanged ...'],
])('E-12 refuses %s with %j in the place of old lines', (path, line) => {
  const old = LONG.slice(0, LONG.indexOf('const value30'));
  const whole = { path, content: `const value0 = 100;\n${line}\n` };
  const edit = { path, edits: [{ search: old.slice(0, old.indexOf('const value9')), replace: `${line}\n` }] };
  for (const change of [whole, edit])
    expect(outcomeOf(askPlan({ files: { [path]: old }, changes: [change] }).files[0]), path).toBe(
      'suspicious',
    );
});

it.each([
  ['a.ts', '  rest,'],
  ['a.ts', 'keep();'],
  ['a.ts', 'return existing;'],
  ['a.ts', '// Reads the original file again.'],
  ['a.py', '...'],
  ['a.ts', 'const unchanged = true;'],
  ['a.md', 'Existing users keep their settings.'],
  ['a.ts', '// hidden'],
])('E-12 does not take %s with %j for a note of what was left out', (path, line) => {
  const old = LONG.slice(0, LONG.indexOf('const value9'));
  const content = `const value0 = 100;\n${line}\nconst value2 = 2;\n`;
  expect(outcomeOf(askPlan({ files: { [path]: old }, changes: [{ path, content }] }).files[0])).toBe(content);
});

it('E-12 a placeholder that was in the file may stay', () => {
  const file = '// ... existing code ...\na\n';
  expect(planText(file, { content: '// ... existing code ...\nb\n' })).toBe('// ... existing code ...\nb\n');
});

it('E-12 a document may hold a fence', () => {
  const changes = [{ path: 'a.md', content: '```ts\nx\n```\n' }];
  expect(outcomeOf(askPlan({ files: { 'a.md': 'old\n' }, changes }).files[0])).toBe('```ts\nx\n```\n');
});
