import { expect, it } from 'vitest';

import { createReceivedAnswer } from './estimate-received.ts';
import { estimateTokens } from './estimate-tokens.ts';
import type { ToldEvent } from './try-model.ts';

function tokensOf(events: readonly ToldEvent[]): number {
  const received = createReceivedAnswer();
  for (const event of events) received.hear(event);
  return received.tokens();
}

const WORDS = 'a somewhat longer sentence, in several pieces';
const [begun, whole] = [
  { kind: 'tool_call_begun', id: 'c1', name: 'read_file' },
  {
    kind: 'tool_call',
    part: { kind: 'tool_call', id: 'c1', name: 'read_file', input: { path: 'a.ts' } },
    text: '{"path":"a.ts"}',
  },
] as const;

it('C-22 counts text and thinking as a whole, in however many pieces they came', () => {
  expect(tokensOf([])).toBe(0);
  for (const kind of ['text', 'thinking'] as const) {
    const pieces = WORDS.split('').map((text) => ({ kind, text }));
    expect(tokensOf(pieces)).toBe(estimateTokens(WORDS));
  }
});

it('C-22 counts a thought once, and a summary of it no lower than its seal', () => {
  const thinking = { kind: 'thinking', text: WORDS } as const;
  const thought = (seal: string) =>
    ({ kind: 'thought', part: { kind: 'thinking', text: WORDS, seal } }) as const;
  expect(tokensOf([thinking, thought('')])).toBe(estimateTokens(WORDS));
  const seal = 'Ab3x9'.repeat(200);
  expect(tokensOf([thinking, thought(seal)])).toBe(estimateTokens(seal));
  expect(tokensOf([thinking, thought(''), thinking])).toBe(2 * estimateTokens(WORDS));
});

it('C-22 counts a call once, told in pieces, as a whole or both', () => {
  const pieces = whole.text.split('').map((text) => ({ kind: 'tool_call_piece', id: 'c1', text }) as const);
  const told = tokensOf([whole]);
  expect(told).toBeGreaterThanOrEqual(estimateTokens(whole.text) + estimateTokens('read_file'));
  expect(tokensOf([begun, ...pieces])).toBe(told);
  expect(tokensOf([begun, ...pieces, whole])).toBe(told);
  expect(tokensOf([begun])).toBeLessThan(told);
});
