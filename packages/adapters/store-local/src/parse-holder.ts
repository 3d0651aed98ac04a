import type { Holder } from '@rook/engine';

/** What a holder wrote about itself, and about the lock as it was when it took it. */
export interface WrittenHolder extends Holder {
  readonly lock: string;
}

/** What a holder wrote; null when it is not readable. An endpoint that is not on this machine is left out. */
export function parseHolder(text: string): WrittenHolder | null {
  try {
    const value: unknown = JSON.parse(text);
    const fields = new Map<string, unknown>(
      typeof value === 'object' && value !== null ? Object.entries(value) : [],
    );
    const [pid, started, surface, lock, endpoint] = ['pid', 'started', 'surface', 'lock', 'endpoint'].map(
      (name) => fields.get(name),
    );
    if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return null;
    if (typeof started !== 'string' || typeof surface !== 'string' || typeof lock !== 'string') return null;
    const isLocal = typeof endpoint === 'string' && LOCAL.some((form) => form.test(endpoint));
    return { pid, started, surface, lock, ...(isLocal ? { endpoint } : {}) };
  } catch {
    return null;
  }
}

/** Written out, so that no two readers of addresses can take one for two different hosts. */
const LOCAL = [
  /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:\/[\w.~/-]*)?$/,
  /^(?:unix:)?\/[^\p{Cc}]+$/u,
  /^\\\\[.?]\\pipe\\[^\p{Cc}]+$/u,
];
