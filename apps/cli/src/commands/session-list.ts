import { fail, succeed, type RookError, type SessionSummary } from '@rook/contract';
import { summarizeSession, type Store, type StoredSession, type UnfinishedCommand } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import { composeStore } from '../compose-store.ts';
import { cutToWidth } from '../terminal/text-width.ts';
import { visibleLine } from '../terminal/visible.ts';
import { listTrash } from './list-trash.ts';
import { readLimit } from './read-limit.ts';
import { loadUnfinished, tellUnfinished } from './tell-unfinished.ts';

/**
 * Lists sessions, the one changed last first, and looks at no more than it needs. One that cannot be read is named
 * with its failure and hides no other.
 */
export async function listSessions(call: CommandCall): Promise<Outcome> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { store } = composed.value;
  const limit = readLimit(call.options.get('limit'));
  if (!limit.ok) return limit;
  const most = call.switches.has('all') ? Infinity : limit.value;
  if (call.switches.has('trash')) return listTrash(call, store, most);
  const listed = await store.list();
  if (!listed.ok) return listed;

  const unfinished = await loadUnfinished(store);
  let failure: RookError | undefined;
  const counts = { shown: 0, archived: 0, looked: 0, all: listed.value.length };
  for (const session of listed.value) {
    if (counts.shown >= most) break;
    counts.looked += 1;
    const summary = await summarizeSession(store, session);
    if (summary.ok && !isWanted(call, summary.value)) {
      if (summary.value.archived) counts.archived += 1;
      continue;
    }
    counts.shown += 1;
    if (summary.ok)
      printSession(call, {
        ...(await describe(store, session, summary.value)),
        ...unfinishedOf(session.id, unfinished),
      });
    else printFailure(call, session.id, summary.error);
    if (!summary.ok) failure ??= summary.error;
    await call.terminal.ready();
  }
  if (!call.json) {
    noteRest(call, counts);
    tellUnfinished(call, unfinished);
  }
  return failure === undefined ? succeed(undefined) : { ...fail(failure), told: true };
}

/** A field that is only there where something was left. */
function unfinishedOf(
  id: string,
  unfinished: readonly UnfinishedCommand[],
): Pick<DescribedSession, 'unfinished'> {
  const own = unfinished.filter(({ session }) => session === id);
  return own.length === 0 ? {} : { unfinished: own };
}

function isWanted({ switches, options }: CommandCall, { archived, labels, status }: SessionSummary): boolean {
  const [label, wanted] = [options.get('label'), options.get('status')];
  if (archived && !switches.has('archived')) return false;
  return (label === undefined || labels.includes(label)) && (wanted === undefined || status === wanted);
}

function noteRest(
  { terminal, switches, options }: CommandCall,
  counts: {
    readonly shown: number;
    readonly archived: number;
    readonly looked: number;
    readonly all: number;
  },
): void {
  const left = counts.all - counts.looked;
  if (counts.all === 0) terminal.note('There is no session here yet.');
  else if (counts.shown === 0) {
    const filtered = options.has('label') || options.has('status');
    terminal.note(filtered ? 'There is no such session.' : 'Every session here is archived.');
  }
  const exact = switches.has('archived') && !options.has('label') && !options.has('status');
  if (left > 0)
    terminal.note(`and ${left} more${exact ? '; --all shows them' : ' to look through; --all does'}`);
  if (counts.archived > 0)
    terminal.note(
      `${counts.archived} archived ${counts.archived === 1 ? 'one is' : 'ones are'} left out; --archived shows them`,
    );
}

interface DescribedSession extends Omit<SessionSummary, 'waits'> {
  readonly id: string;
  readonly changed: string;
  readonly bytes: number;
  /** A turn waits for the answer of a person. */
  readonly waits: boolean;
  readonly holder: string | null;
  /** Commands that a killed process left. */
  readonly unfinished?: readonly UnfinishedCommand[];
}

async function describe(
  store: Store,
  session: StoredSession,
  summary: SessionSummary,
): Promise<DescribedSession> {
  const holder = await store.holder(session.id);
  const {
    title,
    created,
    updated,
    turns,
    entries,
    costUsd,
    archived,
    labels,
    status,
    waits = false,
  } = summary;
  return {
    id: session.id,
    title,
    created,
    updated,
    changed: session.changed.toISOString(),
    turns,
    entries,
    bytes: session.bytes,
    costUsd,
    archived,
    labels,
    status,
    waits,
    holder: holder.ok ? (holder.value?.surface ?? null) : null,
  };
}

function printFailure({ terminal, json }: CommandCall, id: string, error: RookError): void {
  if (json) terminal.printJson({ id, error });
  else terminal.note({ text: id, style: 'bold' }, `  ${visibleLine(error.message)}`);
}

function printSession({ terminal, json }: CommandCall, session: DescribedSession): void {
  if (json) {
    terminal.printJson(session);
    return;
  }
  const { id, title, changed, turns, holder, archived, labels, status, waits, unfinished = [] } = session;
  const facts = [
    changed.slice(0, 16).replace('T', ' '),
    `${turns} ${turns === 1 ? 'turn' : 'turns'}`,
    ...(status === null ? [] : [status]),
    ...labels.map((label) => `#${label}`),
    ...(waits ? ['waits for an answer'] : []),
    ...(archived ? ['archived'] : []),
    ...(unfinished.length > 0 ? ['left a command unfinished'] : []),
    ...(holder === null ? [] : [`in use by ${holder}`]),
  ];
  const shown = cutToWidth(visibleLine(facts.join('  ')), Math.max(40, terminal.columns - id.length - 2));
  terminal.print({ text: id, style: 'bold' }, { text: `  ${shown}`, style: 'dim' });
  terminal.print('  ', cutToWidth(visibleLine(title), terminal.columns - 2));
}
