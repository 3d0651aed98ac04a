import { memo, type JSX } from 'react';

import { inlineRows, pairRows, type MarkedRow } from './pair-rows.ts';
import type { DiffFile, DiffHunk } from './parse-diff.ts';

export type DiffLayout = 'inline' | 'split';

interface DiffTableProps {
  readonly file: DiffFile;
  readonly layout: DiffLayout;
  readonly mostRows: number;
}

export const DiffTable = memo(function DiffTable({ file, layout, mostRows }: DiffTableProps): JSX.Element {
  let left = mostRows;
  const hunks = file.hunks.flatMap((hunk) => {
    const rows = hunk.rows.slice(0, left);
    left -= rows.length;
    return rows.length === 0 ? [] : [{ ...hunk, rows }];
  });
  return (
    <div className="diff-scroll" tabIndex={0} role="region" aria-label={`Changes of ${file.path}`}>
      <table className="diff-table" data-layout={layout}>
        <caption className="visually-hidden">Changes of {file.path}</caption>
        <thead className="visually-hidden">{layout === 'inline' ? <InlineHead /> : <SplitHead />}</thead>
        {hunks.map((hunk, place) => (
          <tbody key={`${place}-hunk`}>
            <tr className="diff-hunk" data-hunk tabIndex={-1}>
              <td colSpan={4}>{hunk.header}</td>
            </tr>
            {layout === 'inline' ? <InlineHunk hunk={hunk} /> : <SplitHunk hunk={hunk} />}
          </tbody>
        ))}
      </table>
    </div>
  );
});

function InlineHead(): JSX.Element {
  return (
    <tr>
      <th scope="col">Old line</th>
      <th scope="col">New line</th>
      <th scope="col">Change</th>
      <th scope="col">Text</th>
    </tr>
  );
}

function SplitHead(): JSX.Element {
  return (
    <tr>
      <th scope="col">Old line</th>
      <th scope="col">Old text</th>
      <th scope="col">New line</th>
      <th scope="col">New text</th>
    </tr>
  );
}

function InlineHunk({ hunk }: { readonly hunk: DiffHunk }): JSX.Element {
  return (
    <>
      {inlineRows(pairRows(hunk.rows)).map((row, place) => (
        <tr key={`${place}-row`} data-kind={row.kind}>
          <td className="diff-number">{row.oldLine}</td>
          <td className="diff-number">{row.newLine}</td>
          <td className="diff-sign">
            <Sign kind={row.kind} />
          </td>
          <td className="diff-text">
            <RowText row={row} />
          </td>
        </tr>
      ))}
    </>
  );
}

function SplitHunk({ hunk }: { readonly hunk: DiffHunk }): JSX.Element {
  return (
    <>
      {pairRows(hunk.rows).map(({ left, right }, place) => (
        <tr key={`${place}-row`}>
          <SplitHalf row={left} line={left?.oldLine ?? null} />
          <SplitHalf row={right} line={right?.newLine ?? null} />
        </tr>
      ))}
    </>
  );
}

function SplitHalf({
  row,
  line,
}: {
  readonly row: MarkedRow | null;
  readonly line: number | null;
}): JSX.Element {
  return (
    <>
      <td className="diff-number" data-kind={row?.kind ?? 'none'}>
        {line}
      </td>
      <td className="diff-text" data-kind={row?.kind ?? 'none'}>
        {row === null ? null : (
          <>
            <span className="diff-sign">
              <Sign kind={row.kind} />
            </span>
            <RowText row={row} />
          </>
        )}
      </td>
    </>
  );
}

const SIGNS = { added: '+', removed: '−', same: ' ', note: '' } as const;

function Sign({ kind }: { readonly kind: MarkedRow['kind'] }): JSX.Element {
  return (
    <>
      <span aria-hidden>{SIGNS[kind]}</span>
      {kind === 'added' || kind === 'removed' ? <span className="visually-hidden">{kind}</span> : null}
    </>
  );
}

function RowText({ row }: { readonly row: MarkedRow }): JSX.Element {
  if (row.pieces === null) return <>{row.text}</>;
  return (
    <>
      {row.pieces.map(({ text, isChanged }, place) =>
        isChanged ? <em key={`${place}-word`}>{text}</em> : <span key={`${place}-word`}>{text}</span>,
      )}
    </>
  );
}
