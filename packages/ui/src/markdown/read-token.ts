import type { Token, Tokens } from 'marked';

/** The kinds of tokens that are shown with a shape of their own; all others are shown as their text. */
export interface ShownTokens {
  readonly heading: Tokens.Heading;
  readonly paragraph: Tokens.Paragraph;
  readonly list: Tokens.List;
  readonly table: Tokens.Table;
  readonly code: Tokens.Code;
  readonly blockquote: Tokens.Blockquote;
  readonly link: Tokens.Link;
  readonly image: Tokens.Image;
}

/** Tokens that extensions make have any type, so the type of a token says nothing to the compiler by itself. */
export function isToken<Kind extends keyof ShownTokens>(
  token: Token,
  kind: Kind,
): token is ShownTokens[Kind] {
  return token.type === kind;
}

export function childTokens(token: Token): readonly Token[] {
  return 'tokens' in token && Array.isArray(token.tokens) ? token.tokens : [];
}

export function tokenText(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
}
