import {
  fail,
  rookError,
  succeed,
  type CallInput,
  type CallOutput,
  type Result,
  type SessionId,
  type SessionItem,
} from '@rook/contract';

import { changeSession } from '../journal/change-session.ts';
import { createSummaryFold } from '../journal/fold-summary.ts';
import { readJournal } from '../journal/read-journal.ts';
import { summarizeSession } from '../journal/summarize-session.ts';
import { verifySession } from '../journal/verify-session.ts';
import type { StoredSession } from '../ports/store.ts';
import { findInSession } from './find-in-session.ts';
import type { HeldSessions } from './held-sessions.ts';
import { lastTurns, readBack } from './journal-tail.ts';
import { createOverviews } from './session-overview.ts';
import type { SessionWatch } from './watch-sessions.ts';
import type { CallHandlers, WorkbenchSetup } from './workbench-setup.ts';

type SessionHandlers = Pick<CallHandlers, Extract<keyof CallHandlers, `session_${string}`>>;

interface Parts {
  readonly setup: WorkbenchSetup;
  readonly held: HeldSessions;
  readonly watch: SessionWatch;
  readonly summaries: Summaries;
}

const LISTED = 200;
const FOUND = 50;
const TURNS = 30;

export function createSessionHandlers(given: Omit<Parts, 'summaries'>): SessionHandlers {
  const parts: Parts = { ...given, summaries: createSummaries(given.setup) };
  const { setup, held, watch } = parts;
  const { store } = setup;
  const overviews = createOverviews(setup);
  return {
    session_list: async (input) => listSessions(parts, input),
    session_trash: async () => listTrash(parts),
    session_search: async (input) => searchSessions(parts, input),
    session_find: async ({ session, text }) => findInSession(setup, session, text),
    session_read: async ({ session, before, turns = TURNS }) => {
      const wish = { turns, ...(before === undefined ? {} : { before }) };
      const read = await readBack(store, session, (lines) => lastTurns(lines, wish).hasOlder);
      if (!read.ok) return read;
      if (read.value.lines.length === 0) return fail(unknownSession(session));
      const found = lastTurns(read.value.lines, wish);
      return succeed({ entries: [...found.entries], hasOlder: found.hasOlder });
    },
    session_overview: async ({ session }) => overviews.load(session),
    session_change: async (input) => changeNamed(parts, input),
    session_delete: async ({ session }) => {
      if (!(await held.release(session, 'end'))) {
        const sentence = 'A turn of this session runs; stop it first. Nothing was deleted.';
        return fail(rookError('session_in_use', sentence));
      }
      const moved = await store.trash(session, setup.holder);
      watch.touch();
      return moved.ok ? succeed({}) : moved;
    },
    session_restore: async ({ session }) => {
      const restored = await store.restore(session, setup.holder);
      watch.touch();
      return restored.ok ? succeed({}) : restored;
    },
    session_send: async ({ session, command, model, begins }) => {
      const first = begins ?? ('message_id' in command ? command.message_id : undefined);
      const taken =
        session !== null || first === undefined
          ? await held.take(session, model)
          : await held.begin(first, model);
      if (!taken.ok) return taken;
      const sent = await taken.value.send(command);
      return sent.ok ? succeed({ session: taken.value.id }) : sent;
    },
    session_verify: async ({ session }) => {
      const verified = await verifySession(store, session);
      if (!verified.ok) return verified;
      const { ok, entries, anchored, torn, firstBadLine, reason } = verified.value;
      return succeed({
        ok,
        entries,
        anchored,
        torn: [...torn],
        ...(firstBadLine === undefined ? {} : { firstBadLine }),
        ...(reason === undefined ? {} : { reason }),
      });
    },
  };
}

function unknownSession(session: SessionId): ReturnType<typeof rookError> {
  return rookError('not_found', `There is no session ${session} here; it may be in the trash.`);
}

async function listSessions(
  parts: Parts,
  { archived = false, limit = LISTED }: CallInput<'session_list'>,
): Promise<Result<CallOutput<'session_list'>>> {
  const listed = await parts.setup.store.list();
  if (!listed.ok) return listed;
  const sessions: SessionItem[] = [];
  for (const stored of listed.value) {
    const item = await describe(parts, stored);
    if (item === null || item.archived !== archived) continue;
    if (sessions.length === limit) return succeed({ sessions, hasMore: true });
    sessions.push(item);
  }
  return succeed({ sessions, hasMore: false });
}

type Summaries = (stored: StoredSession) => ReturnType<typeof summarizeSession>;

/** A list is asked for again and again, and most sessions are as they were. */
function createSummaries({ store }: Pick<WorkbenchSetup, 'store'>): Summaries {
  const kept = new Map<SessionId, { readonly bytes: number; readonly summary: ReturnType<Summaries> }>();
  return async (stored) => {
    const known = kept.get(stored.id);
    if (known?.bytes === stored.bytes) return known.summary;
    const summary = summarizeSession(store, stored);
    kept.set(stored.id, { bytes: stored.bytes, summary });
    const read = await summary;
    if (!read.ok) kept.delete(stored.id);
    return read;
  };
}

/** Null for one that was never begun, as a full disk leaves it. */
async function describe(
  { setup, held, summaries }: Parts,
  stored: StoredSession,
): Promise<SessionItem | null> {
  const { id } = stored;
  const [summary, holder] = await Promise.all([summaries(stored), setup.store.holder(id)]);
  const isOwn = held.state(id) !== null;
  const place = {
    isRunning: held.isRunning(id),
    heldBy: isOwn || !holder.ok ? null : (holder.value?.surface ?? null),
  };
  if (!summary.ok) {
    const changed = stored.changed.toISOString();
    const empty = { title: id, created: changed, updated: changed, turns: 0, costUsd: null };
    const rest = { archived: false, labels: [], status: null, waits: false };
    return { id, ...empty, ...rest, ...place, problem: summary.error.message };
  }
  if (summary.value.entries === 0) return null;
  const { title, created, updated, turns, costUsd, archived, labels, status, waits = false } = summary.value;
  return { id, title, created, updated, turns, costUsd, archived, labels, status, waits, ...place };
}

async function listTrash({ setup }: Parts): Promise<Result<CallOutput<'session_trash'>>> {
  const listed = await setup.store.listTrash();
  if (!listed.ok) return listed;
  const sessions: CallOutput<'session_trash'>['sessions'] = [];
  for (const { id, changed } of listed.value) {
    const fold = createSummaryFold();
    for await (const batch of readJournal({ read: (session) => setup.store.readTrash(session) }, id))
      for (const line of batch.ok ? batch.value : []) if (line.finished) fold.add(line.read);
    sessions.push({ id, title: fold.summary().title, deleted: changed.toISOString() });
  }
  return succeed({ sessions });
}

async function searchSessions(
  { setup, summaries }: Parts,
  { text, limit = FOUND }: CallInput<'session_search'>,
): Promise<Result<CallOutput<'session_search'>>> {
  const answer = await setup.search({ text, filter: {}, limit });
  if (!answer.ok) return answer;
  const titles = new Map<SessionId, string>();
  const listed = await setup.store.list();
  const wanted = new Set(answer.value.hits.map(({ session }) => session));
  for (const stored of listed.ok ? listed.value : []) {
    if (!wanted.has(stored.id)) continue;
    const summary = await summaries(stored);
    if (summary.ok) titles.set(stored.id, summary.value.title);
  }
  const hits = answer.value.hits.map(({ session, line, turn, timestamp, type, snippet }) => ({
    session,
    title: titles.get(session) ?? session,
    line,
    timestamp,
    type,
    text: snippet.text,
    marks: snippet.marks.map(([start, end]): [number, number] => [start, end]),
    ...(turn === undefined ? {} : { turn }),
  }));
  const { more, note } = answer.value;
  return succeed({ hits, more, ...(note === undefined ? {} : { note }) });
}

/** In the session that is held, or in its journal alone: that needs no model. */
async function changeNamed(
  { setup, held, watch }: Parts,
  { session, ...change }: CallInput<'session_change'>,
): Promise<Result<CallOutput<'session_change'>>> {
  const own = held.state(session) === null ? null : await held.take(session);
  const changed =
    own?.ok === true
      ? await own.value.send({ type: 'session_change', ...change })
      : await setup.withJournal(session, async (journal) => {
          const written = await changeSession(journal, change);
          return written.ok ? succeed(undefined) : written;
        });
  watch.touch();
  return changed.ok ? succeed({}) : changed;
}
