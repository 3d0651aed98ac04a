import type { EntryDraft, MessageId, SessionId, TurnId } from '@rook/contract';

import type { Approvals } from '../gate/approvals.ts';
import type { UnaskedAdvice } from '../gate/ask-person.ts';
import type { Workspace } from '../ports/workspace.ts';
import { createDirectApprovals, type ConfirmProtected } from './direct-approvals.ts';
import type { GovernedOrder } from './govern-order.ts';
import { keepLedger } from './keep-ledger.ts';
import type { SessionRecord } from './session-record.ts';
import type { RecordSetup, SessionSetup } from './session.ts';

/** What all that a person orders works with. */
export interface ApplySetup
  extends RecordSetup, Pick<SessionSetup, 'settings' | 'protectedAnswers' | 'rules' | 'intents' | 'sealKey'> {
  readonly workspace: Workspace;
  /** Asks about protected files; left out: only the flag says yes. */
  readonly confirm?: ConfirmProtected;
}

/** Only where the ledger names it, somebody looks for it. */
export function revisionOf(
  { ledger }: ApplySetup,
  { isOn }: Pick<GovernedOrder, 'isOn'>,
): () => Promise<string | null | undefined> {
  return async () => (isOn ? ledger?.revision() : undefined);
}

/** For the person who typed it. */
export const adviseTyper: UnaskedAdvice = (flag) =>
  `nothing was done. Call it again with ${flag}, or in a terminal and without --json, where you are asked`;

/** Nobody is asked in a rehearsal, which writes nothing down. */
export function directApprovals(
  { confirm, holder }: ApplySetup,
  append: SessionRecord['append'],
): { readonly approvals?: Approvals } {
  if (confirm === undefined) return {};
  return { approvals: createDirectApprovals(append, { confirm, surface: holder.surface }) };
}

export function startOf(turn: TurnId, message: MessageId, isGoverned: boolean): EntryDraft {
  const governed = isGoverned ? { governed: true as const } : {};
  return { event_type: 'turn_started', turn_id: turn, message_id: message, ...governed };
}

/** At the end of a turn that a person ordered, while its session is still held. */
export async function settleLedger(setup: ApplySetup, { session, record, isOn }: LedgerOrder): Promise<void> {
  if (isOn) await keepLedger(setup, { session, record }, setup.listener.notice ?? (() => undefined)).settle();
}

interface LedgerOrder {
  readonly session: SessionId;
  readonly record: Pick<SessionRecord, 'append' | 'trace' | 'state'>;
  readonly isOn: boolean;
}
