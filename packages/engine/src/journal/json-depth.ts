/** Deeper than anything a model or a tool writes, and less than what writing JSON can take. */
const DEEPEST = 2000;

/** Whether every number in a JSON text is one that is the same when it is written again. */
export function keepsNumbers(text: string): boolean {
  let kept = true;
  JSON.parse(text, (_key, value: unknown) => {
    if (
      typeof value === 'number' &&
      (Number.isInteger(value) ? !Number.isSafeInteger(value) : !Number.isFinite(value))
    )
      kept = false;
    return value;
  });
  return kept;
}

/** Whether a JSON value is nested so deep that it cannot be written again. Costs no stack itself. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      for (const child of Object.values(item))
        if (typeof child === 'object' && child !== null) next.push(child);
    }
    if (next.length === 0) return false;
    level = next;
  }
  return true;
}
