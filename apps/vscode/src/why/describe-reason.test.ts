import {
  changeSetIdSchema,
  intentIdSchema,
  sessionIdSchema,
  turnIdSchema,
  type ExplainedRange,
} from '@rook/contract';
import { expect, it } from 'vitest';

import {
  commandLink,
  groupReasons,
  markdownOf,
  plain,
  titleOf,
  type WrittenRange,
} from './describe-reason.ts';

const written = (
  start: number,
  end: number,
  turn = 't0001',
  more: Partial<WrittenRange> = {},
): WrittenRange => ({
  start,
  end,
  broughtBackBy: null,
  movedBy: null,
  origin: 'assistant',
  changeSet: changeSetIdSchema.parse('cs-20261116-001'),
  session: sessionIdSchema.parse('rook-20261116-0123abcd'),
  turn: turnIdSchema.parse(turn),
  timestamp: '2026-11-16T10:00:00.000Z',
  kind: 'edit',
  by: 'assistant',
  source: 'journal',
  intent: null,
  prompt: 'Make it shorter',
  model: 'scripted-1',
  approval: null,
  ...more,
});
const outside = (start: number, end: number): ExplainedRange => ({
  start,
  end,
  broughtBackBy: null,
  movedBy: null,
  origin: 'outside',
  changeSet: null,
  intent: null,
  reason: 'changed outside Rook',
});
const linesOf = (ranges: readonly ExplainedRange[]) =>
  groupReasons(ranges).map(({ start, end }) => [start, end]);
const group = (prompt: string, more: Partial<WrittenRange> = {}) => ({
  start: 2,
  end: 4,
  range: written(2, 4, 't0001', { prompt, ...more }),
});

it('H-34 what one turn wrote without a gap is one, and what nobody recorded is left alone', () => {
  const other = { changeSet: changeSetIdSchema.parse('cs-20261116-002') };
  expect(linesOf([written(1, 2), written(3, 3, 't0001', other), written(4, 5, 't0002')])).toEqual([
    [1, 3],
    [4, 5],
  ]);
  expect(linesOf([written(1, 1), outside(2, 3), written(4, 4)])).toEqual([
    [1, 1],
    [4, 4],
  ]);
  expect(linesOf([outside(1, 9)])).toEqual([]);
  expect(linesOf([{ ...written(1, 1), start: null, end: null }])).toEqual([]);
});

it('H-34 a person’s change without a turn is never one with another', () => {
  const other = changeSetIdSchema.parse('cs-20261116-002');
  const by = { turn: null, origin: 'user', by: 'user' } as const;
  expect(
    linesOf([written(1, 1, 't0001', by), written(2, 2, 't0001', { ...by, changeSet: other })]),
  ).toHaveLength(2);
});

it('H-34 shows a bounded number of reasons, however many there are', () => {
  const many = Array.from({ length: 5000 }, (_unused, index) => written(index * 2 + 1, index * 2 + 1));
  expect(groupReasons(many)).toHaveLength(100);
});

it('H-34 one line over the code: short, without line ends, and without pictures', () => {
  const title = titleOf(group(`first\nsecond \u202Eback $(zap) ${'x'.repeat(200)}`), 'Rook');
  expect(title).toMatch(/^Rook: “first second back \$\u200B\(zap\) x+…” · t0001 · 2026-11-16$/u);
  expect(title.length).toBeLessThan(110);
  const intent = { id: intentIdSchema.parse('INT-001'), name: 'Shorten', status: null };
  expect(titleOf(group('go', { intent }), 'Rook')).toBe('Rook: Shorten · “go” · t0001 · 2026-11-16');
});

it.each([
  '[a](command:workbench.action.closeWindow)',
  '<command:rook.why?[]>',
  '![x](https://example.com/x.png)',
  '<img src=x onerror=alert(1)>',
  '```\n# title',
  'https://example.com www.example.com me@example.com',
  '&lt;b&gt; &#60;b&#62;',
  '| a | b |\n|---|---|',
  String.raw`\[a\](command:x)`,
])('H-34 nothing of %j means anything, and all of it is shown', (text) => {
  expect(isInert(plain, text)).toBe(true);
  // Its twins: nothing done, and what the editor itself would do, which leaves the beginning of a link.
  expect(isInert((said) => said, text)).toBe(false);
  expect(isInert((said) => said.replaceAll(/[\\`*_{}[\]()#+!~>-]/gu, String.raw`\$&`), text)).toBe(false);
});

/** Only letters, digits, blanks and numbers of characters, which a browser reads as what was said. */
function isInert(escape: (text: string) => string, text: string): boolean {
  const markdown = escape(text);
  const rest = markdown.replaceAll(/&#\d+;/gu, '');
  const shown = markdown.replaceAll(/&#(\d+);/gu, (_all, code: string) => String.fromCodePoint(Number(code)));
  return !/[^\p{L}\p{N} ]/u.test(rest) && shown === text;
}

it('H-34 a link to our command cannot be ended by its arguments', () => {
  const link = commandLink('Why?', 'rook.why', { path: `a](command:x)(!'*~).md`, line: 3 });
  const [, argument = ''] = /^\[Why\?\]\(command:rook\.why\?([%\w.-]+)\)$/u.exec(link) ?? [];
  expect(JSON.parse(decodeURIComponent(argument))).toEqual([{ path: `a](command:x)(!'*~).md`, line: 3 }]);
});

it('H-34 says who allowed it, and leaves out what nobody knows', () => {
  const approval = {
    allowedBy: 'approval ap-1',
    answeredBy: 'vscode.chat',
    scope: 'once',
    timestamp: null,
  } as const;
  const asked = markdownOf(group('go', { approval }), 'LINK');
  expect(asked).toContain('**Allowed by** a person&#44; asked in vscode&#46;chat &#40;once&#41;');
  expect(asked.endsWith('\n\nLINK')).toBe(true);
  const bare = markdownOf(
    { ...group('go'), range: written(2, 4, 't0001', { prompt: null, model: null }) },
    'LINK',
  );
  expect(bare.split('\n\n')).toHaveLength(2);
  expect(markdownOf(group('y'.repeat(9000)), 'LINK').length).toBeLessThan(1000);
});
