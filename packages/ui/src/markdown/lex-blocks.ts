import { Lexer, type Links, type Token } from 'marked';

/** A piece of Markdown on the top level, with a key that it keeps while more text comes. */
export interface Block {
  readonly key: number;
  readonly token: Token;
}

/** Link definitions that stand before the text count in it. */
export function lexMarkdown(text: string, links: Links = {}): readonly Token[] {
  const lexer = new Lexer({ gfm: true });
  Object.assign(lexer.tokens.links, links);
  return lexer.lex(text);
}

export function toBlocks(tokens: readonly Token[], firstKey = 0): readonly Block[] {
  const shown = tokens.filter(({ type }) => type !== 'space' && type !== 'def');
  return shown.map((token, index) => ({ key: firstKey + index, token }));
}

export function lexWhole(text: string): readonly Block[] {
  return toBlocks(lexMarkdown(text));
}
