import { hash } from 'node:crypto';

import { succeed, type Result } from '@rook/contract';

import { minute, pageFacts } from './export-head.ts';
import { PAGE_STYLE } from './export-html-style.ts';
import { createPartsFold, type PagePart } from './export-parts.ts';
import type { ExportPlan } from './export-plan.ts';
import { pageLine, pageText } from './export-text.ts';

/** The session as one page that loads nothing, runs nothing and sends nothing. */
export async function* exportHtml(plan: ExportPlan): AsyncGenerator<Result<string>> {
  yield succeed(pageHead(plan));
  const fold = createPartsFold();
  let inTurn = false;
  for await (const batch of plan.entries()) {
    if (!batch.ok) {
      yield batch;
      return;
    }
    let text = '';
    for (const part of batch.value.flatMap(({ read }) => fold.add(read))) {
      if (part.kind === 'turn') {
        text += `${inTurn ? '</section>\n' : ''}<section>\n`;
        inTurn = true;
      }
      text += renderPart(part);
    }
    if (text !== '') yield succeed(text);
  }
  const rest = fold.end().map(renderPart).join('');
  yield succeed(`${rest}${inTurn ? '</section>\n' : ''}</main>\n</body>\n</html>\n`);
}

/** Nothing but this style sheet is allowed on the page, whatever stands in it. */
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', PAGE_STYLE, 'base64')}'; base-uri 'none'; form-action 'none'`;

function pageHead(plan: ExportPlan): string {
  const title = escapeLine(plan.survey.facts.title || plan.survey.id);
  const facts = pageFacts(plan).map(
    ([name, value]) => `<dt>${escapeLine(name)}</dt><dd>${escapeLine(value)}</dd>\n`,
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<dl>
${facts.join('')}</dl>
</header>
<main>
`;
}

function renderPart(part: PagePart): string {
  switch (part.kind) {
    case 'turn': {
      const turn = escapeLine(part.turn);
      return `<h2 id="${turn}"><a href="#${turn}">Turn ${turn}</a> <time datetime="${escapeLine(part.at)}">${minute(part.at)}</time></h2>\n`;
    }
    case 'said':
      return `<article class="${part.who === 'You' ? 'you' : 'rook'}">\n<h3>${part.who}</h3>\n<pre>${escapeText(part.text)}</pre>\n</article>\n`;
    case 'note':
      return `<p class="note"><b>${escapeLine(part.label)}</b> ${escapeLine(part.text)}</p>\n`;
    case 'detail': {
      const blocks = part.blocks.map(
        ({ label, text }) => `<h4>${escapeLine(label)}</h4>\n<pre>${escapeText(text)}</pre>\n`,
      );
      return `<details>\n<summary>${escapeLine(part.title)}</summary>\n${blocks.join('')}</details>\n`;
    }
  }
}

/** A line break directly behind `<pre>` is not shown, so one that belongs to the text is doubled. */
function escapeText(text: string): string {
  const shown = escape(pageText(text));
  return shown.startsWith('\n') ? `\n${shown}` : shown;
}

function escapeLine(text: string): string {
  return escape(pageLine(text));
}

const SIGNS = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (sign) => SIGNS.get(sign) ?? '');
}
