import { memo, useEffect, useState, type JSX } from 'react';

import { CopyButton } from '../design/copy-button.tsx';
import type { CodeLine } from '../highlight/highlight-code.ts';

interface CodeBlockProps {
  readonly text: string;
  readonly language: string;
  /** More of it is on its way: colours come when it is whole, and its lines stay where they are. */
  readonly isGrowing?: boolean;
}

export function CodeBlock({ text, language, isGrowing = false }: CodeBlockProps): JSX.Element {
  const lines = useHighlighted(text, isGrowing ? '' : language);
  return (
    <figure className="code">
      <figcaption>
        <span>{language === '' ? 'text' : language}</span>
        <CopyButton text={text} label="Copy code" />
      </figcaption>
      <pre tabIndex={0} aria-label={`Code${language === '' ? '' : `, ${language}`}`}>
        <code>{lines === null ? <PlainCode text={text} /> : <ColouredCode lines={lines} />}</code>
      </pre>
    </figure>
  );
}

function useHighlighted(text: string, language: string): readonly CodeLine[] | null {
  const [found, setFound] = useState<{ readonly text: string; readonly lines: readonly CodeLine[] } | null>(
    null,
  );
  useEffect(() => {
    if (language === '') return undefined;
    let isOver = false;
    const colour = async (): Promise<void> => {
      const { highlightCode } = await import('../highlight/highlight-code.ts');
      const lines = await highlightCode(text, language);
      if (!isOver && lines !== null) setFound({ text, lines });
    };
    void colour();
    return () => {
      isOver = true;
    };
  }, [text, language]);
  return found !== null && found.text === text ? found.lines : null;
}

const LINES_TOGETHER = 64;

/** In pieces, so that a line that is added touches only the last of them. */
function PlainCode({ text }: { readonly text: string }): JSX.Element {
  const lines = text.split('\n');
  const pieces: string[] = [];
  for (let start = 0; start < lines.length; start += LINES_TOGETHER)
    pieces.push(lines.slice(start, start + LINES_TOGETHER).join('\n'));
  return (
    <>
      {pieces.map((piece, place) => (
        <PlainPiece key={`${place}-piece`} text={place < pieces.length - 1 ? `${piece}\n` : piece} />
      ))}
    </>
  );
}

const PlainPiece = memo(function PlainPiece({ text }: { readonly text: string }): JSX.Element {
  return <span>{text}</span>;
});

function ColouredCode({ lines }: { readonly lines: readonly CodeLine[] }): JSX.Element {
  return (
    <>
      {lines.map((line, number) => (
        <span key={`${number}-line`}>
          {line.map(({ text, kind }, place) => (
            <span key={`${place}-word`} {...(kind === null ? {} : { className: `code-${kind}` })}>
              {text}
            </span>
          ))}
          {number < lines.length - 1 ? '\n' : ''}
        </span>
      ))}
    </>
  );
}
