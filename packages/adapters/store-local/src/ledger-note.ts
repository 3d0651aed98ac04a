import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { succeed, type Result } from '@rook/contract';
import { LEDGER_FILE } from '@rook/engine';

import { withFileLock } from './file-lock.ts';

/** How the ledger was left, with a word on each session; it is made anew when it is gone. */
export function ledgerNote(workspaceFolder: string): string {
  return join(workspaceFolder, 'ledger.json');
}

/** Whoever adds to a ledger holds this one. */
export function ledgerLock(workspaceFolder: string, name: string): string {
  return join(workspaceFolder, 'locks', `${name}.sqlite`);
}

/** Nobody writes the note anew from what they knew before. */
export async function forgetLedger(workspaceFolder: string): Promise<Result<void>> {
  const note = ledgerNote(workspaceFolder);
  if (!existsSync(note)) return succeed(undefined);
  return withFileLock(
    ledgerLock(workspaceFolder, LEDGER_FILE),
    async () => {
      await rm(note, { force: true });
      return succeed(undefined);
    },
    { milliseconds: 60_000 },
  );
}
