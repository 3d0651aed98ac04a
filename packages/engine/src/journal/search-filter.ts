import type { SessionId } from '@rook/contract';

import type { SearchFilter } from '../ports/search-index.ts';
import type { SearchEntry } from './search-entry.ts';

/** Whether an entry is one that the filter asks for. */
export function passesFilter(session: SessionId, entry: SearchEntry, filter: SearchFilter): boolean {
  const { since = -Infinity, before = Infinity, type, tag, tool, file } = filter;
  return (
    (filter.session === undefined || filter.session === session) &&
    entry.time >= since &&
    entry.time < before &&
    (type === undefined || entry.type === type) &&
    (tag === undefined || entry.tags.includes(tag)) &&
    (tool === undefined || entry.tool === tool) &&
    (file === undefined || entry.files.some((path) => isSameFile(path, file)))
  );
}

/** `src/add.ts` means the file of that path, and also every longer path that ends with it. */
function isSameFile(path: string, asked: string): boolean {
  const [whole, end] = [plainPath(path), plainPath(asked)];
  return whole === end || whole.endsWith(`/${end}`);
}

/** The last part of a path. */
export function fileName(path: string): string {
  return plainPath(path).split('/').at(-1) ?? '';
}

function plainPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\.\//, '');
}
