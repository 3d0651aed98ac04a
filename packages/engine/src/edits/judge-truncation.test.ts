import { expect, it } from 'vitest';

import { judgeTruncation, type AnswerEnd } from './judge-truncation.ts';
import { refuseIncomplete, type ProposedChanges } from './plan-change-set.ts';

const whole: AnswerEnd = {
  text: `{"summary": "${'x'.repeat(300)}"}`,
  finishReason: null,
  parsed: 'unstructured',
  summary: 'Done',
  changeCount: 1,
};

it.each<[string, Partial<AnswerEnd>, string | null]>([
  ['a whole reply', {}, null],
  ['a summary that says so', { summary: 'Output was Truncated here' }, 'summary'],
  ['a short reply with file changes', { text: '{"fileChanges": []}' }, '200 characters'],
  ['a short reply without file changes', { text: '{}', changeCount: 0 }, null],
  ['a reply that does not end with a brace', { text: `${whole.text} and so` }, 'end with "}"'],
  ['a reply in a fence', { text: `\`\`\`json\n${whole.text}\n\`\`\`\n` }, null],
])('E-10 judges %s', (_name, end, reason) => {
  const judged = judgeTruncation({ ...whole, ...end });
  expect(judged === null).toBe(reason === null);
  expect(judged ?? '').toContain(reason ?? '');
});

it.each<[string, Partial<AnswerEnd>, boolean]>([
  ['a short reply that parsed whole', { text: '{}', parsed: 'complete' }, false],
  ['a short reply that the provider ended', { text: '{}', finishReason: 'stop' }, false],
  ['a long reply that ran into the limit', { finishReason: 'length' }, true],
  ['a parsed reply that ran into the limit', { finishReason: 'max_tokens', parsed: 'complete' }, true],
  ['a reply of which only parts could be read', { parsed: 'incomplete', finishReason: 'stop' }, true],
])('CF-31 lets the finish reason and the parser decide for %s', (_name, end, isCut) => {
  expect(judgeTruncation({ ...whole, ...end }) !== null).toBe(isCut);
});

it('E-09 E-11 refuses all changes of a truncated reply in the words of the item', () => {
  const plan = refuseIncomplete([
    { path: 'a', content: 'x' },
    { path: 'b', delete: true },
    { path: 'c', edits: [] },
  ]);
  const message =
    '🚫 BLOCKED: 3 file change(s) from truncated response. The response was cut off mid-stream. NO changes have been applied.';
  expect(plan.files.map(({ path, status }) => [path, status])).toEqual([
    ['a', 'refused'],
    ['b', 'refused'],
    ['c', 'refused'],
  ]);
  for (const file of plan.files) expect(file).toMatchObject({ code: 'truncated', message });
});

it('E-26 CF-09 a reply that is not complete has no type that can be planned', () => {
  const recovered = { complete: false, fileChanges: [] } as const;
  const isPlannable: typeof recovered extends ProposedChanges ? true : false = false;
  expect(isPlannable).toBe(recovered.complete);
});
