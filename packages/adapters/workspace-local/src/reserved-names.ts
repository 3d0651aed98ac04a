const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/iu;

/** The part of a path that Windows takes for something else than a file of that name; null where there is none. */
export function findReserved(path: string): string | null {
  const names = path.split(/[\\/]/u).filter((name) => name !== '' && name !== '.' && name !== '..');
  return names.find((name) => isReserved(name)) ?? null;
}

/** A device, whatever its ending, or a name whose last dots and blanks Windows drops. */
function isReserved(name: string): boolean {
  const [stem = ''] = name.split('.');
  return DEVICE.test(stem.trimEnd()) || /[. ]$/u.test(name);
}
