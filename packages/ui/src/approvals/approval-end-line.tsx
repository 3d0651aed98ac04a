import { useState, type JSX } from 'react';

import { DiffView } from '../diff/diff-view.tsx';
import type { ApprovalView } from '../state/conversation.ts';
import { nameAnswerer } from './name-answerer.ts';

/** A question that is settled is one line, and opens to what was asked. */
export function ApprovalEndLine({ approval }: { readonly approval: ApprovalView }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const preview = approval.command?.text ?? approval.preview?.text ?? '';
  return (
    <div className="approval-end" data-answer={approval.answer?.answer ?? 'void'}>
      <button type="button" className="line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span>{describe(approval)}</span>
        <span className="quiet truncate">{approval.question}</span>
      </button>
      {isOpen && preview !== '' ? <DiffView diff={preview} /> : null}
    </div>
  );
}

function describe({ answer, voided }: ApprovalView): string {
  if (answer === null) return `– No longer asked: ${voided ?? 'it counts no more.'}`;
  const named = nameAnswerer(answer.by);
  const who = `${named.slice(0, 1).toUpperCase()}${named.slice(1)}${named.includes(',') ? ',' : ''}`;
  if (answer.answer === 'no') return `✗ ${who} said no${answer.reason === '' ? '' : `: ${answer.reason}`}`;
  const scope = { once: 'once', session: 'for this session', always: 'for always' }[answer.scope];
  return `✓ ${who} said yes ${scope}`;
}
