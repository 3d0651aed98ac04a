import { intentIdSchema, type IntentId } from '@rook/contract';
import * as z from 'zod';

/** Where the intents of a workspace lie, below its root. */
export const ORCHESTRATION_FOLDER = '.orchestration';
export const INTENTS_FILE = 'active_intents.yaml';
/** What was done for them, line by line. */
export const LEDGER_FILE = 'agent_trace.jsonl';
export const INTENTS_PATH = `${ORCHESTRATION_FOLDER}/${INTENTS_FILE}`;

export const INTENT_STATUSES = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'BLOCKED'] as const;
export type IntentStatus = (typeof INTENT_STATUSES)[number];

/** A named objective with a scope and constraints; what is changed is changed for one. */
export interface Intent {
  readonly id: IntentId;
  readonly name: string;
  readonly status: IntentStatus;
  /** Globs of the files that may be changed for it. */
  readonly ownedScope: readonly string[];
  readonly constraints: readonly string[];
  readonly acceptanceCriteria: readonly string[];
  /** Nobody has confirmed it, so nothing may be changed for it. */
  readonly isDraft: boolean;
}

const texts = z.array(z.string());

/** One record as it stands in the file. Fields that Rook does not know stay as they are. */
export const intentRecordSchema = z
  .looseObject({
    id: intentIdSchema,
    name: z.string(),
    status: z.enum(INTENT_STATUSES),
    owned_scope: texts.default([]),
    constraints: texts.default([]),
    acceptance_criteria: texts.default([]),
    draft: z.boolean().default(false),
  })
  .transform((record): Intent => ({
    id: record.id,
    name: record.name,
    status: record.status,
    ownedScope: record.owned_scope,
    constraints: record.constraints,
    acceptanceCriteria: record.acceptance_criteria,
    isDraft: record.draft,
  }));

/** The lists of a record, by the names that they have in the file. */
export type IntentList = 'owned_scope' | 'constraints' | 'acceptance_criteria';

/** What may follow what. Selecting makes everything but a finished intent `IN_PROGRESS`. */
const NEXT: Readonly<Record<IntentStatus, ReadonlySet<IntentStatus>>> = {
  PENDING: new Set(['IN_PROGRESS', 'BLOCKED']),
  IN_PROGRESS: new Set(['PENDING', 'COMPLETED', 'BLOCKED']),
  BLOCKED: new Set(['PENDING', 'IN_PROGRESS']),
  COMPLETED: new Set(['IN_PROGRESS']),
};

export function mayFollow(from: IntentStatus, to: IntentStatus): boolean {
  return from === to || NEXT[from].has(to);
}

/** Work goes on for it. */
export function isOpenIntent({ status }: Pick<Intent, 'status'>): boolean {
  return status === 'PENDING' || status === 'IN_PROGRESS';
}
