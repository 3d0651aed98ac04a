const REASONS = new Map([
  ['ENOENT', 'no such file or folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'operation not permitted'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'the file would be too large'],
  ['ENOTDIR', 'a part of the path is no folder'],
  ['EISDIR', 'it is a folder'],
  ['EEXIST', 'it exists already'],
  ['ELOOP', 'it is a link'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['EMFILE', 'too many files are open'],
  ['EBUSY', 'it is in use'],
  ['EIO', 'the disk does not answer'],
]);

/** Why the system refused, in words a person knows. */
export function systemReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS.get(code) ?? (error instanceof Error ? error.message : String(error));
}
