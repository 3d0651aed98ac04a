import { escapeXml } from '../ports/escape-xml.ts';
import type { Intent } from './intent.ts';

/** The intent as the model reads it when it is selected. */
export function showIntent(intent: Intent, maxChars: number): string {
  return `<intent_context>\n${describeIntent(intent, maxChars)}\n</intent_context>`;
}

/**
 * The intent in elements, one in a line. Scope, constraints and criteria share the budget; what does not fit is left out whole, and
 * `context_truncated` says that there is more in the file.
 */
export function describeIntent(intent: Intent, maxChars: number): string {
  const { id, name, ownedScope, constraints, acceptanceCriteria } = intent;
  let left = maxChars;
  let isCut = false;
  const take = (text: string): string => {
    const kept = text.length <= left ? text : text.slice(0, Math.max(0, left));
    if (kept.length < text.length) isCut = true;
    left -= kept.length;
    return kept;
  };
  const takeAll = (texts: readonly string[], between: string): string => {
    const kept: string[] = [];
    for (const text of texts) {
      const length = text.length + between.length;
      if (length > left) {
        isCut = true;
        break;
      }
      left -= length;
      kept.push(text);
    }
    return kept.join(between);
  };
  const fields = [
    ['intent_id', id],
    ['name', take(oneLine(name))],
    ['owned_scope', takeAll(ownedScope.map(oneLine), ', ')],
    ['constraints', takeAll(constraints.map(oneLine), '; ')],
    ['acceptance_criteria', takeAll(acceptanceCriteria.map(oneLine), '; ')],
  ] as const;
  const lines = fields.map(([field, text]) => `  <${field}>${escapeXml(text)}</${field}>`);
  return [...lines, ...(isCut ? ['  context_truncated=true'] : [])].join('\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
