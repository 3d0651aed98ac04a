import type { ChangeSetView } from '@rook/contract';
import { ChevronRight } from 'lucide-react';
import { memo, type JSX } from 'react';

import { showCost } from '../../app/format.ts';
import { useScope } from '../../app/scope.tsx';
import { useChosen } from '../../app/value-store.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Facts } from '../facts.tsx';
import { count, showTurn, splitPath } from '../words.ts';
import { Age } from './age.tsx';
import { ChangeDetail } from './change-detail.tsx';
import { describeAuthor, describeKind, findDirection, markChange, sumLines } from './describe-change.ts';

export interface ChangeRowProps {
  readonly set: ChangeSetView;
  /** The newest that stands. */
  readonly isCurrent: boolean;
}

/** One change set; it opens in place to its files. */
export const ChangeRow = memo(function ChangeRow({ set, isCurrent }: ChangeRowProps): JSX.Element {
  const { evidence } = useScope();
  const isOpen = useChosen(evidence, ({ changeSet }) => changeSet === set.id);
  return (
    <li className="change-set" data-undone={set.isUndone} data-open={isOpen}>
      <div className="change-row">
        <button
          type="button"
          className="change-line"
          data-change={set.id}
          aria-expanded={isOpen}
          onClick={() => evidence.show({ changeSet: isOpen ? null : set.id })}
        >
          <ChevronRight className="chevron" size={14} aria-hidden />
          <span className="change-main">
            <ChangeHead set={set} isCurrent={isCurrent} />
            <span className="truncate change-files" title={set.files.map(({ path }) => path).join(', ')}>
              {nameFiles(set)}
            </span>
            <Facts facts={listFacts(set, isCurrent)} />
            <ChangeMarks set={set} />
          </span>
        </button>
        <RewindButton set={set} />
      </div>
      {isOpen ? <ChangeDetail set={set} /> : null}
    </li>
  );
});

/** As in `● Change #3 - 2 files (+45 -12) - $0.02 - 3s ago`. */
function ChangeHead({ set, isCurrent }: ChangeRowProps): JSX.Element {
  const { added, removed } = sumLines(set);
  return (
    <span className="change-head numbers">
      <span className="change-dot" aria-hidden>
        {isCurrent ? '●' : '○'}
      </span>{' '}
      <span className="change-title">{`Change #${set.number}`}</span>
      {` - ${count(set.files.length, 'file')} (`}
      <span data-meaning="added">{`+${added}`}</span> <span data-meaning="removed">{`-${removed}`}</span>
      {`)${set.costUsd === null ? '' : ` - ${showCost(set.costUsd)}`} - `}
      <Age timestamp={set.timestamp} />
    </span>
  );
}

/** A rewind that stands is taken back by going forward. */
function RewindButton({ set }: { readonly set: ChangeSetView }): JSX.Element | null {
  const { evidence } = useScope();
  const direction = findDirection(set);
  if (direction === null) return null;
  const { id: changeSet, session, number } = set;
  return (
    <Button
      className="small change-rewind"
      onClick={() => evidence.show({ rewind: { direction, changeSet, session } })}
    >
      {direction === 'rewind' ? '◀ Rewind' : '▶ Forward'}
      <span className="visually-hidden">{` change #${number}`}</span>
    </Button>
  );
}

function ChangeMarks({ set }: { readonly set: ChangeSetView }): JSX.Element | null {
  const marks = markChange(set);
  if (marks.length === 0) return null;
  return (
    <span className="change-marks">
      {marks.map(({ word, meaning, text }) => (
        <span key={word} title={text}>
          <Badge meaning={meaning}>{word}</Badge>
        </span>
      ))}
    </span>
  );
}

function nameFiles({ files }: ChangeSetView): string {
  const [first] = files;
  if (first === undefined) return 'No files';
  const { name } = splitPath(first.path);
  return files.length === 1 ? name : `${name} and ${count(files.length - 1, 'more file')}`;
}

function listFacts(set: ChangeSetView, isCurrent: boolean): readonly string[] {
  const facts = [
    isCurrent ? 'current' : '',
    set.kind === 'edit' || set.kind === 'by_command' ? '' : describeKind(set).toLowerCase(),
    set.turn === null ? 'between turns' : showTurn(set.turn),
    describeAuthor(set),
    set.intent ?? '',
  ];
  return facts.filter((fact) => fact !== '');
}
