import type { Entry, SessionDocument } from '@rook/contract';

import type { FoldIndex } from './fold-index.ts';

/** Tags, actions and bugs. Of an action the last status counts; a later entry of it replaces it. */
export function foldMarks(document: SessionDocument, index: FoldIndex, entry: Entry): void {
  switch (entry.event_type) {
    case 'tag':
      document.tags.push({ turnId: entry.turn_id, tags: entry.tags, note: entry.note ?? null });
      break;
    case 'action': {
      const { action_id: id, turn_id: turnId, title, status, details = null, tags = [] } = entry;
      const action = { id, turnId, title, status, details, tags };
      const place = index.actions.get(id);
      if (place === undefined) index.actions.set(id, document.actions.push(action) - 1);
      else document.actions[place] = action;
      break;
    }
    case 'bug_recorded': {
      const { type, by, description, timestamp, turn_id: turn } = entry;
      const place = turn === undefined ? undefined : index.turns.get(turn)?.first;
      document.bugs.push({ type, by, description, pairIndex: place ?? null, timestamp });
      break;
    }
    default:
  }
}
