import type { Token } from 'marked';
import type { JSX, ReactNode } from 'react';

import { decodeEntities } from './decode-entities.ts';
import { MarkdownImage } from './markdown-image.tsx';
import { childTokens, isToken, tokenText } from './read-token.ts';
import { readSafeLink } from './safe-link.ts';

/** Tokens never move, so their place is their key. */
export function InlineTokens({ tokens }: { readonly tokens: readonly Token[] }): JSX.Element {
  return <>{tokens.map((token, place) => renderInline(token, place))}</>;
}

function renderInline(token: Token, place: number): ReactNode {
  const inner = childTokens(token);
  if (isToken(token, 'link')) return <MarkdownLink key={place} href={token.href} tokens={inner} />;
  if (isToken(token, 'image')) return <MarkdownImage key={place} href={token.href} words={token.text} />;
  switch (token.type) {
    case 'strong':
      return (
        <strong key={place}>
          <InlineTokens tokens={inner} />
        </strong>
      );
    case 'em':
      return (
        <em key={place}>
          <InlineTokens tokens={inner} />
        </em>
      );
    case 'del':
      return (
        <del key={place}>
          <InlineTokens tokens={inner} />
        </del>
      );
    case 'codespan':
      return <code key={place}>{tokenText(token)}</code>;
    case 'br':
      return <br key={place} />;
    case 'checkbox':
      return null;
    case 'html':
      return <span key={place}>{token.raw}</span>;
    case 'escape':
      return tokenText(token);
    case 'pending':
      return tokenText(token);
    default:
      return inner.length > 0 ? (
        <InlineTokens key={place} tokens={inner} />
      ) : (
        decodeEntities(tokenText(token))
      );
  }
}

/** A link that leads nowhere safe is shown as its words and its address, and leads nowhere. */
function MarkdownLink({
  href,
  tokens,
}: {
  readonly href: string;
  readonly tokens: readonly Token[];
}): JSX.Element {
  const address = readSafeLink(href);
  if (address === null)
    return (
      <span className="md-no-link" title={href}>
        <InlineTokens tokens={tokens} />
      </span>
    );
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      <InlineTokens tokens={tokens} />
    </a>
  );
}
