import { useContext, useEffect, useRef, type JSX } from 'react';

import type { Compose } from '../composer/recall-message.ts';
import { Button } from '../design/button.tsx';
import { MarkdownView } from '../markdown/markdown-view.tsx';
import type { ReplyView, TurnView } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import { LongTextView } from './long-text-view.tsx';
import type { CommandRuns } from './outstanding.ts';
import { ReplyCommands } from './reply-commands.tsx';
import { ReplyFiles } from './reply-files.tsx';
import { SummaryWatch } from './summary-watch.tsx';

export interface ReplyProps {
  readonly reply: ReplyView;
  readonly turn: TurnView;
  readonly isLast: boolean;
  readonly runs: CommandRuns;
  readonly store: SessionStore;
  readonly compose: Compose;
}

/** A structured answer: summary, sections, file changes, commands, next steps. */
export function ReplyBody(props: ReplyProps): JSX.Element {
  const { reply, turn, isLast, runs, store, compose } = props;
  return (
    <div className="reply">
      <Summary reply={reply} turnKey={turn.key} isLast={isLast} />
      {reply.sections.map(({ heading, content }, place) => (
        <section key={`${place}-section`} className="reply-part">
          {heading === '' ? null : <h3>{heading}</h3>}
          <MarkdownView text={content} />
        </section>
      ))}
      <RecoveredTodos reply={reply} />
      <ReplyFiles reply={reply} turn={turn} store={store} />
      <ReplyCommands reply={reply} turn={turn} runs={runs} store={store} />
      <NextSteps reply={reply} compose={compose} />
      {reply.isComplete && reply.problems.length > 0 ? (
        <details className="reply-problems">
          <summary>The form of the reply was mended ({reply.problems.length})</summary>
          <ul>
            {reply.problems.map((problem, place) => (
              <li key={`${place}-problem`}>{problem}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}

/** Todos of a whole reply are in the list of the session; those that were only recovered stand nowhere else. */
function RecoveredTodos({ reply }: Pick<ReplyProps, 'reply'>): JSX.Element | null {
  if (reply.isComplete || reply.todos.length === 0) return null;
  return (
    <section className="reply-part">
      <h3>Todos</h3>
      <ul className="recovered-todos">
        {reply.todos.map((text, place) => (
          <li key={`${place}-todo`}>○ {text}</li>
        ))}
      </ul>
    </section>
  );
}

interface SummaryProps {
  readonly reply: ReplyView;
  readonly turnKey: string;
  readonly isLast: boolean;
}

function Summary({ reply, turnKey, isLast }: SummaryProps): JSX.Element | null {
  const watch = useContext(SummaryWatch);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isLast || watch === null || box.current === null) return undefined;
    const observer = new IntersectionObserver((seen) => {
      const last = seen.at(-1);
      if (last !== undefined) watch(turnKey, last.isIntersecting);
    });
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      watch(turnKey, false);
    };
  }, [isLast, watch, turnKey]);
  if (reply.summary.text === '') return null;
  return (
    <div className="reply-summary" ref={box}>
      <LongTextView long={reply.summary}>{(text) => <MarkdownView text={text} />}</LongTextView>
    </div>
  );
}

/** A click writes the words into the input; it sends nothing. */
function NextSteps({ reply, compose }: Pick<ReplyProps, 'reply' | 'compose'>): JSX.Element | null {
  if (reply.nextSteps.length === 0) return null;
  return (
    <div className="next-steps" role="group" aria-label="Next steps">
      <span className="quiet">next:</span>
      {reply.nextSteps.map(({ label, text }, place) => (
        <Button key={`${place}-${text}`} onClick={() => compose(text)}>
          {label}
        </Button>
      ))}
    </div>
  );
}
