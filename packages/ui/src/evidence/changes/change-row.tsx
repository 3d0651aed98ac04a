import type { ChangeSetView } from '@rook/contract';
import { ChevronRight } from 'lucide-react';
import { memo, type JSX } from 'react';

import { showCost, showWhen } from '../../app/format.ts';
import { useScope } from '../../app/scope.tsx';
import { useChosen } from '../../app/value-store.ts';
import { Badge } from '../../design/badge.tsx';
import { Facts } from '../facts.tsx';
import { LineCounts } from '../path-name.tsx';
import { count, showTurn, splitPath } from '../words.ts';
import { ChangeDetail } from './change-detail.tsx';
import { describeAuthor, describeKind, markChange, sumLines } from './describe-change.ts';

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
      <button
        type="button"
        className="change-line"
        data-change={set.id}
        aria-expanded={isOpen}
        onClick={() => evidence.show({ changeSet: isOpen ? null : set.id })}
      >
        <ChevronRight className="chevron" size={14} aria-hidden />
        <span className="change-main">
          <span className="change-head">
            <span className="change-dot" aria-hidden>
              {isCurrent ? '●' : '○'}
            </span>
            <span className="truncate change-title">{nameFiles(set)}</span>
            <LineCounts {...sumLines(set)} />
          </span>
          <Facts facts={listFacts(set, isCurrent)} />
          <ChangeMarks set={set} />
        </span>
      </button>
      {isOpen ? <ChangeDetail set={set} /> : null}
    </li>
  );
});

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
    set.costUsd === null ? '' : showCost(set.costUsd),
    showWhen(set.timestamp),
  ];
  return facts.filter((fact) => fact !== '');
}
