import { ERRORS } from '@rook/contract';

import type { Failure } from './conversation.ts';
import { readText } from './read-long-text.ts';

/** A result that failed says how in JSON, because the model reads it. */
export function findFailure(reply: unknown, error: string | undefined): Failure {
  const told = parseFields(reply);
  const code = readText(told, 'code');
  const message = readText(told, 'error') ?? error ?? 'It did not work.';
  const known = Object.entries(ERRORS).find(([name]) => name === code);
  return { code: code ?? 'failed', kind: known?.[1].kind ?? 'error', message };
}

function parseFields(reply: unknown): unknown {
  if (typeof reply !== 'string' || !reply.startsWith('{')) return reply;
  try {
    const told: unknown = JSON.parse(reply);
    return told;
  } catch {
    return null;
  }
}
