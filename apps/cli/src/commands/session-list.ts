import { fail, rookError, succeed, type Result, type RookError } from '@rook/contract';
import type { Store, StoredSession } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import { composeStore } from '../compose-store.ts';
import { cutToWidth } from '../terminal/text-width.ts';
import { visibleLine } from '../terminal/visible.ts';
import { summarizeSession, type SessionSummary } from './summarize-session.ts';

const MOST_LISTED = 20;

/** Lists sessions; one that cannot be read is named with its failure and hides no other. */
export async function listSessions(call: CommandCall): Promise<Outcome> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { store } = composed.value;
  const most = readLimit(call.options.get('limit'));
  if (!most.ok) return most;
  const listed = await store.list();
  if (!listed.ok) return listed;
  const shown = listed.value.slice(0, call.switches.has('all') ? undefined : most.value);

  let failure: RookError | undefined;
  for (const session of shown) {
    const described = await describe(store, session);
    if (described.ok) printSession(call, described.value);
    else printFailure(call, session.id, described.error);
    if (!described.ok) failure ??= described.error;
    await call.terminal.ready();
  }
  const hidden = listed.value.length - shown.length;
  if (!call.json && listed.value.length === 0) call.terminal.note('There is no session here yet.');
  if (!call.json && hidden > 0) call.terminal.note(`and ${hidden} more; --all shows them`);
  return failure === undefined ? succeed(undefined) : { ...fail(failure), told: true };
}

interface DescribedSession extends SessionSummary {
  readonly id: string;
  readonly changed: string;
  readonly bytes: number;
  readonly holder: string | null;
}

async function describe(store: Store, session: StoredSession): Promise<Result<DescribedSession>> {
  const summary = await summarizeSession(store, session.id);
  if (!summary.ok) return summary;
  const holder = await store.holder(session.id);
  const { title, created, turns, entries, costUsd, archived } = summary.value;
  return succeed({
    id: session.id,
    title,
    created,
    changed: session.changed.toISOString(),
    turns,
    entries,
    bytes: session.bytes,
    costUsd,
    archived,
    holder: holder.ok ? (holder.value?.surface ?? null) : null,
  });
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
  const { id, title, changed, turns, holder } = session;
  const facts = `${changed.slice(0, 16).replace('T', ' ')}  ${turns} ${turns === 1 ? 'turn' : 'turns'}${holder === null ? '' : `  in use by ${holder}`}`;
  terminal.print({ text: id, style: 'bold' }, { text: `  ${visibleLine(facts)}`, style: 'dim' });
  terminal.print('  ', cutToWidth(visibleLine(title), terminal.columns - 2));
}

function readLimit(text: string | undefined): Result<number> {
  if (text === undefined) return succeed(MOST_LISTED);
  const limit = Number(text);
  return Number.isInteger(limit) && limit > 0
    ? succeed(limit)
    : fail(rookError('usage', `--limit takes a whole number of 1 or more; got ${text}.`));
}
