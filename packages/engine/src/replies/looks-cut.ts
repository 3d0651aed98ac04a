const SHORT = 200;

/**
 * Whether prose looks as if more should have come. A guess, and so the last resort: it is asked only about an answer
 * without structure of which nobody said why it ended.
 */
export function looksCut(text: string): boolean {
  const trimmed = text.trimEnd();
  if (/\btruncated\b/i.test(trimmed)) return true;
  if (trimmed.length < SHORT && /\bfileChanges\b/.test(trimmed)) return true;
  const fences = trimmed.match(/^\s{0,3}```/gm) ?? [];
  return fences.length % 2 === 1 || /[,;:([{\\]$/.test(trimmed);
}
