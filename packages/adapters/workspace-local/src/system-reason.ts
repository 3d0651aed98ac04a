const REASONS = new Map([
  ['EACCES', 'permission is denied'],
  ['EPERM', 'the system does not permit it'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'the file would be too large'],
  ['ENOENT', 'it was taken away in the meantime'],
  ['ENOTDIR', 'a part of its path is no folder'],
  ['EISDIR', 'it is a folder'],
  ['EEXIST', 'something else was put there in the meantime'],
  ['ELOOP', 'its links lead in a circle'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['EBUSY', 'it is in use'],
  ['ETXTBSY', 'it is a program that runs'],
  ['EIO', 'the disk does not answer'],
]);

/** Why the system refused, in words a person knows. */
export function systemReason(error: unknown): string {
  return REASONS.get(systemCode(error)) ?? (error instanceof Error ? error.message : String(error));
}

export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
