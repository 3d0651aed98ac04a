import type { HostStorage } from './host.ts';
import { parseMarks } from './parse-marks.ts';
import { createValueStore, type Readable } from './value-store.ts';

/** Small texts by name that outlive the page: the youngest some hundred of them. */
export interface KeptMarks extends Readable<number> {
  read(name: string): string | null;
  write(name: string, text: string): void;
}

const MOST_MARKS = 300;

/** All of them under one key. What another page has kept since is seen with the next look, and nothing of it is lost. */
export function createKeptMarks(storage: HostStorage, key: string): KeptMarks {
  const version = createValueStore(0);
  let marks = new Map<string, string>();
  let seen: string | null = null;
  const look = (): void => {
    const text = storage.get(key);
    if (text === null || text === seen) return;
    seen = text;
    marks = new Map([...marks, ...parseMarks(text)]);
  };
  return {
    subscribe: version.subscribe,
    getState: version.getState,
    read: (name) => {
      look();
      return marks.get(name) ?? null;
    },
    write: (name, text) => {
      look();
      if (marks.get(name) === text) return;
      marks.delete(name);
      marks = new Map([...marks, [name, text] as const].slice(-MOST_MARKS));
      seen = JSON.stringify([...marks]);
      storage.set(key, seen);
      version.set(version.getState() + 1);
    },
  };
}
