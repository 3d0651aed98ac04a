import { succeed, type Result } from '@rook/contract';

import { minute, pageFacts } from './export-head.ts';
import { createPartsFold, type PageBlock, type PagePart } from './export-parts.ts';
import type { ExportPlan } from './export-plan.ts';
import { pageLine, pageText } from './export-text.ts';

/** The session as Markdown, for reading. Everything that somebody wrote stands in a fence that it cannot end. */
export async function* exportMarkdown(plan: ExportPlan): AsyncGenerator<Result<string>> {
  const facts = pageFacts(plan).map(([name, value]) => `- **${name}:** ${inline(value)}\n`);
  yield succeed(`# ${inline(plan.survey.facts.title || plan.survey.id)}\n\n${facts.join('')}`);
  const fold = createPartsFold();
  for await (const batch of plan.entries()) {
    if (!batch.ok) {
      yield batch;
      return;
    }
    const parts = batch.value.flatMap(({ read }) => fold.add(read));
    if (parts.length > 0) yield succeed(renderParts(parts));
  }
  const rest = fold.end();
  if (rest.length > 0) yield succeed(renderParts(rest));
}

function renderParts(parts: readonly PagePart[]): string {
  return parts.map((part) => `\n${renderPart(part)}`).join('');
}

function renderPart(part: PagePart): string {
  switch (part.kind) {
    case 'turn':
      return `## Turn ${inline(part.turn)}\n\n${minute(part.at)}\n`;
    case 'said':
      return `### ${part.who}\n\n${fence(part.text, 'markdown')}`;
    case 'note':
      return `**${inline(part.label)}:** ${inline(part.text)}\n`;
    case 'detail': {
      const blocks = part.blocks.map((block) => `${block.label}:\n\n${renderBlock(block)}\n`);
      return `<details>\n<summary>${escapeHtml(pageLine(part.title))}</summary>\n\n${blocks.join('')}</details>\n`;
    }
  }
}

function renderBlock({ text, language }: PageBlock): string {
  return fence(text, language);
}

const SHORTEST_FENCE = 3;

/** A fence is ended only by one that is as long, so it is longer than any run of its sign in the text. */
function fence(text: string, language: string): string {
  const shown = pageText(text);
  const runs = shown.match(/`+/gu) ?? [];
  const longest = runs.reduce((most, run) => Math.max(most, run.length), 0);
  const line = '`'.repeat(Math.max(SHORTEST_FENCE, longest + 1));
  return `${line}${language}\n${shown}${shown.endsWith('\n') ? '' : '\n'}${line}\n`;
}

/** Every sign that Markdown or HTML would read, escaped: the text stays on its line and is nothing but text. */
function inline(text: string): string {
  return escapeHtml(pageLine(text)).replaceAll(/[\\`*_{}[\]()#+!|~]|:\/\/|@/gu, (signs) => `\\${signs}`);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
