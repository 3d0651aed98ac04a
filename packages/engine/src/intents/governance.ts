import { rookError, type IntentId, type RookError, type SettingValues } from '@rook/contract';

import { spellingKey } from '../ports/spelling-key.ts';
import type { Workspace } from '../ports/workspace.ts';
import { findIntent, type IntentBook } from './intent-book.ts';
import { loadIntentIgnore } from './intent-ignore.ts';
import { createScopeTest } from './intent-scope.ts';
import { INTENTS_PATH, isOpenIntent, ORCHESTRATION_FOLDER, type Intent } from './intent.ts';

/** What governance says of a workspace now. */
export type GovernanceFacts = { readonly isOn: false } | GovernedFacts;

export interface GovernedFacts {
  readonly isOn: true;
  /** The intent that work counts for; null where none is selected or the selected one cannot be used. */
  readonly active: Intent | null;
  /** All that there are; none where the file cannot be read. */
  readonly intents: readonly Intent[];
  /** Why nothing but reading is allowed; null where something is. */
  readonly problem: RookError | null;
  /** Of a real path in the workspace: in the scope, outside, or exempt from scopes. */
  readonly judge: (path: string) => 'in' | 'out' | 'exempt';
  /** Verified edits in the scope need no question. */
  readonly autoEdits: boolean;
}

export const UNGOVERNED: GovernanceFacts = { isOn: false };

const NO_INTENT = 'No active intent selected. Call select_active_intent first.';

export interface Governance {
  /** Looks at the files, because people change them meanwhile. */
  readonly look: () => Promise<GovernanceFacts>;
  /** What the last look found. */
  readonly isOn: () => boolean;
}

export interface GovernanceSetup {
  readonly setting: SettingValues['governance'];
  readonly workspace: Pick<Workspace, 'locate' | 'read'>;
  readonly book: IntentBook;
  /** The intent that is selected. */
  readonly selected: () => IntentId | null;
  readonly autoEdits: boolean;
  /** Brings the ledger up to date, where nothing but reading is allowed without. Left out: it is not asked for. */
  readonly ledger?: () => Promise<RookError | null>;
}

/** What cannot be looked at is governed, and allows nothing. */
export function createGovernance(setup: GovernanceSetup): Governance {
  let isOn = setup.setting === 'on';
  return {
    isOn: () => isOn,
    look: async () => {
      const facts = await lookAtGovernance(setup);
      ({ isOn } = facts);
      return facts;
    },
  };
}

async function lookAtGovernance(setup: GovernanceSetup): Promise<GovernanceFacts> {
  const { setting, workspace, book, selected, autoEdits } = setup;
  if (setting === 'off') return UNGOVERNED;
  const located = await workspace.locate(ORCHESTRATION_FOLDER);
  const nothing: Omit<GovernedFacts, 'problem'> = {
    isOn: true,
    active: null,
    intents: [],
    judge: () => 'out',
    autoEdits,
  };
  if (!located.ok) return { ...nothing, problem: located.error };
  if (located.value.kind === 'missing') {
    if (setting === 'auto') return UNGOVERNED;
  } else if (located.value.kind !== 'folder' || spellingKey(located.value.path) !== ORCHESTRATION_FOLDER)
    return { ...nothing, problem: unsafe() };
  const intents = await book.read();
  if (!intents.ok) return { ...nothing, problem: intents.error };
  const found = findActive(intents.value, selected());
  if ('code' in found) return { ...nothing, intents: intents.value, problem: found };
  const isInScope = createScopeTest(found);
  const isExempt = await loadIntentIgnore(workspace);
  const judge = (path: string) => (isInScope(path) ? 'in' : isExempt(path) ? 'exempt' : 'out');
  const problem = (await setup.ledger?.()) ?? null;
  return { isOn: true, active: found, intents: intents.value, problem, judge, autoEdits };
}

/** The selected intent, or why nothing can be done for it. */
function findActive(intents: readonly Intent[], selected: IntentId | null): Intent | RookError {
  if (selected === null) return rookError('no_intent', NO_INTENT);
  const found = findIntent(intents, selected);
  if (found === null)
    return rookError('no_intent', `Invalid intent_id: there is no intent ${selected} in ${INTENTS_PATH}.`);
  if (found.isDraft) {
    const sentence = `Invalid intent_id: ${selected} is a draft; the user confirms it with \`rook intent confirm ${selected}\`.`;
    return rookError('no_intent', sentence);
  }
  if (isOpenIntent(found)) return found;
  const sentence = `The intent ${selected} is ${found.status}, so nothing is changed for it; select another one, or let the user take it up again with \`rook intent edit ${selected} --status IN_PROGRESS\`.`;
  return rookError('no_intent', sentence);
}

function unsafe(): RookError {
  const sentence = `${ORCHESTRATION_FOLDER} is a link or no folder, so nothing but reading is allowed; the user has to put it right.`;
  return rookError('unsafe_folder', sentence);
}
