import { fail, rookError, succeed, type Result } from '@rook/contract';

import type { LedgerFile } from '../ports/ledger-file.ts';
import type { Store } from '../ports/store.ts';
import { loadTrace } from './load-trace.ts';
import { readLedger } from './read-ledger.ts';

export interface LedgerHealth {
  readonly lines: number;
  /** Lines that the journals say and the ledger does not. */
  readonly missing: number;
  readonly unreadable: number;
}

/** Compares all of the ledger with all journals. Fails where nothing could be added to it. */
export async function inspectLedger({
  file,
  store,
}: {
  readonly file: LedgerFile;
  readonly store: Pick<Store, 'list' | 'read'>;
}): Promise<Result<LedgerHealth>> {
  const held = await file.hold(async () => readLedger(file));
  if (!held.ok) return fail(rookError('ledger_unavailable', held.error.message));
  const { lines, unreadable } = held.value ?? { lines: [], unreadable: 0 };
  const ids = new Set(lines.map(({ id }) => id));
  const listed = await store.list();
  if (!listed.ok) return listed;
  let missing = 0;
  for (const { id } of listed.value) {
    const drafts = await loadTrace(store, id);
    if (!drafts.ok) return drafts;
    missing += drafts.value.filter(({ line }) => !ids.has(line.id)).length;
  }
  return succeed({ lines: lines.length, missing, unreadable });
}
