import { fail, rookError, succeed, type Result } from '@rook/contract';

import type { LedgerFile } from '../ports/ledger-file.ts';
import type { Store } from '../ports/store.ts';
import { findRightText, type TraceMaking } from './compare-trace.ts';
import { loadTrace } from './load-trace.ts';
import { readLedger, type ReadLedger } from './read-ledger.ts';

export interface LedgerHealth {
  readonly lines: number;
  /** Lines that the journals say and the ledger does not. */
  readonly missing: number;
  /** The ids of lines that say something else than the journals. */
  readonly altered: readonly string[];
  /** Lines of sessions that are here, of which these sessions know nothing. */
  readonly unfounded: number;
  /** Lines of sessions that have no journal here: nobody can compare them. */
  readonly elsewhere: number;
  readonly unreadable: number;
}

export interface InspectedLedger extends TraceMaking {
  readonly file: LedgerFile;
  readonly store: Pick<Store, 'list' | 'read' | 'blobs'>;
}

const NOTHING: ReadLedger = { lines: [], byId: new Map(), unreadable: 0, tail: new Uint8Array() };

/** Compares all of the ledger with all journals, line by line. Fails where nothing could be added to it. */
export async function inspectLedger(setup: InspectedLedger): Promise<Result<LedgerHealth>> {
  const { file, store } = setup;
  const held = await file.hold(async () => readLedger(file));
  if (!held.ok) return fail(rookError('ledger_unavailable', held.error.message));
  const { lines, byId, unreadable } = held.value ?? NOTHING;
  const listed = await store.list();
  if (!listed.ok) return listed;
  const known = new Set<string>();
  const altered: string[] = [];
  let missing = 0;
  for (const { id } of listed.value) {
    const drafts = await loadTrace(store, id);
    if (!drafts.ok) return drafts;
    for (const { line } of drafts.value) {
      known.add(line.id);
      const places = byId.get(line.id);
      if (places === undefined) missing += 1;
      else if ((await findRightText(setup, line, places)) !== null) altered.push(line.id);
    }
  }
  const here = new Set(listed.value.map(({ id }) => id));
  const others = lines.filter(({ line }) => !known.has(line.id));
  const unfounded = others.filter(({ line }) => here.has(line.session_id)).length;
  const elsewhere = others.length - unfounded;
  return succeed({ lines: lines.length, missing, altered, unfounded, elsewhere, unreadable });
}
