import { useId, type JSX } from 'react';

import type { ApprovalScope, ApprovalView } from '../state/conversation.ts';

interface ScopeChoiceProps {
  readonly approval: ApprovalView;
  readonly scope: ApprovalScope;
  readonly choose: (scope: ApprovalScope) => void;
}

const WORDS: Readonly<Record<ApprovalScope, string>> = {
  once: 'this once',
  session: 'in this session',
  always: 'always in this workspace',
};

/** For how long a yes holds, and what else it would let through. */
export function ScopeChoice({ approval, scope, choose }: ScopeChoiceProps): JSX.Element {
  const name = useId();
  const { alsoAllows, scopes } = approval;
  const covered = describeCovered(approval);
  return (
    <fieldset className="scope">
      <legend>A yes holds</legend>
      {scopes.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === scope} onChange={() => choose(one)} />
          {WORDS[one]}
        </label>
      ))}
      {covered === '' || scope === 'once' ? null : (
        <p>
          It holds for <code>{covered}</code>.
        </p>
      )}
      {alsoAllows.length === 0 || scope === 'once' ? null : (
        <p>
          It would also allow: <code>{alsoAllows.join(', ')}</code>.
        </p>
      )}
    </fieldset>
  );
}

/** What a longer yes lets through: commands of a shape, or one tool on the same files, host or source. */
function describeCovered({ patterns, tool, paths, host, source }: ApprovalView): string {
  if (patterns.length > 0) return patterns.join(', ');
  const objects = [...paths, ...(host === null ? [] : [host]), ...(source === null ? [] : [source])];
  return tool === null ? '' : [tool, objects.join(', ')].filter((word) => word !== '').join(' ');
}
