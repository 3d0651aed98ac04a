import * as fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';

import { DiffView } from './diff-view.tsx';
import { markWords } from './mark-words.ts';
import { inlineRows, pairRows } from './pair-rows.ts';
import { parseDiff, type DiffRow } from './parse-diff.ts';

const DIFF = `--- a/src/greet.ts
+++ b/src/greet.ts
@@ -1,4 +1,5 @@ export
 // Greets.
-export function greet(name) {
+export function greet(name: string): string {
+  // Never empty.
   return name;
 }
@@ -20,2 +21,1 @@
--- an option
 x
\\ No newline at end of file
--- /dev/null
+++ b/new.ts
@@ -0,0 +1 @@
+new
`;

it('E-24 reads files, hunks and the numbers of lines from a unified diff', () => {
  const [greet, made, ...others] = parseDiff(DIFF);
  expect(others).toEqual([]);
  expect(greet).toMatchObject({ path: 'src/greet.ts', from: 'src/greet.ts', added: 2, removed: 2 });
  expect(greet?.hunks[0]?.rows[1]).toEqual({
    kind: 'removed',
    oldLine: 2,
    newLine: null,
    text: 'export function greet(name) {',
  });
  expect(greet?.hunks[1]?.rows).toMatchObject([
    { kind: 'removed', text: '-- an option', oldLine: 20 },
    { kind: 'same', oldLine: 21, newLine: 21 },
    { kind: 'note', text: 'No newline at end of file' },
  ]);
  expect(made).toMatchObject({ path: 'new.ts', notes: ['The file is new.'], added: 1 });
});

it('E-24 shows the one file that is named, and all of them where the diff does not have it', () => {
  const one = renderToStaticMarkup(<DiffView diff={DIFF} path="new.ts" />);
  expect(one).toContain('1 file, 1 hunk');
  expect(one).not.toContain('greet');
  // What would be copied is not what is shown.
  expect(one).not.toContain('Copy diff');
  for (const path of ['', 'other.ts']) {
    const all = renderToStaticMarkup(<DiffView diff={DIFF} path={path} />);
    expect(all).toContain('2 files, 3 hunks');
    expect(all).toContain('Copy diff');
  }
});

const rows = fc.array(
  fc.record({
    kind: fc.constantFrom('same', 'added', 'removed', 'note'),
    oldLine: fc.constant(null),
    newLine: fc.constant(null),
    text: fc.string({ maxLength: 20 }),
  }),
);

function texts(list: readonly DiffRow[], kinds: readonly string[]): readonly string[] {
  return list.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);
}

it('E-24 shows every line once, in order, in one column and side by side', () => {
  fc.assert(
    fc.property(rows, (list) => {
      const pairs = pairRows(list);
      const inline = inlineRows(pairs);
      const left = pairs.flatMap((pair) => pair.left ?? []);
      const right = pairs.flatMap((pair) => pair.right ?? []);
      for (const shown of [inline, left]) {
        expect(texts(shown, ['same', 'removed', 'note'])).toEqual(texts(list, ['same', 'removed', 'note']));
      }
      for (const shown of [inline, right])
        expect(texts(shown, ['same', 'added', 'note'])).toEqual(texts(list, ['same', 'added', 'note']));
    }),
  );
});

it('E-24 marks the words that differ, and none where the lines have nothing in common', () => {
  expect(markWords('greet(name) {', 'greet(name: string) {')).toEqual({
    removed: [{ text: 'greet(name) {', isChanged: false }],
    added: [
      { text: 'greet(name', isChanged: false },
      { text: ': string', isChanged: true },
      { text: ') {', isChanged: false },
    ],
  });
  expect(markWords('alpha beta', 'return 1;')).toBeNull();
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (removed, added) => {
      const marked = markWords(removed, added);
      if (marked === null) return;
      expect(marked.removed.map(({ text }) => text).join('')).toBe(removed);
      expect(marked.added.map(({ text }) => text).join('')).toBe(added);
    }),
  );
});

it('E-24 a diff is a table whose signs are words too, and text that is no diff is shown as it is', () => {
  const html = renderToStaticMarkup(<DiffView diff={DIFF} />);
  for (const part of ['<caption', 'scope="col"', '>added</span>', '>removed</span>', '<em>: string</em>'])
    expect(html).toContain(part);
  expect(renderToStaticMarkup(<DiffView diff="fetch_url {}" />)).toBe(
    '<pre class="diff-plain">fetch_url {}</pre>',
  );
});

it('E-24 a long diff shows its beginning and offers the rest', () => {
  const lines = Array.from({ length: 1200 }, (_, line) => `+line ${line}`).join('\n');
  const html = renderToStaticMarkup(
    <DiffView diff={`--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,1200 @@\n${lines}\n`} />,
  );
  expect(html).toContain('Show all 1,200 lines');
  expect(html).toContain('line 399');
  expect(html).not.toContain('line 400');
});
