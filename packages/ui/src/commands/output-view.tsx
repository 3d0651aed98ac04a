import { useEffect, useMemo, useRef, useState, type JSX } from 'react';

import { Button } from '../design/button.tsx';
import { findPages } from './page-text.ts';
import { readAnsi } from './read-ansi.ts';

interface OutputProps {
  readonly text: string;
  readonly isLive?: boolean;
  /** Which of several pages is shown first. */
  readonly first?: 'beginning' | 'end';
}

/** More than this at once would hold up the page. */
const PAGE_SIZE = 60_000;

/** What a program printed. Of what is very long a page is shown. */
export function OutputView({ text, isLive = false, first = 'end' }: OutputProps): JSX.Element {
  if (text.length <= PAGE_SIZE) return <OutputBox text={text} isLive={isLive} />;
  if (isLive) return <OutputBox text={text.slice(-PAGE_SIZE)} isLive isCut />;
  return <OutputPages text={text} first={first} />;
}

function OutputPages({ text, first }: Required<Pick<OutputProps, 'text' | 'first'>>): JSX.Element {
  const starts = useMemo(() => findPages(text, PAGE_SIZE), [text]);
  const last = starts.length - 1;
  const [wanted, setPage] = useState(first === 'end' ? Infinity : 0);
  const page = Math.min(wanted, last);
  const start = starts[page] ?? 0;
  const end = starts[page + 1] ?? text.length;
  return (
    <>
      <div className="output-pages" role="group" aria-label="Pages of the output">
        <Button look="quiet" isDisabled={page === 0} onClick={() => setPage(0)}>
          Beginning
        </Button>
        <Button look="quiet" isDisabled={page === 0} onClick={() => setPage(page - 1)}>
          ◀ Before
        </Button>
        <span className="quiet numbers" role="status">
          {`page ${page + 1} of ${last + 1}`}
        </span>
        <Button look="quiet" isDisabled={page === last} onClick={() => setPage(page + 1)}>
          After ▶
        </Button>
        <Button look="quiet" isDisabled={page === last} onClick={() => setPage(last)}>
          End
        </Button>
      </div>
      <OutputBox key={page} text={text.slice(start, end)} isLive={false} />
    </>
  );
}

interface BoxProps extends Required<Pick<OutputProps, 'text' | 'isLive'>> {
  /** There was more before it. */
  readonly isCut?: boolean;
}

/** While the program runs, the end is in sight unless somebody scrolled up in it. */
function OutputBox({ text, isLive, isCut = false }: BoxProps): JSX.Element {
  const pieces = useMemo(() => readAnsi(text), [text]);
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
      {isCut ? <span className="ansi-dim">… the beginning is left out while it runs{'\n'}</span> : null}
      {pieces.map((piece, place) => (
        <span key={`${place}-piece`} {...(piece.style === '' ? {} : { className: piece.style })}>
          {piece.text}
        </span>
      ))}
    </pre>
  );
}
