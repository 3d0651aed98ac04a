import type { Holder } from '@rook/engine';

/** What a holder wrote about itself; null when it is not readable. */
export function parseHolder(text: string): Holder | null {
  try {
    const value: unknown = JSON.parse(text);
    const fields = new Map<string, unknown>(
      typeof value === 'object' && value !== null ? Object.entries(value) : [],
    );
    const [pid, started, surface, endpoint] = ['pid', 'started', 'surface', 'endpoint'].map((name) =>
      fields.get(name),
    );
    if (typeof pid !== 'number' || typeof started !== 'string' || typeof surface !== 'string') return null;
    return { pid, started, surface, ...(typeof endpoint === 'string' ? { endpoint } : {}) };
  } catch {
    return null;
  }
}
