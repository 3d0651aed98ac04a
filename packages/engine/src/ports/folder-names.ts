/**
 * The names in one folder. There may be very many folders, and of most of them nobody asks for a single name: what was kept as a text stays
 * one until then. Of two looks that found the same names it may be the very same object.
 */
export interface FolderNames {
  /** Null until it is asked for; it may still grow. Use `listNames`. */
  list: readonly string[] | null;
  /** All of them with a NUL between them, because no name can hold one. Used while there is no list. */
  readonly text: string;
}

export function namesOfList(list: readonly string[]): FolderNames {
  return { list, text: '' };
}

export function namesOfText(text: string): FolderNames {
  return { list: null, text };
}

/** A text that has something else than names, such as `..`, is believed nothing: whoever wrote it could lead elsewhere by it. */
export function listNames(names: FolderNames): readonly string[] {
  if (names.list !== null) return names.list;
  const list = names.text === '' ? [] : names.text.split('\0');
  names.list = list.every(isName) ? list : [];
  return names.list;
}

function isName(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !text.includes('/');
}

export function joinNames({ list, text }: FolderNames): string {
  return list === null ? text : list.join('\0');
}

/** Where it stands in the list; -1: nowhere. It is found at once where it stands at `near`. */
export function findName(names: FolderNames, name: string, near = 0): number {
  if (names.list !== null) return names.list[near] === name ? near : names.list.indexOf(name);
  return hasName(names, name) ? listNames(names).indexOf(name) : -1;
}

/** Whether it is one of them, found without making a list. */
export function hasName({ list, text }: FolderNames, name: string): boolean {
  if (list !== null) return list.includes(name);
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (isBorder(text, at - 1) && isBorder(text, at + name.length)) return true;
  return false;
}

function isBorder(text: string, at: number): boolean {
  return at < 0 || at >= text.length || text.charCodeAt(at) === 0;
}
