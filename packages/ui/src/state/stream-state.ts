import type { Delta, Entry, TurnId } from '@rook/contract';

/** What comes before the entry that says it for good; nothing of it outlives that entry. */
export interface StreamState {
  readonly turn: TurnId | null;
  readonly text: string;
  readonly thinking: string;
  readonly status: string | null;
  /** The steps on the way to the first request. */
  readonly preparation: readonly string[];
  readonly outputs: ReadonlyMap<string, LiveOutput>;
  /** What a yes would do, with secrets, by the question. */
  readonly previews: ReadonlyMap<string, string>;
}

interface LiveOutput {
  readonly text: string;
  /** Characters of its beginning that are not shown any more. */
  readonly dropped: number;
}

export function emptyStream(): StreamState {
  return {
    turn: null,
    text: '',
    thinking: '',
    status: null,
    preparation: [],
    outputs: new Map(),
    previews: new Map(),
  };
}

const LONGEST_OUTPUT = 100_000;

export function foldDelta(before: StreamState, delta: Delta): StreamState {
  const stream = enterTurn(before, delta.turn_id);
  switch (delta.type) {
    case 'text':
      return { ...stream, text: stream.text + delta.text, status: null };
    case 'thinking':
      return { ...stream, thinking: stream.thinking + delta.text };
    case 'status':
      return delta.preparing === true
        ? { ...stream, preparation: [...stream.preparation, delta.text] }
        : { ...stream, status: delta.text };
    case 'command_output': {
      const known = stream.outputs.get(delta.command_id) ?? { text: '', dropped: 0 };
      return { ...stream, outputs: new Map(stream.outputs).set(delta.command_id, append(known, delta.text)) };
    }
    case 'preview':
      return { ...stream, previews: new Map(stream.previews).set(delta.approval_id, delta.text) };
  }
}

function enterTurn(stream: StreamState, turn: TurnId): StreamState {
  if (stream.turn === turn) return stream;
  // What commands in the background print goes on beside the turn that runs.
  return { ...stream, turn, text: '', thinking: '', status: null, preparation: [] };
}

/** Its beginning is let go in large steps, so that each piece costs the same. */
function append({ text, dropped }: LiveOutput, more: string): LiveOutput {
  const whole = text + more;
  if (whole.length <= LONGEST_OUTPUT * 2) return { text: whole, dropped };
  return { text: whole.slice(-LONGEST_OUTPUT), dropped: dropped + whole.length - LONGEST_OUTPUT };
}

/** Lets go of what the entry says for good. */
export function clearStream(stream: StreamState, entry: Entry): StreamState {
  switch (entry.event_type) {
    case 'answer_received':
    // What was said of a batch stands in its panel.
    case 'batch_ended':
      return stream.turn === entry.turn_id
        ? { ...stream, text: '', thinking: '', status: null, preparation: [] }
        : stream;
    case 'reply_read':
      return stream.turn === entry.turn_id ? { ...stream, text: '' } : stream;
    case 'turn':
      return stream.turn === entry.turn_id ? { ...emptyStream(), outputs: stream.outputs } : stream;
    case 'turn_started':
      return enterTurn(stream, entry.turn_id);
    case 'tool_call':
      return stream.turn === entry.turn_id && stream.status !== null ? { ...stream, status: null } : stream;
    case 'command_ended':
      return stream.outputs.has(entry.command_id)
        ? { ...stream, outputs: without(stream.outputs, entry.command_id) }
        : stream;
    case 'approval_answered':
    case 'approval_voided':
      return stream.previews.has(entry.approval_id)
        ? { ...stream, previews: without(stream.previews, entry.approval_id) }
        : stream;
    default:
      return stream;
  }
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  return new Map([...map].filter(([name]) => name !== key));
}
