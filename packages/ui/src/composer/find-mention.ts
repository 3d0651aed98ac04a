/** The `@` and what was typed behind it, where the caret stands in or behind it. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * An `@` counts at the beginning of a word only, so that an address of mail completes nothing; behind it every other one
 * is part of the name, as in `@@scope/pkg`.
 */
export function findMention(text: string, caret: number): Mention | null {
  const found = /(?:^|[\s("'`])@(\S*)$/u.exec(text.slice(0, caret));
  if (found === null) return null;
  const typed = found[1] ?? '';
  return { start: caret - typed.length - 1, end: caret, text: typed };
}

export interface Inserted {
  readonly text: string;
  readonly caret: number;
}

export function insertPath(text: string, mention: Mention, path: string): Inserted {
  const before = `${text.slice(0, mention.start)}@${path} `;
  const after = text.slice(mention.end);
  return { text: before + (after.startsWith(' ') ? after.slice(1) : after), caret: before.length };
}

/** Of the paths that were chosen those that are still named, and not only as a part of another name. */
export function namedPaths(text: string, paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].filter((path) => {
    const parts = text.split(`@${path}`);
    return parts.some((rest, place) => {
      const before = parts[place - 1];
      return before !== undefined && !/[\w@]$/u.test(before) && !/^[\w@/-]/u.test(rest);
    });
  });
}
