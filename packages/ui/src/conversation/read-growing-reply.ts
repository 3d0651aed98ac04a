/** A structured reply comes as JSON: while it grows, its summary is what a person can read of it. */
export function readGrowingReply(text: string): string {
  if (!/^\s*(?:```(?:json)?\s*)?\{/u.test(text)) return text;
  const summary = /"summary"\s*:\s*"((?:[^"\\]|\\.)*)/u.exec(text)?.[1] ?? '';
  return unescapeJson(summary);
}

function unescapeJson(text: string): string {
  const whole = text.replace(/\\(?:u[0-9a-f]{0,3})?$/iu, '');
  try {
    const read: unknown = JSON.parse(`"${whole.replaceAll(/\p{Cc}/gu, ' ')}"`);
    return typeof read === 'string' ? read : '';
  } catch {
    return whole;
  }
}
