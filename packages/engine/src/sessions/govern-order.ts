import { fail, succeed, type IntentId, type Result } from '@rook/contract';

import { createGovernance, type GovernanceFacts } from '../intents/governance.ts';
import { createIntentBook } from '../intents/intent-book.ts';
import type { Workspace } from '../ports/workspace.ts';
import { ungoverned } from './govern-session.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionSetup } from './session.ts';

/** What a person orders in a governed workspace is for an intent too. */
export interface GovernedOrder {
  /** Null where no intent counts. */
  readonly intent: IntentId | null;
  /** For the gate. */
  readonly look: () => Promise<GovernanceFacts>;
  /** Writes down for what it is done, and in the file that the intent is worked on. A rehearsal writes nothing. */
  readonly begin: (append: SessionRecord['append'], rehearsal: { readonly dryRun: boolean }) => Promise<void>;
}

interface OrderSetup extends Pick<SessionSetup, 'settings' | 'intents'> {
  readonly workspace: Workspace;
}

/** `named` is what the person named; where they named none, `otherwise` counts. Everything else the gate decides. */
export async function governOrder(
  { settings, workspace, intents }: OrderSetup,
  { named, otherwise = null }: { readonly named?: IntentId; readonly otherwise?: IntentId | null },
): Promise<Result<GovernedOrder>> {
  const selected = named ?? otherwise;
  const book = createIntentBook({ intents });
  const { look } = createGovernance({
    setting: settings.governance,
    workspace,
    book,
    selected: () => selected,
    // The word of the person stands for the question.
    autoEdits: true,
  });
  const facts = await look();
  if (!facts.isOn)
    return named === undefined
      ? succeed({ intent: null, look, begin: async () => undefined })
      : fail(ungoverned());
  return succeed({
    intent: facts.active?.id ?? null,
    look,
    begin: async (append, { dryRun }) => {
      const { active } = facts;
      if (active === null || dryRun) return;
      await append([{ event_type: 'intent_selected', intent_id: active.id, by: 'user' }]);
      if (active.status === 'IN_PROGRESS' || settings.mode === 'safe') return;
      const begun = await book.setStatus(active.id, 'IN_PROGRESS');
      if (begun.ok && begun.value.isWritten)
        await append([
          { event_type: 'intent_changed', intent_id: active.id, status: 'IN_PROGRESS', by: 'user' },
        ]);
    },
  });
}
