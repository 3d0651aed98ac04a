import { memo, useState, type JSX } from 'react';

import { BlockView } from './block-view.tsx';
import { createIncrementalLexer } from './incremental-lexer.ts';
import { lexMarkdown, lexWhole, type Block } from './lex-blocks.ts';

interface MarkdownProps {
  readonly text: string;
  /** More text will come at its end. */
  readonly isStreaming?: boolean;
}

/** Markdown as React nodes: HTML in it is shown as the text that it is, so nothing that a model wrote can act. */
export const MarkdownView = memo(function MarkdownView({
  text,
  isStreaming = false,
}: MarkdownProps): JSX.Element {
  const [lexer] = useState(() => createIncrementalLexer(lexMarkdown));
  const blocks = isStreaming ? lexer.update(text) : lexWholeOnce(text);
  return (
    <div className="md">
      {blocks.map(({ key, token }, place) => (
        <BlockView key={key} token={token} isGrowing={isStreaming && place === blocks.length - 1} />
      ))}
    </div>
  );
});

const MOST_REMEMBERED = 200;
const remembered = new Map<string, readonly Block[]>();

/** Turns come and go while a person scrolls; what they say stays the same. */
function lexWholeOnce(text: string): readonly Block[] {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const blocks = lexWhole(text);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(text, blocks);
  return blocks;
}
