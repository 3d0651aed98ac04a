import {
  fail,
  rookError,
  succeed,
  type Result,
  type SessionDocument,
  type SessionId,
  type SessionOverview,
} from '@rook/contract';

import { createSessionFold } from '../journal/fold-session.ts';
import { createSummaryFold } from '../journal/fold-summary.ts';
import { loadForeignUndone } from '../journal/load-foreign-undone.ts';
import { readJournal } from '../journal/read-journal.ts';
import { createApprovalFold } from '../sessions/fold-approvals.ts';
import { createStateFold } from '../sessions/fold-state.ts';
import { loadSeal, NO_SEAL } from '../sessions/seal.ts';
import type { WorkbenchSetup } from './workbench-setup.ts';

/** The session as a whole, from one reading of its journal. */
export async function loadOverview(
  { store, sealKey }: Pick<WorkbenchSetup, 'store' | 'sealKey'>,
  session: SessionId,
): Promise<Result<SessionOverview>> {
  const loaded = await loadSeal(sealKey);
  const seal = loaded.ok ? loaded.value : NO_SEAL;
  const fold = createSessionFold(session);
  const heading = createSummaryFold();
  const approvals = createApprovalFold(seal.holds);
  const state = createStateFold(seal.holds);
  let [through, turns]: [number, number] = [-1, 0];
  let mode: SessionOverview['mode'] = 'ask';
  for await (const batch of readJournal(store, session)) {
    if (!batch.ok) return batch;
    for (const { read, finished } of batch.value) {
      if (!finished || read.kind === 'unreadable') continue;
      fold.add(read);
      heading.add(read);
      approvals.add(read);
      state.add(read);
      through = read.entry.seq;
      mode = read.entry.mode.safety;
      if (read.entry.event_type === 'turn') turns += 1;
    }
  }
  if (through === -1) return fail(rookError('not_found', `There is no session ${session} here.`));
  const foreign = await loadForeignUndone(store, fold.document());
  if (foreign.ok) fold.learn(foreign.value);
  const document = withoutTexts(fold.document());
  return succeed({
    ...document,
    // The title, or the beginning of the first question, as in a list.
    summary: heading.summary().title,
    approvals: [...approvals.open()],
    mode: state.mode() ?? mode,
    activeIntent: state.activeIntent(),
    turns,
    through,
  });
}

/** What the entries of the turns say is read from them. */
function withoutTexts(
  document: SessionDocument,
): Omit<SessionDocument, 'pairs' | 'pairFileHistory' | 'uploadedFiles'> {
  const { id, docType, projectId, parentSessionId, importedFrom, createdAt, updatedAt, summary } = document;
  const { archived, labels, status, todos, bugs, changeHistory, fileRegistry, failedCommands } = document;
  const { auditGenerating, tags, actions, usage, entries } = document;
  return {
    id,
    docType,
    projectId,
    ...(parentSessionId === undefined ? {} : { parentSessionId }),
    ...(importedFrom === undefined ? {} : { importedFrom }),
    createdAt,
    updatedAt,
    summary,
    archived,
    labels,
    status,
    todos,
    bugs,
    changeHistory,
    fileRegistry,
    failedCommands,
    auditGenerating,
    tags,
    actions,
    usage,
    entries,
  };
}
