import { fail, rookError, succeed, type Result, type SessionDocument } from '@rook/contract';
import { loadSession, type Store, type StoredSession } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeStore } from '../compose-store.ts';
import { cutToWidth } from '../terminal/text-width.ts';
import { visibleLine } from '../terminal/visible.ts';

const MOST_LISTED = 20;

export async function listSessions(call: CommandCall): Promise<Result<void>> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { store } = composed.value;
  const most = readLimit(call.options.get('limit'));
  if (!most.ok) return most;
  const listed = await store.list();
  if (!listed.ok) return listed;
  const shown = listed.value.slice(0, call.switches.has('all') ? undefined : most.value);

  for (const session of shown) {
    const described = await describe(store, session);
    if (!described.ok) return described;
    if (call.json) call.terminal.printJson(described.value);
    else printSession(call, described.value);
    await call.terminal.ready();
  }
  if (call.json) return succeed(undefined);
  if (listed.value.length === 0) call.terminal.note('There is no session here yet.');
  const hidden = listed.value.length - shown.length;
  if (hidden > 0) call.terminal.note(`and ${hidden} more; --all shows them`);
  return succeed(undefined);
}

interface DescribedSession {
  readonly id: string;
  readonly title: string;
  readonly created: string;
  readonly changed: string;
  readonly turns: number;
  readonly entries: number;
  readonly bytes: number;
  readonly costUsd: number | null;
  readonly archived: boolean;
  readonly holder: string | null;
}

async function describe(store: Store, session: StoredSession): Promise<Result<DescribedSession>> {
  const document = await loadSession(store, session.id);
  if (!document.ok) return document;
  const holder = await store.holder(session.id);
  const { createdAt, entries, pairs, usage, archived } = document.value;
  return succeed({
    id: session.id,
    title: titleOf(document.value),
    created: createdAt,
    changed: session.changed.toISOString(),
    turns: pairs.filter(({ turnId }) => turnId !== undefined).length,
    entries,
    bytes: session.bytes,
    costUsd: usage.cost_usd,
    archived,
    holder: holder.ok ? (holder.value?.surface ?? null) : null,
  });
}

/** The title, or the beginning of the first question. */
export function titleOf({ summary, pairs }: SessionDocument): string {
  if (summary !== '') return summary;
  const text = pairs[0]?.request.text ?? '';
  return typeof text === 'string' ? text : text.preview;
}

function printSession({ terminal }: CommandCall, session: DescribedSession): void {
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
