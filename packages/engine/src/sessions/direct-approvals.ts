import { rookError } from '@rook/contract';

import { createApprovalId, requestEntry, type Approvals, type Question } from '../gate/approvals.ts';
import type { SessionRecord } from './session-record.ts';

/** Asks the person who waits for the answer of their own command. */
export type ConfirmProtected = (question: Pick<Question, 'text' | 'preview'>) => Promise<boolean>;

/**
 * Questions of a command that a person has typed. Question and answer are written down together: whoever ends the command
 * at the question leaves none behind, because nobody could go on with it.
 */
export function createDirectApprovals(
  append: SessionRecord['append'],
  { confirm, surface }: { readonly confirm: ConfirmProtected; readonly surface: string },
): Approvals {
  return {
    standing: () => null,
    asked: () => null,
    ask: async (question) => {
      const isYes = await confirm(question);
      const id = createApprovalId();
      const answer = isYes ? 'yes' : 'no';
      const written = await append(
        [
          requestEntry(id, { ...question, scopes: ['once'] }),
          { event_type: 'approval_answered', approval_id: id, answer, scope: 'once', by: surface },
        ],
        { durable: true },
      );
      if (!written.ok) {
        const sentence = `The journal cannot be written, so the answer does not count; nothing was done.`;
        return { kind: 'none', error: rookError('journal_unavailable', sentence) };
      }
      return isYes ? { kind: 'yes', id } : { kind: 'no', id, reason: null };
    },
    withdraw: async () => undefined,
    void: async (id, reason) => {
      await append([{ event_type: 'approval_voided', approval_id: id, reason }], { durable: true });
    },
  };
}
