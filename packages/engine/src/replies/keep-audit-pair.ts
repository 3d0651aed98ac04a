import type { AuditDocument, AuditPair, SessionId } from '@rook/contract';

/** What the document may weigh, in bytes of JSON. */
const MOST_BYTES = 18_000_000;
const PREVIEW_CHARACTERS = 500;

export interface AuditDraft extends Omit<AuditPair, 'systemPromptPreview'> {
  readonly systemPrompt: string;
}

export interface KeptAudit {
  readonly document: AuditDocument;
  /** How many of the oldest answers were let go, to be logged. */
  readonly trimmed: number;
}

/** The document of a session that has no answer yet. */
export function createAuditDocument(sessionId: SessionId, projectId: string, now: string): AuditDocument {
  return { docType: 'chatAudit', sessionId, projectId, createdAt: now, updatedAt: now, pairs: [] };
}

/** Adds an answer as it came. The newest is always kept; the oldest go when the document grows too large. */
export function keepAuditPair(document: AuditDocument, { systemPrompt, ...draft }: AuditDraft): KeptAudit {
  const pair: AuditPair = { ...draft, systemPromptPreview: systemPrompt.slice(0, PREVIEW_CHARACTERS) };
  const pairs = [...document.pairs, pair];
  const sizes = pairs.map((one) => Buffer.byteLength(JSON.stringify(one)) + 1);
  let size = Buffer.byteLength(JSON.stringify({ ...document, pairs: [] })) + sizes.reduce((a, b) => a + b, 0);
  let trimmed = 0;
  while (size > MOST_BYTES && trimmed < pairs.length - 1) {
    size -= sizes[trimmed] ?? 0;
    trimmed += 1;
  }
  return { document: { ...document, updatedAt: draft.timestamp, pairs: pairs.slice(trimmed) }, trimmed };
}
