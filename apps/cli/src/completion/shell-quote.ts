/** A word for bash and zsh that means exactly its text. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}

/** The same for fish, where a backslash counts inside quotes too. */
export function fishQuote(text: string): string {
  return shellQuote(text.replaceAll('\\', '\\\\'));
}
