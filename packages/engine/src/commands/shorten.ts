const MOST_SHOWN = 60;
const MOST_OF_NAME = 200;
const MOST_LISTED = 10;

/** Everything that is shown has a cap; this one is for words that somebody wrote. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ');
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line;
}

/** The same for names of files, of which the end tells as much as the beginning. */
export function shortenName(name: string): string {
  const line = name.replaceAll(/\s+/gu, ' ');
  const half = MOST_OF_NAME / 2;
  return line.length > MOST_OF_NAME ? `${line.slice(0, half)}…${line.slice(-half)}` : line;
}

/** The first of many, and how many more there are. */
export function listSome(texts: readonly string[], separator: string): string {
  const shown = texts.slice(0, MOST_LISTED).join(separator);
  const more = texts.length - MOST_LISTED;
  return more > 0 ? `${shown}${separator}and ${more} more` : shown;
}
