import type { ExplainedRange } from '@rook/contract';
import type { JSX, ReactNode } from 'react';

import { showWhen } from '../app/format.ts';
import { useScope } from '../app/scope.tsx';
import { nameAnswerer } from '../approvals/name-answerer.ts';
import { Badge, type Meaning } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';

type WrittenRange = Extract<ExplainedRange, { readonly prompt: string | null }>;

const WHO = {
  assistant: ['The assistant', 'accent'],
  user: ['You', 'verified'],
  command: ['A command', 'plain'],
  outside: ['Somebody outside', 'stale'],
  earlier: ['Was there before', 'plain'],
  unknown: ['Nobody knows', 'asks'],
} as const satisfies Record<ExplainedRange['origin'], readonly [string, Meaning]>;

const MOST_LINES = 12;

export interface RangeProps {
  readonly range: ExplainedRange;
  readonly lines: readonly string[] | null;
}

/** Lines that came to be in the same way, and how. */
export function RangeView({ range, lines }: RangeProps): JSX.Element {
  const [who, meaning] = WHO[range.origin];
  const isWritten = range.changeSet !== null;
  return (
    <article className="why-range" aria-label={`${nameLines(range)}: ${who}`}>
      <div className="why-head">
        <span className="numbers quiet">{nameLines(range)}</span>
        <Badge meaning={meaning}>{who}</Badge>
        {isWritten ? <span className="quiet">{showWhen(range.timestamp)}</span> : null}
      </div>
      <LineText range={range} lines={lines} />
      {isWritten ? <Written range={range} /> : <p className="why-reason">{range.reason}</p>}
    </article>
  );
}

function nameLines({ start, end }: ExplainedRange): string {
  if (start === null || end === null) return 'The whole file';
  return start === end ? `Line ${start}` : `Lines ${start}–${end}`;
}

function LineText({ range, lines }: RangeProps): JSX.Element | null {
  const { start, end, text } = range;
  if (start === null || end === null) return null;
  const all = text ?? lines?.slice(start - 1, end) ?? [];
  if (all.length === 0) return null;
  const shown = all.slice(0, MOST_LINES);
  const rest = all.length - shown.length;
  return (
    <pre className="why-text" tabIndex={0} aria-label={`${nameLines(range)} of the file`}>
      {shown.map((line, place) => (
        <span key={start + place}>
          <span className="why-number" aria-hidden>
            {start + place}
          </span>
          {line}
          {'\n'}
        </span>
      ))}
      {rest > 0 ? `… ${rest} more` : null}
    </pre>
  );
}

function Written({ range }: { readonly range: WrittenRange }): JSX.Element {
  const { route, opened } = useScope();
  const { intent, prompt, further = [], model, approval, session, turn, source, changeSet } = range;
  return (
    <>
      <dl className="why-facts">
        <Fact name="Intent">
          {intent === null ? 'none' : `${intent.id}${intent.name === null ? '' : ` ${intent.name}`}`}
        </Fact>
        <Fact name="Asked">{prompt === null ? 'nothing tells it' : <q>{prompt}</q>}</Fact>
        {further.map((words) => (
          <Fact key={words} name="Then">
            <q>{words}</q>
          </Fact>
        ))}
        {model === null ? null : <Fact name="Model">{model}</Fact>}
        <Fact name="Allowed">{describeApproval(approval)}</Fact>
        <Fact name="Change set">
          <code>{changeSet}</code>
          {range.broughtBackBy === null ? null : ` brought back by ${range.broughtBackBy}`}
          {range.movedBy === null ? null : ` moved by ${range.movedBy}`}
        </Fact>
      </dl>
      {source === 'ledger' ? (
        <p className="quiet">The ledger tells it; the journal of its session is not here.</p>
      ) : (
        <Button
          onClick={() => {
            opened.leave();
            route.go(session, turn ?? undefined);
          }}
        >
          Go to its turn
        </Button>
      )}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function describeApproval(approval: WrittenRange['approval']): string {
  if (approval === null) return 'nothing tells it';
  const { allowedBy, answeredBy, scope, reason } = approval;
  const by = answeredBy === null ? `by ${allowedBy}` : `by ${nameAnswerer(answeredBy)} (${allowedBy})`;
  return [by, ...(scope === null ? [] : [scope]), ...(reason === undefined ? [] : [reason])].join(', ');
}
