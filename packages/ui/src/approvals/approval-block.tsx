import { CircleHelp } from 'lucide-react';
import { useRef, useState, type JSX } from 'react';

import { LongTextView } from '../conversation/long-text-view.tsx';
import { useLetters } from '../conversation/use-letters.ts';
import { Button } from '../design/button.tsx';
import { DiffView } from '../diff/diff-view.tsx';
import type { ApprovalScope, ApprovalView } from '../state/conversation.ts';
import { listOpenApprovals } from '../state/session-facts.ts';
import type { SessionStore } from '../state/session-store.ts';
import { useSession } from '../state/use-session.ts';
import { ApprovalEndLine } from './approval-end-line.tsx';
import { ApprovalReason } from './approval-reason.tsx';
import { ScopeChoice } from './scope-choice.tsx';

interface ApprovalProps {
  readonly approval: ApprovalView;
  readonly store: SessionStore;
}

/** What would happen, exactly, and the answer of a person. `y`, `n` and `e` answer the oldest that is open. */
export function ApprovalBlock({ approval, store }: ApprovalProps): JSX.Element {
  if (approval.state !== 'open') return <ApprovalEndLine approval={approval} />;
  return <OpenApproval approval={approval} store={store} />;
}

function OpenApproval({ approval, store }: ApprovalProps): JSX.Element {
  const block = useRef<HTMLElement>(null);
  const [scope, setScope] = useState<ApprovalScope>('once');
  const [isExplaining, setExplaining] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isFirst = useSession(store, (state) => listOpenApprovals(state)[0]?.id === approval.id);
  const answer = (word: 'yes' | 'no', reason = ''): void => {
    if (isSending) return;
    setSending(true);
    // The buttons go with the answer; who works with the keyboard stays where they are.
    block.current?.focus();
    const command = {
      type: 'approval_answer' as const,
      approval_id: approval.id,
      answer: word,
      ...(word === 'yes' ? { scope } : {}),
      ...(reason === '' ? {} : { reason }),
    };
    const send = async (): Promise<void> => {
      const sent = await store.send(command);
      setProblem(sent.ok ? null : sent.error.message);
      if (!sent.ok) setSending(false);
    };
    void send();
  };
  const letters = { y: () => answer('yes'), n: () => answer('no'), e: () => setExplaining(true) };
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
      {approval.scopes.length > 1 ? (
        <ScopeChoice approval={approval} scope={scope} choose={setScope} />
      ) : null}
      {isExplaining ? (
        <ApprovalReason
          isSending={isSending}
          send={(reason) => answer('no', reason)}
          cancel={() => setExplaining(false)}
        />
      ) : (
        <div className="needs-you-actions">
          <Button look="primary" onClick={() => answer('yes')} isDisabled={isSending}>
            Yes{isFirst ? <kbd>y</kbd> : null}
          </Button>
          <Button onClick={() => answer('no')} isDisabled={isSending}>
            No{isFirst ? <kbd>n</kbd> : null}
          </Button>
          <Button look="quiet" onClick={() => setExplaining(true)} isDisabled={isSending}>
            No, because …{isFirst ? <kbd>e</kbd> : null}
          </Button>
          {isSending ? (
            <span className="quiet">Sent.</span>
          ) : (
            <span className="quiet">Nothing was written.</span>
          )}
        </div>
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
