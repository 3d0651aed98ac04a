/** How the ledger was left, and how far the sessions were in it then. */
export interface LeftLedger {
  readonly size: number;
  /** When the file was changed last, in milliseconds. */
  readonly changed: number;
  /** SHA-256 of its last bytes, in hex. */
  readonly end: string;
  readonly bookmark: string;
}

/** Null where it is not readable. */
export function parseLeftLedger(text: string): LeftLedger | null {
  try {
    const value: unknown = JSON.parse(text);
    const fields = new Map<string, unknown>(
      typeof value === 'object' && value !== null ? Object.entries(value) : [],
    );
    const [size, changed] = [fields.get('size'), fields.get('changed')];
    const [end, bookmark] = [fields.get('end'), fields.get('bookmark')];
    if (typeof size !== 'number' || typeof changed !== 'number') return null;
    if (typeof end !== 'string' || typeof bookmark !== 'string') return null;
    return { size, changed, end, bookmark };
  } catch {
    return null;
  }
}
