import {
  fail,
  rookError,
  succeed,
  type Result,
  type RookError,
  type SessionDocument,
  type SessionId,
  type SessionOverview,
} from '@rook/contract';

import { createSessionFold, type SessionFold } from '../journal/fold-session.ts';
import { createSummaryFold } from '../journal/fold-summary.ts';
import { loadForeignUndone } from '../journal/load-foreign-undone.ts';
import type { Line } from '../ports/store.ts';
import { createApprovalFold, type ApprovalFold } from '../sessions/fold-approvals.ts';
import { createStateFold } from '../sessions/fold-state.ts';
import { loadSeal, NO_SEAL, type Seal } from '../sessions/seal.ts';
import { readLine } from './journal-tail.ts';
import type { WorkbenchSetup } from './workbench-setup.ts';

/** The sessions as wholes. What was read of one is kept for a while, so that the next time only what is new is read. */
interface Overviews {
  load(session: SessionId): Promise<Result<SessionOverview>>;
}

const MOST_KEPT = 8;

export function createOverviews({ store, sealKey }: Pick<WorkbenchSetup, 'store' | 'sealKey'>): Overviews {
  const kept = new Map<SessionId, Promise<Read>>();
  let seal: Promise<Seal> | undefined;
  const openSeal = async (): Promise<Seal> => {
    const loaded = await loadSeal(sealKey);
    return loaded.ok ? loaded.value : NO_SEAL;
  };
  return {
    load: async (session) => {
      seal ??= openSeal();
      const { holds } = await seal;
      // One after the other: what two ask at once is read once.
      const before = kept.get(session) ?? Promise.resolve(beginReading(session, holds));
      const reading = before.then(async (read) => readOn(store, session, read, holds));
      kept.delete(session);
      kept.set(session, reading);
      for (const old of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(old);
      const read = await reading;
      if (read.problem !== null) {
        kept.delete(session);
        return fail(read.problem);
      }
      if (read.through === -1) return fail(rookError('not_found', `There is no session ${session} here.`));
      const foreign = await loadForeignUndone(store, read.fold.document());
      if (foreign.ok) read.fold.learn(foreign.value);
      return succeed(describe(read));
    },
  };
}

/** How far a session was read, and what came of it. */
interface Read {
  readonly fold: SessionFold;
  readonly heading: ReturnType<typeof createSummaryFold>;
  readonly approvals: ApprovalFold;
  readonly state: ReturnType<typeof createStateFold>;
  /** The byte behind the last line that was read. */
  offset: number;
  through: number;
  turns: number;
  mode: SessionOverview['mode'];
  problem: RookError | null;
}

function beginReading(session: SessionId, holds: Seal['holds']): Read {
  return {
    fold: createSessionFold(session),
    heading: createSummaryFold(),
    approvals: createApprovalFold(holds),
    state: createStateFold(holds),
    offset: 0,
    through: -1,
    turns: 0,
    mode: 'ask',
    problem: null,
  };
}

async function readOn(
  store: WorkbenchSetup['store'],
  session: SessionId,
  before: Read,
  holds: Seal['holds'],
): Promise<Read> {
  const listed = await store.list();
  const size = listed.ok ? (listed.value.find(({ id }) => id === session)?.bytes ?? 0) : before.offset;
  // What became shorter is another file than the one that was read.
  const read = size < before.offset ? beginReading(session, holds) : before;
  for await (const batch of store.read(session, read.offset)) {
    if (!batch.ok) {
      read.problem = batch.error;
      return read;
    }
    for (const line of batch.value) if (line.finished) addLine(read, line);
  }
  return read;
}

function addLine(read: Read, line: Line): void {
  read.offset += (line.whole?.bytes ?? line.bytes.length) + 1;
  const entry = readLine(line);
  if (entry === null || entry.kind === 'unreadable') return;
  read.fold.add(entry);
  read.heading.add(entry);
  read.approvals.add(entry);
  read.state.add(entry);
  read.through = entry.entry.seq;
  read.mode = entry.entry.mode.safety;
  if (entry.entry.event_type === 'turn') read.turns += 1;
}

function describe({ fold, heading, approvals, state, mode, turns, through }: Read): SessionOverview {
  return {
    ...withoutTexts(fold.document()),
    // The title, or the beginning of the first question, as in a list.
    summary: heading.summary().title,
    approvals: [...approvals.open()],
    mode: state.mode() ?? mode,
    activeIntent: state.activeIntent(),
    turns,
    through,
  };
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
