import { auditDocumentSchema, sessionIdSchema, type AuditDocument } from '@rook/contract';
import { expect, it } from 'vitest';

import { createAuditDocument, keepAuditPair } from './keep-audit-pair.ts';

const sessionId = sessionIdSchema.parse('rook-20261116-0a1b2c3d');
const empty = createAuditDocument(sessionId, 'shop', '2026-11-16T00:00:00.000Z');

function draft(pairIndex: number, fullGeneration: string) {
  return {
    pairIndex,
    timestamp: `2026-11-16T00:00:${String(pairIndex % 60).padStart(2, '0')}.000Z`,
    userMessage: 'Go on.',
    fullGeneration,
    systemPrompt: 'Be kind. '.repeat(200),
    model: 'grok-4',
    finishReason: 'length',
    tokensIn: 10,
    tokensOut: null,
  };
}

it('I-44 I-45 keeps an answer unprocessed, with what it answered and how it ended', () => {
  const raw = '{"summary": "cut \u0000 \uFEFF';
  const { document, trimmed } = keepAuditPair(empty, draft(0, raw));
  expect(auditDocumentSchema.parse(document)).toEqual(document);
  expect(trimmed).toBe(0);
  expect(document).toMatchObject({ docType: 'chatAudit', sessionId, projectId: 'shop' });
  expect(document.pairs).toMatchObject([
    { pairIndex: 0, fullGeneration: raw, finishReason: 'length', model: 'grok-4' },
  ]);
  expect(document.pairs[0]?.systemPromptPreview).toHaveLength(500);
  expect(empty.pairs).toEqual([]);
});

it('I-46 lets the oldest answers go when the document grows over 18 MB, and says how many', () => {
  let document: AuditDocument = empty;
  let trimmed = 0;
  for (let index = 0; index < 10; index += 1) {
    const kept = keepAuditPair(document, draft(index, `${index}${'é'.repeat(1_500_000)}`));
    ({ document } = kept);
    trimmed += kept.trimmed;
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(18_000_000);
  }
  expect(trimmed).toBe(5);
  expect(document.pairs.map(({ pairIndex }) => pairIndex)).toEqual([5, 6, 7, 8, 9]);
});

it('I-46 always keeps the newest, however large it is', () => {
  const { document } = keepAuditPair(empty, draft(0, 'small'));
  const { document: large, trimmed } = keepAuditPair(document, draft(1, 'x'.repeat(19_000_000)));
  expect(large.pairs.map(({ pairIndex }) => pairIndex)).toEqual([1]);
  expect(trimmed).toBe(1);
});
