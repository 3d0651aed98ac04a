import {
  fail,
  rookError,
  succeed,
  type EntryDraft,
  type IntentId,
  type Result,
  type SettingValues,
} from '@rook/contract';

import { createGovernance, type Governance, type GovernanceSetup } from '../intents/governance.ts';
import { createIntentBook } from '../intents/intent-book.ts';
import { takeUpIntent, type SelectAccess } from '../intents/take-up-intent.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionSetup } from './session.ts';

type GovernedSetup = Pick<SessionSetup, 'workspace' | 'settings' | 'intents'>;

export interface GovernedSession {
  /** Null where there is no workspace. */
  readonly governance: Governance | null;
  /** What the tool that selects an intent needs. */
  readonly tools: { readonly intents?: SelectAccess & { readonly maxContextChars: number } };
}

/** How the workspace of a session is governed, and how its intents are selected. */
export function governSession(
  { workspace, settings, intents }: GovernedSetup,
  record: Pick<SessionRecord, 'append' | 'state'>,
  mode: () => SettingValues['mode'],
  catchUp?: GovernanceSetup['ledger'],
): GovernedSession {
  if (workspace === null) return { governance: null, tools: {} };
  const book = createIntentBook({ intents });
  const governance = createGovernance({
    setting: settings.governance,
    workspace,
    book,
    selected: record.state.activeIntent,
    autoEdits: settings['edits.auto'] && settings['edits.autoFiles'],
    ...strictLedger(settings, catchUp),
  });
  const access = {
    book,
    record: record.append,
    mayWrite: () => mode() !== 'safe',
    maxContextChars: settings['governance.contextChars'],
  };
  return { governance, tools: { intents: access } };
}

/** Only who is strict about the ledger is kept from working without it. */
export function strictLedger(
  settings: SettingValues,
  catchUp: GovernanceSetup['ledger'],
): Pick<GovernanceSetup, 'ledger'> {
  return settings['governance.trace'] === 'strict' && catchUp !== undefined ? { ledger: catchUp } : {};
}

export interface IntentChoice {
  /** A person chooses what the work is for. */
  readonly select: (intent: IntentId) => Promise<Result<void>>;
  /** What has to be written before the first message of a session that has not begun. */
  readonly take: () => readonly EntryDraft[];
}

export function createIntentChoice(
  setup: GovernedSetup,
  record: Pick<SessionRecord, 'append' | 'state'>,
  mode: () => SettingValues['mode'],
): IntentChoice {
  const waiting: EntryDraft[] = [];
  return {
    take: () => waiting.splice(0),
    select: async (intent) => {
      const { governance, tools } = governSession(setup, record, mode);
      const facts = await governance?.look();
      if (facts?.isOn !== true || tools.intents === undefined) return fail(ungoverned());
      const append: SelectAccess['record'] = async (drafts) => {
        const written = await record.append(drafts);
        if (written.ok && written.value.length === 0) waiting.push(...drafts);
        return written;
      };
      const taken = await takeUpIntent({ ...tools.intents, record: append }, intent, { by: 'user' });
      return taken.ok ? succeed(undefined) : taken;
    },
  };
}

export function ungoverned(): ReturnType<typeof rookError> {
  const sentence =
    'This workspace is not governed, so no intent can be selected; `rook intent new` writes the first one.';
  return rookError('invalid_value', sentence);
}
