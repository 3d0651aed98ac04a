import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { readHtml } from './read-html.ts';

const url = new URL('https://example.com/a/b');
const textOf = (page: string) => readHtml(page, url).text;

it('D-02 shows a page as a person reads it', () => {
  const page = `<!doctype html><html><head><title>Title &amp; more</title><style>x{}</style>
    <script>if (a<b) document.write("<p>no</p>")</script></head><body><h1>Head</h1>
    <p>Some <b>bold</b> text, it's a <a title=it's href="/x?a=1&amp;b=2">link</a>, <a href="#top">top</a>,
    <a href="javascript:alert(1)">script</a>, <a href="mailto:a@b.example">mail</a>,
    <a href="https://c.example/">https://c.example/</a>
    <ul><li>one<li>two<ul><li>deep</ul><li>three</ul><ol><li>a</li><li>b</li></ol>
    <table><tr><th>A<th>B<tr><td>1<td>2</table>
    <pre>  code\n   more</pre><img alt="a picture" src=x> 3 < 4 <!-- hidden --> &lt;tag&gt;
    <svg><title>no</title><path/></svg><template>no</template></body>`;
  expect(textOf(page).split('\n')).toEqual([
    'Title & more',
    '',
    'Head',
    '',
    "Some bold text, it's a link [https://example.com/x?a=1&b=2], top, script, mail [a@b.example], https://c.example/",
    '',
    '* one',
    '* two',
    '  * deep',
    '* three',
    '',
    '1. a',
    '2. b',
    '',
    'A | B |',
    '1 | 2 |',
    '',
    '  code',
    '   more',
    '',
    '[image: a picture] 3 < 4 <tag>',
  ]);
});

it('D-02 counts links from the base that a page names', () => {
  expect(textOf('<base href="/other/"><a href="x">y</a>')).toBe('y [https://example.com/other/x]');
});

it.each([
  ['nested tags', '<div>'.repeat(100_000) + 'text' + '</div>'.repeat(100_000)],
  ['nested tags of several kinds', `${'<td><p><i>'.repeat(30_000)}text`],
  ['nested lists', `${'<ul><li>'.repeat(50_000)}text`],
  ['nested quotes with lines', `${'<blockquote>'.repeat(50_000)}text${'<br>x'.repeat(10_000)}`],
  ['open links', `${'<a href=x>'.repeat(50_000)}text`],
])('D-02 reads the text in 100,000 %s', (_what, page) => {
  const text = textOf(page);
  expect(text).toContain('text');
  expect(text.length).toBeLessThan(page.length * 2);
});

it.each([
  ['tags that never end', '<a '.repeat(200_000)],
  ['quotes that never end', `<a b="<a b='`.repeat(100_000)],
  ['comments that never end', '<!--'.repeat(200_000)],
  ['scripts that never end', '<script>'.repeat(100_000)],
  ['an attribute of signs', `<a${' ='.repeat(200_000)}`],
])('D-02 finds nothing in %s', (_what, page) => {
  expect(textOf(page)).toBe('');
});

it('D-02 lets no text become markup', () => {
  expect(textOf('a <3 b <1 <textarea><script>x</script></textarea>')).toBe('a <3 b <1 <script>x</script>');
});

it('D-02 turns no more of a page into text than it can, and says so', () => {
  const page = '<p>word</p>'.repeat(200_000);
  const { text, cut } = readHtml(page, url);
  expect(cut).toBe(true);
  expect(text.startsWith('word')).toBe(true);
  expect(text.length).toBeLessThan(1_100_000);
  expect(readHtml('x'.repeat(3_000_000), url).cut).toBe(true);
});

const PIECES =
  '<|>|</|/>|<!--|-->|<!|"|\'|=| |&|&lt;|&#60;|a|href|\0|ä|<p>|</p>|<ul>|<li>|<table>|<td>|</table>|<a href=x>|</a>|<svg>|' +
  '<title>|</title>|<base href="//b.example/">|<pre>|<select>|<template>|<textarea>|</textarea>|<x-y z>|<br>';
const soup = fc.array(fc.constantFrom(...PIECES.split('|')), { maxLength: 60 });

it('D-02 reads whatever is sent as a page', () => {
  fc.assert(
    fc.property(soup, (pieces) => {
      const text = textOf(`<title>Title</title><script>hidden</script>seen ${pieces.join('')}`);
      expect(text).toMatch(/^Title\n\nseen/u);
      expect(text).not.toContain('hidden');
    }),
  );
});
