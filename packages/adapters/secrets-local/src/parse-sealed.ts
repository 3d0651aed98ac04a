/** The file as it lies on the disk; the bytes are in base64. */
export interface Sealed {
  readonly version: 1;
  /** Which machine and user it was made for, as a keyed hash. */
  readonly machine: string;
  readonly salt: string;
  readonly nonce: string;
  readonly data: string;
  readonly tag: string;
}

/** Null when the text is no such file. */
export function parseSealed(text: string): Sealed | null {
  const fields = fieldsOf(parseJson(text));
  const [machine, salt, nonce, data, tag] = ['machine', 'salt', 'nonce', 'data', 'tag'].map((name) =>
    fields.get(name),
  );
  if (fields.get('version') !== 1 || typeof machine !== 'string' || typeof salt !== 'string') return null;
  if (typeof nonce !== 'string' || typeof data !== 'string' || typeof tag !== 'string') return null;
  return { version: 1, machine, salt, nonce, data, tag };
}

/** The pairs of name and value that were sealed; null when the text holds anything else. */
export function parseValues(text: string): Map<string, string> | null {
  const pairs = listOf(parseJson(text));
  if (pairs === null) return null;
  const values = new Map<string, string>();
  for (const pair of pairs) {
    const [name, value] = listOf(pair) ?? [];
    if (typeof name !== 'string' || typeof value !== 'string') return null;
    values.set(name, value);
  }
  return values;
}

function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}

function fieldsOf(value: unknown): Map<string, unknown> {
  return new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
