import { convert, type Formatter, type HtmlElement, type Selector, type TextBuilder } from 'html-to-text';

import { tameHtml, MOST_DEPTH } from './tame-html.ts';

export interface HtmlText {
  readonly text: string;
  /** The page was too long, and this is its beginning. */
  readonly cut: boolean;
}

/** A page as a person reads it: its title, its text, and behind each link where it leads. */
export function readHtml(html: string, url: URL): HtmlText {
  const tame = tameHtml(html);
  const base = (tame.base === null ? null : URL.parse(tame.base, url.href)) ?? url;
  const text = convert(tame.html, {
    wordwrap: false,
    formatters: { plainList, cell, alternative },
    selectors: [...SELECTORS, linksFrom(base)],
    // What comes in has no more than that, beside what the converter wraps around it.
    limits: { maxDepth: MOST_DEPTH * 2, maxInputLength: tame.html.length + 1 },
  });
  return { text: text.replaceAll(/\n{3,}/gu, '\n\n').trim(), cut: tame.cut };
}

const apart = { leadingLineBreaks: 2, trailingLineBreaks: 2 };
const below = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

/** Quotes and lists are not indented line by line: nested ones would make a page many times as long. */
const SELECTORS: readonly Selector[] = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ...['ul', 'ol'].map((selector) => ({ selector, format: 'plainList' })),
  ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
  ...['table', 'blockquote'].map((selector) => ({ selector, format: 'block', options: apart })),
  ...['tr', 'caption', 'dt', 'dd'].map((selector) => ({ selector, format: 'block', options: below })),
  ...['svg', 'template', 'object', 'canvas', 'select'].map((selector) => ({ selector, format: 'skip' })),
  { selector: 'img', format: 'alternative' },
];

function linksFrom(base: URL): Selector {
  const pathRewrite = (path: string, _metadata: unknown, { attribs }: HtmlElement) => {
    if (attribs?.['href']?.startsWith('mailto:') === true) return path;
    const target = URL.parse(path, base.href);
    return target !== null && /^https?:$/u.test(target.protocol) ? target.href : '';
  };
  return { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true, pathRewrite } };
}

type Walk = Parameters<Formatter>[1];

function plainList(element: HtmlElement, walk: Walk, builder: TextBuilder): void {
  const depth = listDepth(element);
  const breaks = depth === 0 ? 2 : 1;
  builder.openBlock({ leadingLineBreaks: breaks });
  let count = 0;
  for (const item of element.children ?? []) {
    const isItem = item.name === 'li';
    count += isItem ? 1 : 0;
    builder.openBlock({ leadingLineBreaks: 1 });
    if (isItem) builder.addLiteral(`${'  '.repeat(depth)}${element.name === 'ol' ? `${count}.` : '*'} `);
    walk(isItem ? item.children : [item], builder);
    builder.closeBlock({ trailingLineBreaks: 1 });
  }
  builder.closeBlock({ trailingLineBreaks: breaks });
}

const MOST_INDENTED = 4;

function listDepth({ parent }: HtmlElement): number {
  let depth = 0;
  for (let above = parent; above?.name === 'li' && depth < MOST_INDENTED; above = above.parent?.parent)
    depth += 1;
  return depth;
}

function cell(element: HtmlElement, walk: Walk, builder: TextBuilder): void {
  walk(element.children, builder);
  builder.addInline(' | ');
}

function alternative({ attribs }: HtmlElement, _walk: Walk, builder: TextBuilder): void {
  const text = attribs?.['alt']?.trim() ?? '';
  if (text !== '') builder.addInline(`[image: ${text}]`);
}
