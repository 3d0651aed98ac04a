/**
 * The same for two paths that are one file on a system where the letter case or the way an accent is written does not
 * count. A workspace that holds both cannot be taken to such a system without losing one of them.
 */
export function spellingKey(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase();
}
