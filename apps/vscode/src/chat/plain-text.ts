/** Text of which no sign is Markdown. */
export function plainText(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+!|<>~-]/gu, String.raw`\$&`);
}
