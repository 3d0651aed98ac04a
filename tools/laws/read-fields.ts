/** Reads parsed JSON of which nothing is known; what has another shape counts as not there. */
export function readField(value: unknown, field: string): unknown {
  return readEntries(value).find(([key]) => key === field)?.[1];
}

export function readEntries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

export function readKeys(value: unknown, field: string): string[] {
  return readEntries(readField(value, field)).map(([key]) => key);
}

export function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The texts of a list; undefined when there is no list. */
export function readTexts(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.map((item) => readText(item)) : undefined;
}
