import { TriangleAlert } from 'lucide-react';
import type { JSX, ReactNode } from 'react';

import { Button } from '../design/button.tsx';
import { Empty } from '../design/empty.tsx';
import { Skeleton } from '../design/skeleton.tsx';
import { sayError } from '../state/say-error.ts';
import type { Called } from './use-call.ts';

export interface CalledViewProps<Value> {
  readonly called: Called<Value>;
  /** What is read, as in "Reading the changes". */
  readonly what: string;
  readonly children: (value: Value) => ReactNode;
}

const ROWS = ['72%', '88%', '56%', '80%'] as const;

/** What is there, what is on its way, or why it is not there and how to try again. */
export function CalledView<Value>({ called, what, children }: CalledViewProps<Value>): JSX.Element {
  const { value, error, reload } = called;
  if (value === null && error !== null)
    return (
      <Empty icon={TriangleAlert} title={`Reading ${what} failed`} text={sayError(error)}>
        <Button onClick={reload}>Try again</Button>
      </Empty>
    );
  if (value === null)
    return (
      <div className="evidence-skeleton" role="status" aria-label={`Reading ${what}`}>
        {ROWS.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    );
  return (
    <>
      {error === null ? null : (
        <p className="evidence-note" role="status">
          {`What you see may be old: ${sayError(error)} `}
          <Button look="quiet" onClick={reload}>
            Try again
          </Button>
        </p>
      )}
      {children(value)}
    </>
  );
}
