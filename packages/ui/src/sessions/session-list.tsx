import { Archive, MessagesSquare, Trash2, TriangleAlert } from 'lucide-react';
import { useMemo, type JSX, type KeyboardEvent, type ReactNode } from 'react';

import { showWhen } from '../app/format.ts';
import { useScope } from '../app/scope.tsx';
import { useChosen, useStore } from '../app/value-store.ts';
import { Button } from '../design/button.tsx';
import { Empty } from '../design/empty.tsx';
import { Skeleton } from '../design/skeleton.tsx';
import { groupByDay } from './group-by-day.ts';
import { createSessionDeeds } from './session-deeds.ts';
import { SessionRow } from './session-row.tsx';
import type { SessionsState } from './sessions-store.ts';

export function SessionList(): JSX.Element {
  const scope = useScope();
  const state = useStore(scope.sessions);
  if (state.phase === 'loading') return <Skeletons />;
  if (state.phase === 'failed') {
    return (
      <Empty
        icon={TriangleAlert}
        title="The sessions could not be read"
        text={state.error?.message ?? 'Nothing was changed.'}
      >
        <Button onClick={() => void scope.sessions.refresh()}>Try again</Button>
      </Empty>
    );
  }
  return state.view === 'trash' ? <TrashList state={state} /> : <Rows state={state} />;
}

function Rows({ state }: { readonly state: SessionsState }): JSX.Element {
  const scope = useScope();
  const deeds = useMemo(() => createSessionDeeds(scope), [scope]);
  const shown = useChosen(scope.route, ({ session }) => session);
  const isArchive = state.view === 'archived';
  const items = state.items.filter(({ archived }) => archived === isArchive);
  if (items.length === 0) {
    return isArchive ? (
      <Empty
        icon={Archive}
        title="Nothing is archived"
        text="Archived sessions leave the list and stay whole."
      />
    ) : (
      <Empty
        icon={MessagesSquare}
        title="No sessions yet"
        text="A session begins with your first message. It is kept here, with all that was done in it."
      />
    );
  }
  const stop = items.some(({ id }) => id === shown) ? shown : items[0]?.id;
  return (
    <nav aria-label="Sessions" onKeyDown={walkWithArrows}>
      {groupByDay(items, new Date()).map((group) => (
        <section key={group.name} className="session-group">
          <h2>{group.name}</h2>
          <ul>
            {group.items.map((item) => (
              <SessionRow
                key={item.id}
                item={item}
                isCurrent={item.id === shown}
                isStop={item.id === stop}
                deeds={deeds}
              />
            ))}
          </ul>
        </section>
      ))}
      {state.hasMore ? <Button onClick={() => scope.sessions.showMore()}>Show more</Button> : null}
    </nav>
  );
}

function TrashList({ state }: { readonly state: SessionsState }): ReactNode {
  const scope = useScope();
  const deeds = useMemo(() => createSessionDeeds(scope), [scope]);
  if (state.trash.length === 0)
    return (
      <Empty
        icon={Trash2}
        title="The trash is empty"
        text="Deleted sessions wait here and can be brought back."
      />
    );
  return (
    <ul className="session-group" aria-label="Trash">
      {state.trash.map(({ id, title, deleted }) => (
        <li key={id} className="session-row">
          <span className="session-link">
            <span className="session-name truncate">{title}</span>
            <span className="session-facts">{`deleted ${showWhen(deleted)}`}</span>
          </span>
          <Button look="quiet" onClick={() => void deeds.bringBack(id, title)}>
            Bring back
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The rows are one stop of Tab; arrows, Home and End walk among them. */
function walkWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !activeElement.matches('.session-link')) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.session-link')];
  const index = links.indexOf(activeElement);
  const target = new Map([
    ['ArrowDown', index + 1],
    ['ArrowUp', index - 1],
    ['Home', 0],
    ['End', links.length - 1],
  ]).get(event.key);
  if (target === undefined) return;
  event.preventDefault();
  links[target]?.focus();
}

const WIDTHS = ['72%', '54%', '80%', '46%', '64%', '70%'] as const;

function Skeletons(): JSX.Element {
  return (
    <div className="session-skeletons" role="status" aria-label="Reading the sessions">
      {WIDTHS.map((width) => (
        <div key={width}>
          <Skeleton width={width} />
          <Skeleton width="38%" height={9} />
        </div>
      ))}
    </div>
  );
}
