import { FileQuestionMark } from 'lucide-react';
import { useState, type JSX } from 'react';

import { Empty } from '../design/empty.tsx';
import { Skeleton } from '../design/skeleton.tsx';
import { FilePick } from './file-pick.tsx';
import { RangeView } from './range-view.tsx';
import { useWhy } from './use-why.ts';

export interface WhyProps {
  readonly path: string | null;
  readonly line: number | null;
}

/** Why the lines of a file are there: who wrote each, for which intent, at whose word, allowed by whom. */
export function WhyView({ path, line }: WhyProps): JSX.Element {
  const [asked, setAsked] = useState({ path, line });
  return (
    <div className="why">
      <FilePick path={asked.path} line={asked.line} pick={(file, at) => setAsked({ path: file, line: at })} />
      {asked.path === null ? (
        <Empty
          icon={FileQuestionMark}
          title="Which file?"
          text="Its lines will stand here, each with who wrote it and why."
        />
      ) : (
        <Ranges path={asked.path} line={asked.line} pick={(at) => setAsked({ path: asked.path, line: at })} />
      )}
    </div>
  );
}

interface RangesProps {
  readonly path: string;
  readonly line: number | null;
  readonly pick: (line: number | null) => void;
}

function Ranges({ path, line }: RangesProps): JSX.Element {
  const answer = useWhy(path, line);
  if (answer === null)
    return (
      <div className="why-loading" role="status" aria-label="Reading why">
        {['62%', '80%', '48%'].map((width) => (
          <Skeleton key={width} width={width} height={14} />
        ))}
      </div>
    );
  if (!answer.ok) return <Empty title="Nobody can say" text={answer.error.message} />;
  const { why, lines } = answer.value;
  if (!why.exists && why.ranges.length === 0)
    return <Empty title="There is no such file now" text={describeMore(why.changes.length)} />;
  if (why.ranges.length === 0)
    return <Empty title="It has no lines" text="An empty file has nothing to explain." />;
  return (
    <ol className="why-ranges" aria-label={`Why ${path} says what it says`}>
      {why.ranges.map((range) => (
        <li key={`${range.start ?? 0}-${range.end ?? 0}`}>
          <RangeView range={range} lines={lines} />
        </li>
      ))}
    </ol>
  );
}

function describeMore(changes: number): string {
  if (changes === 0) return 'No change set ever named it.';
  return changes === 1 ? 'One change set named it.' : `${changes} change sets named it.`;
}
