import * as fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';

import { HOSTILE_MARKDOWN } from '../../test/hostile-markdown.ts';
import { createIncrementalLexer } from './incremental-lexer.ts';
import { lexMarkdown, lexWhole } from './lex-blocks.ts';
import { MarkdownView } from './markdown-view.tsx';
import { mendTail } from './mend-tail.ts';

function show(text: string, isStreaming = false): string {
  return renderToStaticMarkup(<MarkdownView text={text} isStreaming={isStreaming} />);
}

const PIECES = [
  'A paragraph with **bold**, `code` and [a link](https://example.org/a).\n\n',
  '- one\n- two\n  - inner\n\n',
  '1. first\n\n2. second\n\n',
  '- [x] done\n- [ ] open\n\n',
  '```ts\nconst a = 1;\n\nconst b = 2;\n```\n\n',
  '~~~\n```\nnot the end\n~~~\n\n',
  '| a | b |\n|---|:-:|\n| 1 | 2 |\n\n',
  '> quoted\n> twice\n\n',
  '# Heading\n\n',
  'Setext\n======\n\n',
  '<div>\nraw\n</div>\n\n',
  '---\n\n',
  '    indented code\n\n',
];

it('A-12 what streamed is the same as what is there at the end, in whatever pieces it came', () => {
  const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(texts, fc.array(fc.integer({ min: 1, max: 23 }), { maxLength: 60 }), (text, sizes) => {
      const lexer = createIncrementalLexer(lexMarkdown);
      let length = 0;
      for (const size of sizes) lexer.update(text.slice(0, (length += size)));
      expect(lexer.update(text).map(({ token }) => token.type)).toEqual(
        lexWhole(text).map(({ token }) => token.type),
      );
      expect(length).toBeGreaterThanOrEqual(0);
    }),
  );
});

function countLexed(text: string, size: number): number {
  let lexed = 0;
  const lexer = createIncrementalLexer((part, links) => {
    lexed += part.length;
    return lexMarkdown(part, links);
  });
  for (let end = size; end < text.length + size; end += size) lexer.update(text.slice(0, end));
  return lexed;
}

it.each([
  ['paragraphs', PIECES[0] ?? ''],
  ['mixed blocks', PIECES.join('')],
])('A-12 the cost of a piece does not grow with the text: %s', (_name, unit) => {
  const short = countLexed(unit.repeat(10), 5);
  const long = countLexed(unit.repeat(100), 5);
  expect(long).toBeLessThan(short * 12);
});

it('A-12 the cost of a piece does not grow with code that is open, nor without bound in one long block', () => {
  const code = `\`\`\`ts\n${'const a = 1;\n'.repeat(4000)}`;
  expect(countLexed(code, 5)).toBeLessThan(200);
  const list = '- an item of a list that has no end\n'.repeat(4000);
  expect(countLexed(list, 50) / (list.length / 50)).toBeLessThan(20_000);
});

it('A-12 blocks that cannot change any more stay the same objects', () => {
  const lexer = createIncrementalLexer(lexMarkdown);
  const before = lexer.update('One.\n\nTwo');
  const after = lexer.update('One.\n\nTwo grows');
  expect(after[0]).toBe(before[0]);
  expect(after).toHaveLength(2);
});

it.each([
  ['**bold', '**bold**'],
  ['**bold**', '**bold**'],
  ['a **', 'a '],
  ['say `co', 'say `co`'],
  ['[words](https://exa', 'words'],
  ['[wor', 'wor'],
  ['![alt](https://exa', ''],
  ['- [ ', '- [ '],
  ['Text\n| a | b |', 'Text'],
  ['Plain.', 'Plain.'],
])('A-12 shows %j while it is written as %j', (written, shown) => {
  expect(mendTail(written)).toBe(shown);
});

it('Q-09 renders tables, lists, checks, code, quotes and links', () => {
  const html = show(PIECES.join(''));
  for (const part of [
    '<th scope="col">a</th>',
    '<td data-align="center">2</td>',
    'aria-label="done"',
    '<blockquote><p>quoted',
    'const b = 2;',
    '<a href="https://example.org/a" target="_blank" rel="noopener noreferrer">a link</a>',
    '&lt;div&gt;',
  ])
    expect(html).toContain(part);
});

it('Q-09 reads entities and line breaks, and counts an ordered list on', () => {
  expect(show('a &amp; b &lt;i&gt; &#8594; &bogus;')).toContain('a &amp; b &lt;i&gt; → &amp;bogus;');
  expect(show('3. three\n4. four')).toContain('<ol start="3">');
});

it.each(HOSTILE_MARKDOWN.map((text) => [text]))('A-24 keeps %j inert', (text) => {
  for (const html of [show(text), show(text, true)]) {
    const tags = html.match(/<[^>]*>/gu)?.join('') ?? '';
    expect(tags).not.toMatch(
      /<(?:script|iframe|object|embed|form|base|meta|link|style|math|video|audio|input)\b/iu,
    );
    expect(tags).not.toMatch(/\son[a-z]+=/iu);
    const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/gu)].map(([, address]) => address);
    for (const address of addresses) expect(address).toMatch(/^(?:https?:|mailto:|data:image\/)/u);
    const images = [...html.matchAll(/<img[^>]*src="([^"]*)"/gu)].map(([, address]) => address);
    for (const address of images) expect(address).toMatch(/^data:image\//u);
  }
});
