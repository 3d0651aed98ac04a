import type { SessionItem } from '@rook/contract';
import { Archive, ArchiveRestore, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState, type JSX, type KeyboardEvent } from 'react';

import { showCost, showWhen } from '../app/format.ts';
import { formatRoute } from '../app/route.ts';
import { Menu } from '../design/menu.tsx';
import type { SessionDeeds } from './session-deeds.ts';

export interface SessionRowProps {
  readonly item: SessionItem;
  readonly isCurrent: boolean;
  /** The one row that Tab reaches; arrows lead to the others. */
  readonly isStop: boolean;
  readonly deeds: SessionDeeds;
}

export function SessionRow({ item, isCurrent, isStop, deeds }: SessionRowProps): JSX.Element {
  const [isRenaming, setRenaming] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const title = item.title === '' ? 'Untitled session' : item.title;
  if (isRenaming) {
    const end = (text: string | null): void => {
      setRenaming(false);
      if (text !== null && text !== item.title) void deeds.rename(item.id, text);
      requestAnimationFrame(() => link.current?.focus());
    };
    return (
      <li className="session-row">
        <RenameField title={item.title} end={end} />
      </li>
    );
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'F2') setRenaming(true);
    else if (event.key === 'Delete') void deeds.remove(item.id, title);
    else return;
    event.preventDefault();
  };
  return (
    <li className="session-row" data-current={isCurrent ? '' : undefined}>
      <a
        ref={link}
        className="session-link"
        href={formatRoute(item.id)}
        aria-current={isCurrent ? 'page' : undefined}
        tabIndex={isStop ? 0 : -1}
        title={item.problem ?? title}
        onDoubleClick={() => setRenaming(true)}
        onKeyDown={press}
      >
        <span className="session-name">
          <RowMark item={item} />
          <span className="truncate">{title}</span>
        </span>
        <RowFacts item={item} />
      </a>
      <Menu
        label={`More for ${title}`}
        icon={Ellipsis}
        className="session-menu"
        tabIndex={isStop ? 0 : -1}
        choices={[
          { label: 'Rename', icon: Pencil, keys: 'F2', run: () => setRenaming(true) },
          item.archived
            ? {
                label: 'Unarchive',
                icon: ArchiveRestore,
                run: () => void deeds.archive(item.id, title, false),
              }
            : { label: 'Archive', icon: Archive, run: () => void deeds.archive(item.id, title, true) },
          {
            label: 'Delete',
            icon: Trash2,
            keys: 'Delete',
            look: 'danger',
            run: () => void deeds.remove(item.id, title),
          },
        ]}
      />
    </li>
  );
}

function RenameField({
  title,
  end,
}: {
  readonly title: string;
  readonly end: (text: string | null) => void;
}): JSX.Element {
  const isOver = useRef(false);
  const finish = (text: string | null): void => {
    if (isOver.current) return;
    isOver.current = true;
    end(text === null || text.trim() === '' ? null : text.trim());
  };
  return (
    <input
      className="field session-rename"
      aria-label="Title of the session"
      defaultValue={title}
      ref={(field) => {
        if (field === null || document.activeElement === field) return;
        field.focus();
        field.select();
      }}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        finish(event.key === 'Enter' ? event.currentTarget.value : null);
      }}
    />
  );
}

function RowMark({ item }: { readonly item: SessionItem }): JSX.Element | null {
  if (item.waits) return <span className="mark" data-meaning="waits" aria-hidden />;
  return item.isRunning ? <span className="mark" data-meaning="running" aria-hidden /> : null;
}

function RowFacts({ item }: { readonly item: SessionItem }): JSX.Element {
  const [meaning, state] = describeState(item);
  return (
    <span className="session-facts">
      {state === null ? null : (
        <span className="session-state truncate" data-meaning={meaning}>
          {state}
        </span>
      )}
      <span className="truncate">{showWhen(item.updated)}</span>
      {item.turns > 0 ? <span>{item.turns === 1 ? '1 turn' : `${item.turns} turns`}</span> : null}
      {item.costUsd === null || item.costUsd === 0 ? null : (
        <span className="numbers">{showCost(item.costUsd)}</span>
      )}
    </span>
  );
}

function describeState(item: SessionItem): readonly [string, string | null] {
  if (item.problem !== undefined) return ['problem', 'cannot be read'];
  if (item.waits) return ['waits', 'asks you'];
  if (item.isRunning) return ['running', 'works'];
  return item.heldBy === null ? ['none', item.status] : ['held', `open in ${item.heldBy}`];
}
