import { useEffect, useMemo, useRef, type JSX } from 'react';

import { readAnsi } from './read-ansi.ts';

interface OutputProps {
  readonly text: string;
  readonly isLive?: boolean;
}

const LONGEST_SHOWN = 60_000;

/** What a program printed. While it runs, its end is in sight unless somebody scrolled up in it. */
export function OutputView({ text, isLive = false }: OutputProps): JSX.Element {
  const shown = text.length > LONGEST_SHOWN ? text.slice(-LONGEST_SHOWN) : text;
  const pieces = useMemo(() => readAnsi(shown), [shown]);
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const pre = box.current;
    if (isLive && isAtEnd.current && pre !== null) pre.scrollTop = pre.scrollHeight;
  }, [isLive, pieces]);
  const watch = (): void => {
    const pre = box.current;
    if (pre !== null) isAtEnd.current = pre.scrollHeight - pre.scrollTop - pre.clientHeight < 24;
  };
  return (
    <pre className="output" ref={box} onScroll={watch} tabIndex={0} role="group" aria-label="Output">
      {shown.length < text.length ? (
        <span className="ansi-dim">… the beginning is left out{'\n'}</span>
      ) : null}
      {pieces.map((piece, place) => (
        <span key={`${place}-piece`} {...(piece.style === '' ? {} : { className: piece.style })}>
          {piece.text}
        </span>
      ))}
    </pre>
  );
}
