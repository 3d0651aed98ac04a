import { lstatSync, lutimesSync } from 'node:fs';

/**
 * Marks the lock as taken now and answers with its description, which whoever wrote a note before cannot have
 * known: the system alone sets the time of the last change. The file is not opened, because closing it would
 * free the lock. Undefined when it cannot be marked.
 */
export function markLock(path: string): string | undefined {
  try {
    const now = new Date();
    lutimesSync(path, now, now);
    return describeLock(path);
  } catch {
    return undefined;
  }
}

/** Which file the lock is, and when it was last marked. */
export function describeLock(path: string): string | undefined {
  try {
    const { dev, ino, ctimeNs } = lstatSync(path, { bigint: true });
    return `${dev}-${ino}-${ctimeNs}`;
  } catch {
    return undefined;
  }
}
