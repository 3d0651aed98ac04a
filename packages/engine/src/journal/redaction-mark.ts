/** What stands where a secret was. Text with a mark in it is not what somebody wrote: it is never applied and never run. */
const MARK = /\[redacted: ([a-z0-9-]{1,40})\]/gu;

/** Whether a secret was taken out of the text, which may be JSON. Also true where somebody typed a mark. */
export function holdsRedactionMark(text: string): boolean {
  return text.includes('[redacted: ') && text.search(MARK) !== -1;
}

/** How often each rule left its mark in the text. */
export function countRedactionMarks(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [, rule = ''] of text.matchAll(MARK)) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
}
