import { CircleHelp } from 'lucide-react';
import { useRef, useState, type JSX } from 'react';

import { LongTextView } from '../conversation/long-text-view.tsx';
import { useLetters } from '../conversation/use-letters.ts';
import { DiffView } from '../diff/diff-view.tsx';
import type { ApprovalScope, ApprovalView } from '../state/conversation.ts';
import { listOpenApprovals } from '../state/session-facts.ts';
import type { SessionStore } from '../state/session-store.ts';
import { useSession } from '../state/use-session.ts';
import { AddingNote, ApprovalAnswers, asksToRun } from './approval-answers.tsx';
import { ApprovalEndLine } from './approval-end-line.tsx';
import { ApprovalReason } from './approval-reason.tsx';
import { ScopeChoice } from './scope-choice.tsx';

interface ApprovalProps {
  readonly approval: ApprovalView;
  readonly store: SessionStore;
}

/** What would happen, exactly, and the answer of a person. `y`, `n` and `e` answer the oldest that is open, `s` and `a` a line of shell for longer. */
export function ApprovalBlock({ approval, store }: ApprovalProps): JSX.Element {
  if (approval.state !== 'open') return <ApprovalEndLine approval={approval} />;
  return <OpenApproval approval={approval} store={store} />;
}

const LONGER = [
  ['s', 'session'],
  ['a', 'always'],
] as const;

function OpenApproval({ approval, store }: ApprovalProps): JSX.Element {
  const block = useRef<HTMLElement>(null);
  const [scope, setScope] = useState<ApprovalScope>('once');
  const [isExplaining, setExplaining] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isFirst = useSession(store, (state) => listOpenApprovals(state)[0]?.id === approval.id);
  const answer = (word: 'yes' | 'no', reason = '', holds = scope): void => {
    if (isSending) return;
    setSending(true);
    // The buttons go with the answer; who works with the keyboard stays where they are.
    block.current?.focus();
    const command = {
      type: 'approval_answer' as const,
      approval_id: approval.id,
      answer: word,
      ...(word === 'yes' ? { scope: holds } : {}),
      ...(reason === '' ? {} : { reason }),
    };
    const send = async (): Promise<void> => {
      const sent = await store.send(command);
      setProblem(sent.ok ? null : sent.error.message);
      if (!sent.ok) setSending(false);
    };
    void send();
  };
  const yes = (holds?: ApprovalScope): void => answer('yes', '', holds);
  const isCommand = asksToRun(approval);
  const longer = isCommand ? LONGER.filter(([, holds]) => approval.scopes.includes(holds)) : [];
  const letters = {
    y: () => yes(),
    n: () => answer('no'),
    e: () => setExplaining(true),
    ...Object.fromEntries(longer.map(([letter, holds]) => [letter, () => yes(holds)])),
  };
  useLetters(letters, !isFirst || isSending);
  return (
    <section
      className="needs-you approval"
      data-meaning="asks"
      data-asks
      ref={block}
      tabIndex={-1}
      aria-label={`Question: ${approval.question}`}
    >
      <p className="needs-you-sentence">
        <CircleHelp size={16} aria-hidden />
        <strong>{approval.question}</strong>
      </p>
      <ApprovalFacts approval={approval} />
      <ApprovalPreview approval={approval} store={store} />
      {isCommand ? <AddingNote approval={approval} /> : null}
      {approval.scopes.length > 1 && !isCommand ? (
        <ScopeChoice approval={approval} scope={scope} choose={setScope} />
      ) : null}
      {isExplaining ? (
        <ApprovalReason
          isSending={isSending}
          send={(reason) => answer('no', reason)}
          cancel={() => setExplaining(false)}
        />
      ) : (
        <ApprovalAnswers
          approval={approval}
          isFirst={isFirst}
          isSending={isSending}
          yes={yes}
          no={() => answer('no')}
          explain={() => setExplaining(true)}
        />
      )}
      {problem === null ? null : (
        <p className="needs-you-problem" role="alert">
          The answer did not arrive: {problem}
        </p>
      )}
    </section>
  );
}

/** Why it is asked, and what to look at twice. */
function ApprovalFacts({ approval }: { readonly approval: ApprovalView }): JSX.Element {
  const { rule, host, source, removes, runsCode } = approval;
  const facts = [
    ...(rule === null ? [] : [`Asked by the rule ${rule}.`]),
    ...(host === null ? [] : [`Reaches ${host}.`]),
    ...(source === null ? [] : [`A tool of the source ${source}.`]),
    ...(removes.length === 0 ? [] : [`Removes ${removes.join(', ')}.`]),
    ...(runsCode ? ['Runs code of the workspace.'] : []),
  ];
  return facts.length === 0 ? <></> : <p className="quiet approval-facts">{facts.join(' ')}</p>;
}

/** What came live takes the place of what was written down, because that lost what looks like a secret. */
function ApprovalPreview({ approval, store }: ApprovalProps): JSX.Element | null {
  const live = useSession(store, ({ stream }) => stream.previews.get(approval.id));
  if (approval.command !== null)
    return (
      <LongTextView long={approval.command}>
        {(text) => (
          <pre className="approval-command" tabIndex={0} aria-label="Command">
            $ {live ?? text}
          </pre>
        )}
      </LongTextView>
    );
  const isRedacted = live !== undefined && approval.preview?.cut === null && approval.preview.text !== live;
  if (live !== undefined && !isRedacted) return <DiffView diff={live} />;
  if (live !== undefined)
    return (
      <>
        <p className="quiet">It holds what looks like a secret. It is shown here alone and is not kept.</p>
        <DiffView diff={live} />
      </>
    );
  if (approval.preview === null) return null;
  return <LongTextView long={approval.preview}>{(text) => <DiffView diff={text} />}</LongTextView>;
}
