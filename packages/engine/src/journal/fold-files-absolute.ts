import { posix } from 'node:path';

/** Journals hold no absolute paths of files: the workspace of the entry says where the file lay. */
export function absolutePath(uri: string, path: string): string | null {
  if (!uri.startsWith('file://') || !URL.canParse(uri)) return null;
  const { host, pathname } = new URL(uri);
  try {
    const folder = decodeURIComponent(pathname).replace(/^\/(?=[A-Za-z]:)/, '');
    return posix.join(host === '' ? folder : `//${host}${folder}`, path);
  } catch {
    return null;
  }
}
