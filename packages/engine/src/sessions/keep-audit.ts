import { auditDocumentSchema, type AuditDocument, type EntryDraft, type SessionId } from '@rook/contract';

import { createAuditDocument, keepAuditPair } from '../replies/keep-audit-pair.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionSetup } from './session.ts';

/** The document beside a session that keeps what models answered, unprocessed but for secrets. */
const NAME = 'audit.json';

export type AnswerDraft = Extract<EntryDraft, { event_type: 'answer_received' }>;

export interface AuditedTurn {
  readonly id: SessionId;
  /** The number of the turn, from 1. */
  readonly turn: number;
  readonly message: string;
  readonly systemPrompt: string;
  readonly answers: readonly AnswerDraft[];
}

/** Keeps a copy of each answer of a turn when the setting says so. What cannot be kept is logged and stops nothing. */
export async function keepAudit(
  { store, settings, clock, lines, log }: SessionSetup,
  record: SessionRecord,
  { id, turn, message, systemPrompt, answers }: AuditedTurn,
): Promise<void> {
  if (!settings['journal.audit'] || answers.length === 0) return;
  if (!record.document().auditGenerating)
    await record.append([
      { event_type: 'session_changed', settings: { 'journal.audit': true }, by: 'script' },
    ]);
  const now = clock.now().toISOString();
  const redact = (text: string): string => lines.redactor.redactText(text).text;
  let document = (await read(store, id)) ?? createAuditDocument(id, lines.workspace.uri, now);
  for (const { text, model, finish_reason: finishReason, usage } of answers) {
    const kept = keepAuditPair(document, {
      pairIndex: turn - 1,
      timestamp: now,
      userMessage: redact(message),
      fullGeneration: redact(typeof text === 'string' ? text : text.preview),
      systemPrompt: redact(systemPrompt),
      model,
      finishReason,
      tokensIn: usage?.input_tokens ?? null,
      tokensOut: usage?.output_tokens ?? null,
    });
    ({ document } = kept);
    if (kept.trimmed > 0)
      log?.write('info', 'The oldest answers of the audit copy were let go.', {
        session: id,
        trimmed: kept.trimmed,
      });
  }
  const written = await store.documents.put(id, NAME, JSON.stringify(document));
  if (!written.ok)
    log?.write('warn', `The audit copy was not kept: ${written.error.message}`, { session: id });
}

async function read(store: SessionSetup['store'], id: SessionId): Promise<AuditDocument | null> {
  const kept = await store.documents.get(id, NAME);
  if (!kept.ok || kept.value === null) return null;
  try {
    const parsed = auditDocumentSchema.safeParse(JSON.parse(kept.value));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
