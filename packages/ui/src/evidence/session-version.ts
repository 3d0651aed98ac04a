import type { Conversation } from '../state/conversation.ts';

/**
 * What has to be another text for a call about the session to give another answer: changes that began or ended, files
 * that were shown, todos that were written, turns that ended. Text that streams changes nothing of it.
 */
export function readVersion({ turns, marks, todos }: Conversation): string {
  let [changes, shown, ended, done] = [0, 0, 0, 0];
  for (const turn of turns) {
    changes += turn.changes.length;
    shown += turn.filesShown;
    if (turn.ended !== null) ended += 1;
    for (const { state } of turn.changes) if (state !== 'started') done += 1;
  }
  const closed = todos?.map(({ text, isDone }) => `${isDone ? '+' : '-'}${text}`).join('\n') ?? '';
  return [turns.length, changes, done, shown, ended, marks.length, closed].join(' ');
}
