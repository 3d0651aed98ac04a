import { fail, succeed, type IntentId, type Result, type RookError } from '@rook/contract';

import { catchUpLedger } from '../intents/catch-up-ledger.ts';
import { createGovernance, type GovernanceFacts } from '../intents/governance.ts';
import { createIntentBook } from '../intents/intent-book.ts';
import type { Workspace } from '../ports/workspace.ts';
import { strictLedger, ungoverned } from './govern-session.ts';
import { describeCorrected, probeLedger } from './keep-ledger.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionSetup } from './session.ts';

/** What a person orders in a governed workspace is for an intent too. */
export interface GovernedOrder {
  readonly isOn: boolean;
  /** Null where no intent counts. */
  readonly intent: IntentId | null;
  /** For the gate. */
  readonly look: () => Promise<GovernanceFacts>;
  /** Writes down for what it is done, and in the file that the intent is worked on. A rehearsal writes nothing. */
  readonly begin: (append: SessionRecord['append'], rehearsal: { readonly dryRun: boolean }) => Promise<void>;
}

interface OrderSetup extends Pick<
  SessionSetup,
  'settings' | 'intents' | 'ledger' | 'store' | 'lines' | 'log'
> {
  readonly workspace: Workspace;
}

interface OrderChoice {
  /** What the person named. */
  readonly named?: IntentId;
  /** What counts where they named none. */
  readonly otherwise?: IntentId | null;
  readonly dryRun: boolean;
}

/** Everything but which intent it is the gate decides. */
export async function governOrder(
  setup: OrderSetup,
  { named, otherwise = null, dryRun: isRehearsal }: OrderChoice,
): Promise<Result<GovernedOrder>> {
  const { settings, workspace, intents } = setup;
  const selected = named ?? otherwise;
  const book = createIntentBook({ intents });
  const { look } = createGovernance({
    setting: settings.governance,
    workspace,
    book,
    selected: () => selected,
    isOrder: true,
    // The word of the person stands for the question.
    autoEdits: true,
    ...strictLedger(settings, async () => catchUpForOrder(setup, isRehearsal)),
  });
  const facts = await look();
  if (!facts.isOn)
    return named === undefined
      ? succeed({ isOn: false, intent: null, look, begin: async () => undefined })
      : fail(ungoverned());
  return succeed({
    isOn: true,
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

/** What sessions before this one left out. A rehearsal writes nothing, and finds whether it could be. */
async function catchUpForOrder(
  { ledger, store, lines, log }: OrderSetup,
  isRehearsal: boolean,
): Promise<RookError | null> {
  if (ledger === null) return null;
  if (isRehearsal) return probeLedger(ledger);
  const redact = (text: string) => lines.redactor.redactText(text).text;
  const done = await catchUpLedger({ file: ledger.file, syntax: ledger.syntax, store, redact }, null);
  if (!done.ok) return done.error;
  const { corrected } = done.value;
  if (corrected.length > 0) log?.write('warn', describeCorrected(corrected), {});
  return null;
}
