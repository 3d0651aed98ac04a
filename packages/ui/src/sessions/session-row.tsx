import type { SessionItem } from '@rook/contract';
import { useRef, useState, type JSX, type KeyboardEvent } from 'react';

import { showCost, showWhen } from '../app/format.ts';
import { formatRoute } from '../app/route.ts';
import { Badge } from '../design/badge.tsx';
import { RenameField } from './rename-field.tsx';
import type { SessionDeeds } from './session-deeds.ts';
import { nameStatus, SessionMarks } from './session-marks.tsx';
import { SessionMenu } from './session-menu.tsx';

export interface SessionRowProps {
  readonly item: SessionItem;
  readonly isCurrent: boolean;
  /** The one row that Tab reaches; arrows lead to the others. */
  readonly isStop: boolean;
  readonly deeds: SessionDeeds;
}

export function SessionRow({ item, isCurrent, isStop, deeds }: SessionRowProps): JSX.Element {
  const [isRenaming, setRenaming] = useState(false);
  const [isMarking, setMarking] = useState(false);
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
  const remove = (): void => void leaveRow(link.current, deeds.remove(item.id, title));
  const archive = (isArchived: boolean): void =>
    void leaveRow(link.current, deeds.archive(item.id, title, isArchived));
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'F2') setRenaming(true);
    else if (event.key === 'Delete') remove();
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
      <SessionMenu
        item={item}
        title={title}
        isStop={isStop}
        rename={() => setRenaming(true)}
        mark={() => setMarking(true)}
        archive={archive}
        remove={remove}
      />
      {isMarking ? <SessionMarks item={item} deeds={deeds} close={() => setMarking(false)} /> : null}
    </li>
  );
}

/** The row goes, and the focus with it; it goes on to the row beside instead of to nowhere. */
async function leaveRow(link: HTMLElement | null, work: Promise<void>): Promise<void> {
  const links = [...document.querySelectorAll<HTMLElement>('.session-link')];
  const index = link === null ? -1 : links.indexOf(link);
  const beside = links[index + 1] ?? links[index - 1];
  await work;
  requestAnimationFrame(() => {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body || activeElement === link;
    if (isLost) (beside ?? document.querySelector<HTMLElement>('.composer-text'))?.focus();
  });
}

function RowMark({ item }: { readonly item: SessionItem }): JSX.Element | null {
  if (item.waits) return <span className="session-mark" data-meaning="waits" aria-hidden />;
  return item.isRunning ? <span className="session-mark" data-meaning="running" aria-hidden /> : null;
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
      <span>{showWhen(item.updated)}</span>
      {item.turns > 0 ? <span>{item.turns === 1 ? '1 turn' : `${item.turns} turns`}</span> : null}
      {item.costUsd === null || item.costUsd === 0 ? null : (
        <span className="numbers">{showCost(item.costUsd)}</span>
      )}
      {item.labels.map((label) => (
        <Badge key={label}>{label}</Badge>
      ))}
    </span>
  );
}

function describeState(item: SessionItem): readonly [string, string | null] {
  if (item.problem !== undefined) return ['problem', 'cannot be read'];
  if (item.waits) return ['waits', 'asks you'];
  if (item.isRunning) return ['running', 'works'];
  return item.heldBy === null
    ? ['none', item.status === null ? null : nameStatus(item.status)]
    : ['held', `open in ${item.heldBy}`];
}
