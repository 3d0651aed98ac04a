import type { Brand } from '@rook/contract';
import type * as vscode from 'vscode';

import type { Benches } from '../benches.ts';
import type { LastTurn } from '../last-turn.ts';

/** What every command works with. */
export interface Desk {
  readonly brand: Brand;
  readonly editor: typeof vscode;
  readonly benches: Benches;
  readonly lastTurn: LastTurn;
  readonly log: Pick<vscode.LogOutputChannel, 'info' | 'warn' | 'error'>;
  /** The one of that name, made when it is first wanted. */
  readonly output: (name: string) => vscode.OutputChannel;
}
