/** Words that say nothing about what a thing does. */
const VAGUE_WORDS: ReadonlySet<string> = new Set(
  'manager managers helper helpers util utils utility utilities shared common commons misc miscellaneous v2 new'.split(
    ' ',
  ),
);

export function findVagueWord(name: string): string | undefined {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .find((word) => VAGUE_WORDS.has(word));
}
