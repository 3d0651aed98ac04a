import type { SessionMark, TurnView } from '../state/conversation.ts';
import type { PendingMessage, SessionState } from '../state/session-state.ts';

/** What stands in the conversation, one below the other. */
export type ListItem =
  | { readonly kind: 'turn'; readonly key: string; readonly turn: TurnView; readonly isLast: boolean }
  | { readonly kind: 'mark'; readonly key: string; readonly mark: SessionMark }
  | { readonly kind: 'pending'; readonly key: string; readonly message: PendingMessage };

export function listItems({
  conversation,
  pending,
}: Pick<SessionState, 'conversation' | 'pending'>): readonly ListItem[] {
  const { turns, marks } = conversation;
  const items: ListItem[] = [];
  let next = 0;
  for (const [place, turn] of turns.entries()) {
    for (let mark = marks[next]; mark !== undefined && mark.seq < turn.seq; mark = marks[next]) {
      items.push({ kind: 'mark', key: `mark-${mark.seq}`, mark });
      next += 1;
    }
    items.push({ kind: 'turn', key: turn.key, turn, isLast: place === turns.length - 1 });
  }
  for (const mark of marks.slice(next)) items.push({ kind: 'mark', key: `mark-${mark.seq}`, mark });
  for (const message of pending) items.push({ kind: 'pending', key: message.id, message });
  return items;
}
