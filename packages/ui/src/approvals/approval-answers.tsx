import type { JSX } from 'react';

import { Button } from '../design/button.tsx';
import type { ApprovalScope, ApprovalView } from '../state/conversation.ts';

interface AnswersProps {
  readonly approval: ApprovalView;
  /** Its letters answer. */
  readonly isFirst: boolean;
  readonly isSending: boolean;
  readonly yes: (scope?: ApprovalScope) => void;
  readonly no: () => void;
  readonly explain: () => void;
}

/** The buttons below a question; of a line of shell they say what is done with it. */
export function ApprovalAnswers(props: AnswersProps): JSX.Element {
  const { approval, isFirst, isSending, yes, no, explain } = props;
  const isCommand = asksToRun(approval);
  const key = (letter: string): JSX.Element | null => (isFirst ? <kbd>{letter}</kbd> : null);
  const { scopes } = approval;
  return (
    <div className="needs-you-actions">
      <Button look="primary" onClick={() => yes(isCommand ? 'once' : undefined)} isDisabled={isSending}>
        {isCommand ? 'Run Once' : 'Yes'}
        {key('y')}
      </Button>
      {isCommand && scopes.includes('session') ? (
        <Button onClick={() => yes('session')} isDisabled={isSending}>
          Allow in this session{key('s')}
        </Button>
      ) : null}
      {isCommand && scopes.includes('always') ? (
        <Button onClick={() => yes('always')} isDisabled={isSending}>
          Add & Run{key('a')}
        </Button>
      ) : null}
      <Button onClick={no} isDisabled={isSending}>
        {isCommand ? 'Skip' : 'No'}
        {key('n')}
      </Button>
      <Button look="quiet" onClick={explain} isDisabled={isSending}>
        {isCommand ? 'Skip, because …' : 'No, because …'}
        {key('e')}
      </Button>
      <span className="quiet">
        {isSending ? 'Sent.' : isCommand ? 'Nothing was run.' : 'Nothing was written.'}
      </span>
    </div>
  );
}

export function asksToRun({ effect }: Pick<ApprovalView, 'effect'>): boolean {
  return effect === 'command';
}

/** What a longer yes to a line of shell lets through, before anybody gives it. */
export function AddingNote({ approval }: { readonly approval: ApprovalView }): JSX.Element | null {
  const { patterns, alsoAllows, scopes } = approval;
  if (scopes.length < 2 || patterns.length === 0) return null;
  return (
    <p className="approval-adding">
      {scopes.includes('always') ? 'Add & Run adds' : 'For this session it allows'}:{' '}
      <code>{patterns.join(', ')}</code>
      {scopes.includes('always') ? ' (in this workspace, also in later sessions).' : '.'}
      {alsoAllows.length === 0 ? null : (
        <>
          {' '}
          That would also allow: <code>{alsoAllows.join(', ')}</code>.
        </>
      )}
    </p>
  );
}
