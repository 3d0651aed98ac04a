import type { LedgerFile } from '../ports/ledger-file.ts';
import type { Syntax } from '../ports/syntax.ts';

/** What a ledger is made with. */
export interface LedgerPorts {
  readonly file: LedgerFile;
  readonly syntax: Syntax;
  /** What git has checked out now; null outside a repository. */
  readonly revision: () => Promise<string | null>;
}
