const PLACES: ReadonlyMap<string, string> = new Map([
  ['user', 'you'],
  ['workbench', 'you'],
  ['tour', 'you'],
  ['cli', 'you, on the terminal'],
]);

/** An answer is written down with the place where it was given; it was a person who gave it. */
export function nameAnswerer(by: string): string {
  return PLACES.get(by) ?? by;
}
