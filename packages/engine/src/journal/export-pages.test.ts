import { messageIdSchema, turnIdSchema, type EntryDraft } from '@rook/contract';
import { entryExamples } from '@rook/contract/testing';
import { expect, it } from 'vitest';

import type { ExportFormat } from './export-session.ts';
import { exportText, fieldsOfLines } from './test-exchange.ts';
import { createTestJournal, must, startDraft, turnDraft } from './test-journal.ts';

async function page(format: ExportFormat, drafts: readonly EntryDraft[]): Promise<string> {
  const test = createTestJournal();
  const journal = await test.open();
  must(await journal.append([startDraft, ...drafts]));
  must(await journal.close());
  return (await exportText(test.store, { format })).text;
}

const everyType = entryExamples.filter(({ event_type: type }) => type !== 'session_start');
const turnId = turnIdSchema.parse('t0001');

const HOSTILE = [
  '</pre></article></details><script>alert(1)</script>',
  '<img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a><style>*{}</style><base href=//evil>',
  '"\'><svg/onload=alert(1)> &lt;script&gt; &#60; ]]> --> <!-- ${x}',
  '```\n# Not a heading\n````\n~~~\n</details>\n<script>x</script>\n``````',
  '![x](http://evil.example/pixel) [x](javascript:alert(1)) <http://evil.example> https://evil.example',
].join('\n');

const everywhere: readonly EntryDraft[] = [
  { event_type: 'session_changed', title: HOSTILE, labels: [HOSTILE], status: HOSTILE },
  turnDraft(1, HOSTILE),
  { event_type: 'tag', turn_id: turnId, tags: [HOSTILE], note: HOSTILE },
  {
    event_type: 'tool_call',
    turn_id: turnId,
    tool: { name: HOSTILE, input: { [HOSTILE]: HOSTILE } },
    result: { ok: true, reply: HOSTILE },
    timing_ms: 1,
  },
  { event_type: 'bug_recorded', type: HOSTILE, by: 'user', description: HOSTILE },
  { event_type: 'command_started', command_id: 'c-1', command: HOSTILE, cwd: HOSTILE },
  { event_type: 'todo_changed', todos: [{ text: HOSTILE, completed: false }] },
  { event_type: 'history_compacted', through_seq: 1, summary: HOSTILE },
];

/** Every tag that a page may have, exactly as it is written. */
const TAG =
  /^<(?:!DOCTYPE html|html lang="en"|head|meta charset="utf-8"|meta http-equiv="Content-Security-Policy" content="[^"<>]+"|meta name="[a-z-]+" content="[^"<>]+"|title|style|body|header|h1|dl|dt|dd|main|section|h2 id="t\d{4,9}"|a href="#t\d{4,9}"|time datetime="[0-9TZ:.-]+"|article class="(?:you|rook)"|h3|h4|pre|p class="note"|b|details|summary|\/(?:html|head|title|style|body|header|h1|dl|dt|dd|main|section|h2|a|time|article|h3|h4|pre|p|b|details|summary))>$/u;
const VOID = /^<(?:!|meta)/u;

/** The tags of a page, checked one by one and for their order; throws at what no page of ours has. */
function checkTags(html: string): void {
  const open: string[] = [];
  for (const [tag] of html.matchAll(/<[^>]*>?/gu)) {
    if (!TAG.test(tag)) throw new Error(`not a tag of ours: ${tag.slice(0, 80)}`);
    const name = /^<\/?([a-z0-9]+)/iu.exec(tag)?.[1] ?? '';
    if (VOID.test(tag)) continue;
    if (!tag.startsWith('</')) open.push(name);
    else if (open.pop() !== name) throw new Error(`${tag} closes nothing`);
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(', ')}`);
}

it('I-42 writes a page that reads well: headings, anchors, facts, nothing loaded or run', async () => {
  const html = await page('html', everyType);
  checkTags(html);
  expect(html).toContain('<h1>Type hints</h1>');
  expect(html).toContain('<h2 id="t0001"><a href="#t0001">Turn t0001</a>');
  expect(html).toContain('<article class="you">\n<h3>You</h3>\n<pre>Add type hints to greet</pre>');
  expect(html).toContain('<pre>I add the hints.</pre>');
  expect(html).toContain("default-src 'none'; style-src 'sha256-");
  expect(html).toContain('prefers-color-scheme: dark');
  expect(html).not.toMatch(/https?:|url\(|@import/u);
  expect(html).toContain('<dt>Usage</dt><dd>1200 tokens in, 85 out, $0.0042</dd>');
});

it('escapes everything that somebody wrote, wherever it stands on the page', async () => {
  const html = await page('html', everywhere);
  checkTags(html);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html.match(/<h2 /gu)).toHaveLength(1);
  // The broken twin: a page in which one text was not escaped is found out.
  expect(() => checkTags(html.replace('&lt;script&gt;', '<script>'))).toThrow('not a tag of ours');
  expect(() => checkTags(html.replace('&lt;/pre&gt;', '</pre>'))).toThrow('closes nothing');
});

it('doubles a line break behind <pre>, which a browser would not show', async () => {
  expect(await page('html', [turnDraft(1, '\n  indented')])).toContain('<pre>\n\n  indented</pre>');
});

/** What of a Markdown text stands outside its fences. */
function outsideFences(text: string): readonly string[] {
  const outside: string[] = [];
  let fence = '';
  for (const line of text.split('\n')) {
    const marks = /^`{3,}/u.exec(line)?.[0] ?? '';
    if (fence === '' && marks !== '') fence = marks;
    else if (fence === '') outside.push(line);
    else if (/^ {0,3}`+\s*$/u.test(line) && line.trim().length >= fence.length) fence = '';
  }
  if (fence !== '') throw new Error('a fence was never closed');
  return outside;
}

it('I-42 writes Markdown that reads well', async () => {
  const text = await page('markdown', everyType);
  expect(text).toMatch(/^# Type hints\n\n- \*\*Session:\*\* rook-20261115-0a1b2c3d\n/u);
  expect(text).toContain('## Turn t0001\n\n2026-11-15 22:00 UTC\n');
  expect(text).toContain('### You\n\n```markdown\nAdd type hints to greet\n```\n');
  expect(text).toContain(
    '<details>\n<summary>edit: done in 12 ms</summary>\n\nInput:\n\n```json\n{\n  "path"',
  );
  expect(text).toContain('**Tags:** t0001: feature, todo \\(the others later\\)');
  expect(text.split('## Turn ')).toHaveLength(2);
});

it('lets nothing out of its fence, and reads no Markdown or HTML of others', async () => {
  const lines = outsideFences(await page('markdown', everywhere));
  const known =
    /^(?:$|# |## Turn t\d{4}$|### (?:You|Rook)$|- \*\*[A-Z]|\*\*[A-Za-z]+:\*\* |<details>$|<\/details>$|<summary>[^<>]*<\/summary>$|[A-Z][a-z]+:$|\d{4}-\d\d-\d\d \d\d:\d\d UTC$)/u;
  expect(lines.filter((line) => !known.test(line))).toEqual([]);
  expect(lines.filter((line) => /<(?!\/?details>|\/?summary>)/u.test(line))).toEqual([]);
  // Every bracket that would begin a link, and every colon of an address, is escaped.
  const inline = lines.filter((line) => !line.startsWith('<summary>'));
  expect(inline.filter((line) => /(?<!\\)[[\]`]|(?<!\\):\/\//u.test(line))).toEqual([]);
});

it('I-35 writes session.jsonl, whose messages come back equal', async () => {
  const text = await page('craft', everyType);
  const [metadata, ...messages] = text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(metadata).toMatchObject({
    id: 'rook-20261115-0a1b2c3d',
    title: 'Type hints',
    messageCount: 4,
    tokenUsage: {
      inputTokens: 1200,
      outputTokens: 85,
      totalTokens: 1285,
      cacheReadTokens: 900,
      costUsd: 0.0042,
    },
    permissionMode: 'ask',
    status: 'in_progress',
    labels: ['python'],
  });
  expect(messages).toMatchObject([
    { type: 'user', id: 'msg-1763244000000-9f2c1a7b', content: 'Add type hints to greet' },
    { type: 'assistant', content: 'I add the hints.', turnId: 't0001' },
    {
      type: 'tool',
      toolName: 'edit',
      toolUseId: 'call-1',
      toolInput: { path: 'src/greet.ts' },
      toolResult: '{"added":2,"removed":1}',
      toolStatus: 'completed',
    },
    { type: 'assistant', content: 'Done.' },
  ]);
});

async function said(drafts: readonly EntryDraft[]): Promise<unknown> {
  const [, ...messages] = fieldsOfLines(await page('craft', drafts));
  return messages.map(({ type, content }) => [type, content]);
}

it('I-35 tells what was said once, whether a turn was written at once or on its way', async () => {
  const messageId = messageIdSchema.parse('msg-1-a');
  const atOnce = await said([turnDraft(1, 'a'), turnDraft(2, 'b')]);
  const onTheWay = await said(
    ['a', 'b'].flatMap((text, index): EntryDraft[] => {
      const turn = turnDraft(index + 1, text);
      if (turn.event_type !== 'turn') return [];
      return [
        { event_type: 'message_admitted', message_id: messageId, text },
        { event_type: 'turn_started', turn_id: turn.turn_id, message_id: messageId },
        {
          event_type: 'answer_received',
          turn_id: turn.turn_id,
          round: 1,
          model: 'm',
          text: `answer to ${text}`,
          finish_reason: 'stop',
        },
        turn,
      ];
    }),
  );
  expect(onTheWay).toEqual(atOnce);
  expect(atOnce).toEqual([
    ['user', 'a'],
    ['assistant', 'answer to a'],
    ['user', 'b'],
    ['assistant', 'answer to b'],
  ]);
});
