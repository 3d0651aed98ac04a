import type { SessionId, SettingValues } from '@rook/contract';

import type { ConversationMessage } from '../context/conversation.ts';
import type { Gate } from '../gate/pass-gate.ts';
import type { Governance } from '../intents/governance.ts';
import type { ModelCaller } from '../models/call-model.ts';
import type { KeptLedger } from './keep-ledger.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionSetup } from './session.ts';

/** Where a turn runs. */
export interface TurnPlace {
  readonly setup: SessionSetup;
  readonly id: SessionId;
  readonly record: SessionRecord;
  readonly gate: Gate;
  readonly caller: ModelCaller;
  readonly governance: Governance | null;
  readonly ledger: KeptLedger;
  readonly takeSteering: () => readonly ConversationMessage[];
  /** As it is when the turn begins. */
  readonly mode: () => SettingValues['mode'];
}
