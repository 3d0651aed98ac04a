import { setTimeout as wait } from 'node:timers/promises';

import { fail, rookError, succeed, type Result, type SessionId, type WorkbenchEvent } from '@rook/contract';
import type * as vscode from 'vscode';

import type { TurnEnd } from './chat/show-turn.ts';
import type { EditorWorkbench } from './compose-workbench.ts';

/** A turn that is over is told at once, unless it cannot be written down. */
const UNTOLD_MILLISECONDS = 3000;
const UNWRITTEN =
  'The journal cannot be written, so this turn is kept in memory alone; only talk goes on until it can. See where its folder lies, and whether it may be written.';

export interface FollowedTurn {
  readonly bench: Pick<EditorWorkbench, 'call' | 'follow' | 'idle'>;
  readonly session: SessionId;
  /** The last entry that is known. */
  readonly after: number;
  /** Stops the turn. */
  readonly token: vscode.CancellationToken;
}

/** Passes on what happens in a session until one says that the turn is over. */
export async function followTurn(
  { bench, session, after, token }: FollowedTurn,
  see: (event: WorkbenchEvent) => TurnEnd | null,
): Promise<Result<TurnEnd>> {
  const following = bench.follow({ session, after });
  const cancel = (): void => {
    void bench.call('session_send', { session, command: { type: 'turn_cancel' } });
  };
  const listening = token.onCancellationRequested(cancel);
  if (token.isCancellationRequested) cancel();
  try {
    const events = following.events[Symbol.asyncIterator]();
    const over = bench.idle(session).then(async () => wait(UNTOLD_MILLISECONDS, 'over' as const));
    for (;;) {
      const next = await Promise.race([events.next(), over]);
      if (next === 'over') return fail(rookError('journal_unavailable', UNWRITTEN));
      const end = next.done === true ? null : see(next.value);
      if (end !== null) return succeed(end);
      if (next.done === true || next.value.type === 'gone') break;
    }
  } finally {
    following.stop();
    listening.dispose();
  }
  return fail(rookError('not_found', 'The session was deleted while it answered.'));
}
