import type { Conversation } from '../state/conversation.ts';

/** Texts that are other ones as soon as a call about the session would give another answer. */
export interface SessionVersions {
  /** Changes that began or ended, in a turn or between turns. */
  readonly changes: string;
  /** Turns that ended, and what happened between them. */
  readonly turns: string;
  /** Also files that were shown and todos that were written while a turn runs. */
  readonly all: string;
}

/** Text that streams changes none of them. */
export function readVersions({ turns, marks, todoLists }: Conversation): SessionVersions {
  let [changes, done, shown, ended] = [0, 0, 0, 0];
  for (const turn of turns) {
    changes += turn.changes.length;
    shown += turn.filesShown;
    if (turn.ended !== null) ended += 1;
    for (const { state } of turn.changes) if (state !== 'started') done += 1;
  }
  const changed = [changes, done, marks.length].join(' ');
  return {
    changes: changed,
    turns: [ended, marks.length].join(' '),
    all: [changed, turns.length, ended, shown, todoLists.length].join(' '),
  };
}
