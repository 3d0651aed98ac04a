const SHORT = 200;

/**
 * Whether prose looks as if more should have come. A guess, and so the last resort: it is asked only about an answer
 * without structure of which nobody said why it ended, because whole small or fenced replies show the same signs.
 */
export function looksCut(text: string): boolean {
  const trimmed = text.trimEnd();
  if (/\btruncated\b/i.test(trimmed)) return true;
  if (/\bfileChanges\b/.test(trimmed) && (trimmed.length < SHORT || !endsWithBrace(trimmed))) return true;
  const fences = trimmed.match(/^\s{0,3}```/gm) ?? [];
  return fences.length % 2 === 1 || /[,;:([{\\]$/.test(trimmed);
}

/** The end of a fence around it does not count. */
function endsWithBrace(trimmed: string): boolean {
  return trimmed
    .replace(/\s*```$/, '')
    .trimEnd()
    .endsWith('}');
}
