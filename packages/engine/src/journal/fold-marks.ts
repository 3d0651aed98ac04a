import type { Entry, SessionDocument } from '@rook/contract';

/** Tags, actions, bugs and TODOs. Of an action the last status counts; a later entry of it replaces it. */
export function foldMarks(document: SessionDocument, entry: Entry): void {
  switch (entry.event_type) {
    case 'tag':
      document.tags.push({ turnId: entry.turn_id, tags: entry.tags, note: entry.note ?? null });
      break;
    case 'action': {
      const { action_id: id, turn_id: turnId, title, status, details = null, tags = [] } = entry;
      const action = { id, turnId, title, status, details, tags };
      const place = document.actions.findIndex((known) => known.id === id);
      if (place === -1) document.actions.push(action);
      else document.actions[place] = action;
      break;
    }
    case 'bug_recorded': {
      const { type, by, description, timestamp, turn_id: turn } = entry;
      const index = document.pairs.findIndex(({ turnId }) => turnId !== undefined && turnId === turn);
      document.bugs.push({ type, by, description, pairIndex: index === -1 ? null : index, timestamp });
      break;
    }
    case 'todo_changed':
      document.todos = entry.todos;
      break;
    default:
  }
}
