import type { Token } from 'marked';
import { memo, type JSX } from 'react';

import { CodeBlock } from './code-block.tsx';
import { Diagram } from './diagram.tsx';
import { InlineTokens } from './inline-tokens.tsx';
import { childTokens, isToken, tokenText, type ShownTokens } from './read-token.ts';

/** A block whose token is the same object is not rendered again. */
export const BlockView = memo(function BlockView(props: {
  readonly token: Token;
  readonly isGrowing: boolean;
}): JSX.Element | null {
  const { token, isGrowing } = props;
  if (isToken(token, 'heading')) return <Heading token={token} />;
  if (isToken(token, 'list')) return <List token={token} isGrowing={isGrowing} />;
  if (isToken(token, 'table')) return <Table token={token} />;
  if (isToken(token, 'code')) return <Code token={token} isGrowing={isGrowing} />;
  switch (token.type) {
    case 'blockquote':
      return (
        <blockquote>
          <InnerBlocks tokens={childTokens(token)} isGrowing={isGrowing} />
        </blockquote>
      );
    case 'hr':
      return <hr />;
    case 'space':
    case 'def':
      return null;
    case 'html':
      return <p className="md-html">{token.raw.trim()}</p>;
    default: {
      const inner = childTokens(token);
      return <p>{inner.length > 0 ? <InlineTokens tokens={inner} /> : tokenText(token)}</p>;
    }
  }
});

function InnerBlocks(props: { readonly tokens: readonly Token[]; readonly isGrowing: boolean }): JSX.Element {
  const { tokens, isGrowing } = props;
  return (
    <>
      {tokens.map((token, place) => (
        // Tokens never move, so their place is their key.
        <BlockView
          key={`${place}-${token.type}`}
          token={token}
          isGrowing={isGrowing && place === tokens.length - 1}
        />
      ))}
    </>
  );
}

/** Headings of an answer stand below those of the page. */
function Heading({ token }: { readonly token: ShownTokens['heading'] }): JSX.Element {
  const Level = token.depth <= 1 ? 'h3' : token.depth === 2 ? 'h4' : 'h5';
  return (
    <Level className="md-heading" data-depth={token.depth}>
      <InlineTokens tokens={token.tokens} />
    </Level>
  );
}

function List({
  token,
  isGrowing,
}: {
  readonly token: ShownTokens['list'];
  readonly isGrowing: boolean;
}): JSX.Element {
  const last = token.items.length - 1;
  const items = token.items.map((item, place) => (
    <li key={`${place}-${item.task ? 'check' : 'plain'}`} {...(item.task ? { className: 'md-check' } : {})}>
      {item.task ? (
        <span role="img" aria-label={item.checked === true ? 'done' : 'open'} className="md-box">
          {item.checked === true ? '☑' : '☐'}
        </span>
      ) : null}
      <ListItem tokens={item.tokens} isLoose={item.loose} isGrowing={isGrowing && place === last} />
    </li>
  ));
  if (!token.ordered) return <ul>{items}</ul>;
  return <ol start={token.start === '' ? 1 : token.start}>{items}</ol>;
}

function ListItem(props: {
  readonly tokens: readonly Token[];
  readonly isLoose: boolean;
  readonly isGrowing: boolean;
}): JSX.Element {
  const { tokens, isLoose, isGrowing } = props;
  return (
    <div className="md-item">
      {tokens.map((token, place) => {
        const key = `${place}-${token.type}`;
        if (token.type === 'checkbox') return null;
        if (token.type === 'text' && !isLoose) {
          const inner = childTokens(token);
          return (
            <span key={key}>{inner.length > 0 ? <InlineTokens tokens={inner} /> : tokenText(token)}</span>
          );
        }
        return <BlockView key={key} token={token} isGrowing={isGrowing && place === tokens.length - 1} />;
      })}
    </div>
  );
}

function Table({ token }: { readonly token: ShownTokens['table'] }): JSX.Element {
  return (
    <div className="md-table" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {token.header.map((cell, place) => (
              <th key={`${place}-head`} scope="col" data-align={cell.align}>
                <InlineTokens tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, line) => (
            <tr key={`${line}-row`}>
              {row.map((cell, place) => (
                <td key={`${place}-cell`} data-align={cell.align}>
                  <InlineTokens tokens={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Code({
  token,
  isGrowing,
}: {
  readonly token: ShownTokens['code'];
  readonly isGrowing: boolean;
}): JSX.Element {
  const [language = ''] = (token.lang ?? '').split(/\s+/u);
  if (language === 'mermaid' && !isGrowing) return <Diagram source={token.text} />;
  return <CodeBlock text={token.text} language={language} isGrowing={isGrowing} />;
}
