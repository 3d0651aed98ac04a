import type { CallOutput, Result } from '@rook/contract';
import { SearchX, TriangleAlert } from 'lucide-react';
import { useEffect, useState, type JSX, type ReactNode } from 'react';

import { showWhen } from '../app/format.ts';
import { formatRoute } from '../app/route.ts';
import { useScope } from '../app/scope.tsx';
import { Empty } from '../design/empty.tsx';
import { Spinner } from '../design/spinner.tsx';

type Found = CallOutput<'session_search'>;
type Hit = Found['hits'][number];

const TYPING_MS = 180;
const MOST_HITS = 50;

/** Everything that was ever said or done, in all sessions. */
export function SessionSearch({ text }: { readonly text: string }): JSX.Element {
  const found = useSearch(text);
  if (found === null) {
    return (
      <p className="list-note">
        <Spinner label="Searching" /> Searching…
      </p>
    );
  }
  if (!found.ok) return <Empty icon={TriangleAlert} title="The search failed" text={found.error.message} />;
  const { hits, more, note } = found.value;
  if (hits.length === 0)
    return <Empty icon={SearchX} title="Nothing found" text={`No session holds “${text}”. ${note ?? ''}`} />;
  return (
    <section aria-label="What was found">
      <p className="list-note" role="status">
        {more ? `The first ${hits.length} hits` : hits.length === 1 ? '1 hit' : `${hits.length} hits`}
      </p>
      <ul>
        {hits.map((hit) => (
          <li key={`${hit.session} ${hit.line}`}>
            <a className="hit" href={formatRoute(hit.session, hit.turn)}>
              <span className="hit-title truncate">{hit.title}</span>
              <span className="hit-text">{markHits(hit)}</span>
              <span className="session-facts">{`${nameType(hit.type)} · ${showWhen(hit.timestamp)}`}</span>
            </a>
          </li>
        ))}
      </ul>
      {note === undefined ? null : <p className="list-note">{note}</p>}
    </section>
  );
}

/** Asks a moment after the last letter; an answer to an older text is dropped. */
function useSearch(text: string): Result<Found> | null {
  const { workbench } = useScope();
  const [found, setFound] = useState<{ readonly text: string; readonly result: Result<Found> } | null>(null);
  useEffect(() => {
    let isOver = false;
    const ask = async (): Promise<void> => {
      const result = await workbench.call('session_search', { text, limit: MOST_HITS });
      if (!isOver) setFound({ text, result });
    };
    const timer = setTimeout(() => void ask(), TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [workbench, text]);
  return found?.text === text ? found.result : null;
}

/** Where the words stood, in words of the screen. */
function nameType(type: string): string {
  return TYPE_NAMES.find(([start]) => type.startsWith(start))?.[1] ?? type.replaceAll('_', ' ');
}

const TYPE_NAMES = [
  ['message', 'your message'],
  ['answer', 'answer'],
  ['turn', 'answer'],
  ['tool_call', 'tool call'],
  ['command', 'command'],
  ['change_set', 'change set'],
  ['todo', 'todo'],
  ['session', 'title'],
] as const;

const BEFORE_HIT = 40;

/** The text from a little before its first hit, with every hit marked. */
function markHits({ text, marks }: Hit): ReactNode[] {
  const first = marks[0]?.[0] ?? 0;
  const space = text.indexOf(' ', first - BEFORE_HIT);
  const begin = first <= BEFORE_HIT ? 0 : space >= 0 && space < first ? space + 1 : first - BEFORE_HIT;
  const pieces: ReactNode[] = begin > 0 ? ['…'] : [];
  let at = begin;
  for (const [start, end] of marks) {
    pieces.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces;
}
