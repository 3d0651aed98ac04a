import { rookError, type IntentId, type RookError, type SettingValues } from '@rook/contract';

import { spellingKey } from '../ports/spelling-key.ts';
import type { Workspace } from '../ports/workspace.ts';
import { findIntent, findTwin, type IntentBook } from './intent-book.ts';
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
const NONE_NAMED =
  'This workspace is governed, and no intent was named; name one with --intent. `rook intent list` shows them, and `rook intent new` writes one.';

export interface Governance {
  /** Looks at the files, because people change them meanwhile. */
  readonly look: () => Promise<GovernanceFacts>;
  /** What the last look found. */
  readonly isOn: () => boolean;
}

/** Of what a command changes, what lies outside the scope of the intent that it ran for; null where none counts. */
export async function findOutOfScope(look: Governance['look']): Promise<((path: string) => boolean) | null> {
  const facts = await look();
  return facts.isOn && facts.active !== null ? (path) => facts.judge(path) === 'out' : null;
}

export interface GovernanceSetup {
  readonly setting: SettingValues['governance'];
  readonly workspace: Pick<Workspace, 'locate' | 'read'>;
  readonly book: IntentBook;
  /** The intent that is selected. */
  readonly selected: () => IntentId | null;
  readonly autoEdits: boolean;
  /** A person orders something, and is told what a person can do. */
  readonly isOrder?: boolean;
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
  if (!located.ok) {
    const leads = LINKS.get(located.error.code);
    return { ...nothing, problem: leads === undefined ? located.error : unsafe(leads) };
  }
  const { kind, path: real } = located.value;
  if (spellingKey(real) !== ORCHESTRATION_FOLDER) return { ...nothing, problem: unsafe(`a link to ${real}`) };
  if (kind === 'missing') {
    if (setting === 'auto') return UNGOVERNED;
  } else if (kind !== 'folder') return { ...nothing, problem: unsafe('no folder') };
  const intents = await book.read();
  if (!intents.ok) return { ...nothing, problem: intents.error };
  const found = findActive(intents.value, { selected: selected(), isOrder: setup.isOrder ?? false });
  if ('code' in found) return { ...nothing, intents: intents.value, problem: found };
  const isInScope = createScopeTest(found);
  const isExempt = await loadIntentIgnore(workspace);
  const judge = (path: string) => (isInScope(path) ? 'in' : isExempt(path) ? 'exempt' : 'out');
  const problem = (await setup.ledger?.()) ?? null;
  return { isOn: true, active: found, intents: intents.value, problem, judge, autoEdits };
}

/** Where a link in place of the folder leads, by the code with which it cannot be followed. */
const LINKS: ReadonlyMap<string, string> = new Map([
  ['outside_workspace', 'a link that leads out of the workspace'],
  ['not_found', 'a link to nothing'],
]);

/** The selected intent, or why nothing can be done for it. */
function findActive(
  intents: readonly Intent[],
  { selected, isOrder }: { readonly selected: IntentId | null; readonly isOrder: boolean },
): Intent | RookError {
  if (selected === null) return rookError('no_intent', isOrder ? NONE_NAMED : NO_INTENT);
  const found = findIntent(intents, selected);
  if (found === null) {
    const twin = findTwin(intents, selected);
    const why = twin === null ? '' : `; ${twin}`;
    return rookError(
      'no_intent',
      `Invalid intent_id: there is no intent ${selected} in ${INTENTS_PATH}${why}.`,
    );
  }
  if (found.isDraft) {
    const sentence = `Invalid intent_id: ${selected} is a draft; the user confirms it with \`rook intent confirm ${selected}\`.`;
    return rookError('no_intent', sentence);
  }
  if (isOpenIntent(found)) return found;
  const sentence = `The intent ${selected} is ${found.status}, so nothing is changed for it; select another one, or let the user take it up again with \`rook intent edit ${selected} --status IN_PROGRESS\`.`;
  return rookError('no_intent', sentence);
}

function unsafe(what: string): RookError {
  const sentence = `${ORCHESTRATION_FOLDER} is ${what}, so nothing but reading is allowed; the user has to put it right.`;
  return rookError('unsafe_folder', sentence);
}
