import { memo, useMemo, type JSX } from 'react';

import { ApprovalBlock } from '../approvals/approval-block.tsx';
import { BatchPanel } from '../commands/batch-panel.tsx';
import { CommandBlock } from '../commands/command-view.tsx';
import type { Compose } from '../composer/recall-message.ts';
import { MarkdownView } from '../markdown/markdown-view.tsx';
import type { ChangeView, TurnView } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import { ActivityLine } from './activity-line.tsx';
import { arrangeTurn, type FlowItem } from './arrange-turn.ts';
import { ChangeLine } from './change-line.tsx';
import { DoneSummary } from './done-summary.tsx';
import { FoldedText } from './folded-text.tsx';
import { useLeftTurn } from './left-turn.ts';
import { LiveAnswer } from './live-answer.tsx';
import { LongTextView } from './long-text-view.tsx';
import type { CommandRuns } from './outstanding.ts';
import { QuestionBlock } from './question-block.tsx';
import { RewindCard } from './rewind-card.tsx';
import { describeRewind } from './rewind-words.ts';
import { RoundBody } from './round-body.tsx';
import { RunningLine } from './running-line.tsx';
import { StatusBar } from './status-bar.tsx';
import { TurnEnd } from './turn-end.tsx';
import { WaitingBlock } from './waiting-block.tsx';

export interface TurnCardProps {
  readonly turn: TurnView;
  readonly isLast: boolean;
  readonly runs: CommandRuns;
  readonly store: SessionStore;
  readonly compose: Compose;
}

/** One turn: the question, what was done, the answer, and what needs a person. */
export const TurnCard = memo(function TurnCard(props: TurnCardProps): JSX.Element {
  const { store, compose } = props;
  const turn = useLeftTurn(props.turn, store);
  const items = useMemo(() => arrangeTurn(turn), [turn]);
  const rewind = describeRewind(turn);
  if (rewind !== null) return <RewindCard turn={turn} words={rewind} store={store} />;
  const isOpen = turn.status === 'running' || turn.status === 'asks';
  const isInBatch = turn.batches.some(({ end }) => end === null);
  return (
    <article
      className="turn"
      data-status={turn.status}
      tabIndex={-1}
      aria-label={nameTurn(turn)}
      data-turn={turn.key}
      data-seq={turn.seq}
    >
      <h2 className="visually-hidden">Turn {turn.id ?? ''}</h2>
      <QuestionBlock turn={turn} store={store} compose={compose} />
      <div className="answer">
        <span className="who">rook</span>
        <div className="answer-body">
          {turn.status === 'waiting' ? <WaitingBlock turn={turn} store={store} /> : null}
          {items.map((item) => (
            <FlowView key={`${item.kind}-${item.seq}`} item={item} {...props} turn={turn} />
          ))}
          <SettledAnswer turn={turn} />
          {isOpen && !isInBatch ? <LiveAnswer turn={turn} store={store} /> : null}
          {turn.status === 'running' ? <RunningLine turn={turn} store={store} /> : null}
          <TurnEnd turn={turn} store={store} compose={compose} />
          <DoneSummary turn={turn} runs={props.runs} />
        </div>
      </div>
      {turn.ended === null && turn.status !== 'asks' ? null : (
        <StatusBar turn={turn} runs={props.runs} store={store} answer={answerText(turn)} />
      )}
    </article>
  );
});

function nameTurn({ question, status }: TurnView): string {
  return `Turn: ${question?.text.slice(0, 80) ?? 'unknown question'} (${status})`;
}

function answerText({ answer, rounds }: TurnView): string {
  return answer?.text ?? rounds.map(({ text }) => text.text).join('\n\n');
}

/** A journal without rounds has the answer in the end of its turn alone; where that is what a batch said, its panel has it. */
function SettledAnswer({ turn }: { readonly turn: TurnView }): JSX.Element | null {
  const isShown = turn.rounds.some(({ text, reply }) => text.text !== '' || reply !== null);
  if (turn.answer === null || turn.answer.text === '' || isShown || turn.batches.length > 0) return null;
  return <LongTextView long={turn.answer}>{(text) => <MarkdownView text={text} />}</LongTextView>;
}

function FlowView(props: TurnCardProps & { readonly item: FlowItem }): JSX.Element | null {
  const { item, turn, store } = props;
  switch (item.kind) {
    case 'round':
      return (
        <RoundBody
          round={item.round}
          turn={turn}
          isLast={props.isLast}
          runs={props.runs}
          store={store}
          compose={props.compose}
        />
      );
    case 'activity':
      return <ActivityLine activity={item.activity} about={item.about} store={store} />;
    case 'approval':
      return <ApprovalBlock approval={item.approval} store={store} />;
    case 'command':
      return <CommandBlock command={item.command} store={store} />;
    case 'batch':
      return (
        <BatchPanel
          batch={item.batch}
          commands={turn.commands}
          changes={turn.changes}
          told={turn.failure?.message}
          store={store}
        />
      );
    case 'change':
      return <ChangeLine change={item.change} store={store} isTold={isToldAtEnd(turn, item.change)} />;
    case 'steering':
      return (
        <div className="steering">
          <span className="who">you</span>
          <LongTextView long={item.steering.text}>
            {(text) => <FoldedText className="question-text" text={text} />}
          </LongTextView>
        </div>
      );
  }
}

/** A turn that failed because of a change says why at its end; the change does not say it again. */
function isToldAtEnd({ failure }: TurnView, change: ChangeView): boolean {
  return failure !== null && failure.message === change.failure?.message;
}
