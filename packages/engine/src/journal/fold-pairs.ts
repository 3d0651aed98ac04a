import { addUsage, type Entry, type EntryOf, type SessionDocument } from '@rook/contract';

import { indexTurn, pairOf, type FoldIndex } from './fold-index.ts';

type Pair = SessionDocument['pairs'][number];

/** Requests and their responses, from the message that was admitted to the turn that was settled. */
export function foldPairs(document: SessionDocument, index: FoldIndex, entry: Entry): void {
  switch (entry.event_type) {
    case 'message_admitted':
      index.messages.set(entry.message_id, document.pairs.push(pendingPair(entry)) - 1);
      break;
    case 'turn_started': {
      // A turn names its message; one that names none that waits takes the first behind the last with a turn.
      const place = index.messages.get(entry.message_id) ?? index.nextWaiting;
      index.messages.delete(entry.message_id);
      const pair = document.pairs[place];
      if (pair === undefined) break;
      Object.assign(pair, { turnId: entry.turn_id }, running(pair));
      indexTurn(index, entry.turn_id, place);
      break;
    }
    case 'answer_received':
      receive(pairOf(document, index, entry.turn_id), entry);
      break;
    case 'reply_read': {
      const pair = pairOf(document, index, entry.turn_id);
      if (pair?.response !== undefined && pair.response !== null)
        pair.response = { ...pair.response, structured: structuredOf(entry) };
      break;
    }
    case 'tool_call': {
      const pair = pairOf(document, index, entry.turn_id);
      if (pair !== undefined) pair.toolCalls += 1;
      break;
    }
    case 'turn':
      settle(document, index, entry);
      break;
    default:
  }
}

function pendingPair(entry: EntryOf<'message_admitted'>): Pair {
  return {
    docType: 'chat-pair',
    request: {
      text: entry.text,
      images: (entry.images ?? []).map(({ blob }) => blob),
      timestamp: entry.timestamp,
      status: 'pending',
    },
    response: null,
    toolCalls: 0,
  };
}

function running(pair: Pair): Pick<Pair, 'request'> {
  return { request: { ...pair.request, status: 'running' } };
}

function structuredOf(entry: EntryOf<'reply_read'>): unknown {
  const { complete, summary, sections, todos, commands, next_steps: nextSteps, file_changes: files } = entry;
  return { complete, summary, sections, todos, commands, nextSteps, fileChanges: files };
}

function receive(pair: Pair | undefined, entry: EntryOf<'answer_received'>): void {
  if (pair === undefined) return;
  const { usage = null } = entry;
  const before = pair.response?.usage ?? null;
  const sum = before === null || usage === null ? (usage ?? before) : addUsage(before, usage);
  pair.response = { text: entry.text, structured: null, usage: sum, status: 'received' };
}

/** A journal of the first kind has turns alone, so the pair may begin here. */
function settle(document: SessionDocument, index: FoldIndex, entry: EntryOf<'turn'>): void {
  const status = entry.status ?? 'completed';
  let pair = pairOf(document, index, entry.turn_id);
  if (pair === undefined) {
    pair = {
      docType: 'chat-pair',
      turnId: entry.turn_id,
      request: { text: entry.user.text, images: [], timestamp: entry.timestamp, status: 'done' },
      response: null,
      toolCalls: entry.tool_call_count,
    };
    indexTurn(index, entry.turn_id, document.pairs.push(pair) - 1);
  }
  // What the answers cost was counted when they came; a journal without answers has the sum here alone.
  if (entry.usage !== undefined && (pair.response?.usage ?? null) === null)
    document.usage = addUsage(document.usage, entry.usage);
  pair.request = { ...pair.request, status: 'done' };
  pair.response = {
    text: entry.assistant.text,
    structured: pair.response?.structured ?? null,
    usage: entry.usage ?? pair.response?.usage ?? null,
    status,
  };
}
