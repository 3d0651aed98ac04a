import type { Entry, EntryOf, ReadEntry } from '@rook/contract';

import { createMessageFold, wholeText, type Message } from './export-messages.ts';

/** A piece of a page about a session, whatever the page is written in. All of its texts are foreign. */
export type PagePart =
  | { readonly kind: 'turn'; readonly turn: string; readonly at: string }
  | { readonly kind: 'said'; readonly who: 'You' | 'Rook'; readonly at: string; readonly text: string }
  /** Something long that is shown when asked for. */
  | { readonly kind: 'detail'; readonly title: string; readonly blocks: readonly PageBlock[] }
  | { readonly kind: 'note'; readonly label: string; readonly text: string };

export interface PageBlock {
  readonly label: string;
  readonly text: string;
  readonly language: 'json' | 'text';
}

export interface PartsFold {
  add(read: ReadEntry): readonly PagePart[];
  /** Messages whose turn never began. */
  end(): readonly PagePart[];
}

/** Tells a session for reading: what was said, what was done, what was marked. */
export function createPartsFold(): PartsFold {
  const messages = createMessageFold();
  const begun = new Set<string>();
  /** Messages that wait for their turn, which takes them in the order in which they came. */
  const waiting: PagePart[] = [];

  /** The heading of a turn, once. */
  function begin(turn: string | undefined, at: string): readonly PagePart[] {
    if (turn === undefined || begun.has(turn)) return [];
    begun.add(turn);
    return [{ kind: 'turn', turn, at }];
  }

  return {
    add: (read) => {
      const told = messages.add(read).map(messagePart);
      if (read.kind === 'unreadable') return [];
      if (read.kind === 'foreign') return [note(read.entry.event_type, `(${read.reason})`)];
      const { entry } = read;
      if (entry.event_type === 'message_admitted') {
        waiting.push(...told);
        return [];
      }
      const asked = entry.event_type === 'turn_started' ? waiting.splice(0, 1) : [];
      return [...begin(turnOf(entry), entry.timestamp), ...asked, ...told, ...entryParts(entry)];
    },
    end: () => waiting.splice(0),
  };
}

/** The turn in which an entry stands. What is said about a turn later does not begin it. */
function turnOf(entry: Entry): string | undefined {
  if (entry.event_type === 'tag' || entry.event_type === 'action' || entry.event_type === 'bug_recorded')
    return undefined;
  return 'turn_id' in entry && typeof entry.turn_id === 'string' ? entry.turn_id : undefined;
}

function messagePart(message: Message): PagePart {
  if (message.kind !== 'tool') {
    const who = message.kind === 'user' ? 'You' : 'Rook';
    return { kind: 'said', who, at: message.at, text: message.text };
  }
  const { tool, result, timing_ms: duration } = message.entry;
  const answer = result.ok ? result.reply : (result.error ?? result.reply);
  return {
    kind: 'detail',
    title: `${tool.name}: ${result.ok ? 'done' : 'failed'} in ${duration} ms`,
    blocks: [valueBlock('Input', tool.input), valueBlock(result.ok ? 'Result' : 'Error', answer)],
  };
}

function valueBlock(label: string, value: unknown): PageBlock {
  if (typeof value === 'string') return { label, text: value, language: 'text' };
  return { label, text: JSON.stringify(value ?? null, null, 2), language: 'json' };
}

function entryParts(entry: Entry): readonly PagePart[] {
  switch (entry.event_type) {
    case 'tool_call_refused':
      return [note('Refused', `${entry.error.code}: ${entry.error.message}`)];
    case 'change_set_applied':
    case 'change_set_refused':
      return [changePart(entry)];
    case 'command_started':
      return [{ kind: 'detail', title: 'Command', blocks: [textBlock('Typed', wholeText(entry.command))] }];
    case 'command_ended':
      return [
        {
          kind: 'detail',
          title: `Command ended: ${entry.timed_out ? 'out of time' : `exit ${entry.exit_code ?? entry.signal ?? 'unknown'}`}`,
          blocks: [textBlock('Output', wholeText(entry.output))],
        },
      ];
    case 'batch_judged':
      return [
        note('After a command', [entry.decision, entry.command, entry.reason].filter(Boolean).join(': ')),
      ];
    case 'batch_ended':
      return entry.left.length === 0 ? [] : [note('Not run', entry.left.join('; '))];
    case 'approval_requested':
      return [note('Asked', entry.question)];
    case 'approval_answered':
      return [note('Answered', `${entry.answer}, ${entry.scope}, by ${entry.by}`)];
    case 'intent_selected':
      return [note('Intent', `${entry.intent_id ?? 'none'}, by ${entry.by}`)];
    case 'todo_changed':
      return [
        note('TODO', entry.todos.map((todo) => `[${todo.completed ? 'x' : ' '}] ${todo.text}`).join('; ')),
      ];
    case 'tag':
      return [
        note(
          'Tags',
          `${entry.turn_id}: ${entry.tags.join(', ')}${entry.note === undefined ? '' : ` (${entry.note})`}`,
        ),
      ];
    case 'action':
      return [note('Action', `${entry.action_id} of ${entry.turn_id}, ${entry.status}: ${entry.title}`)];
    case 'bug_recorded':
      return [note('Bug', `${entry.type}: ${entry.description}`)];
    case 'history_compacted':
      return [
        {
          kind: 'detail',
          title: 'Summary of what came before',
          blocks: [textBlock('Summary', wholeText(entry.summary))],
        },
      ];
    case 'session_imported':
      return [note('Imported', `${entry.entries} entries of session ${entry.imported_from.session_id}`)];
    default:
      return [];
  }
}

function changePart(entry: EntryOf<'change_set_applied'> | EntryOf<'change_set_refused'>): PagePart {
  const files = entry.files.map(
    ({ path, status, added, removed }) => `${status.padEnd(8)} +${added} -${removed}  ${path}`,
  );
  const applied = entry.event_type === 'change_set_applied' ? 'applied' : 'refused';
  const count = files.length === 1 ? '1 file' : `${files.length} files`;
  return {
    kind: 'detail',
    title: `Change set ${entry.change_set_id} ${applied}: ${count}`,
    blocks: [textBlock('Files', files.join('\n'))],
  };
}

function note(label: string, text: string): PagePart {
  return { kind: 'note', label, text };
}

function textBlock(label: string, text: string): PageBlock {
  return { label, text, language: 'text' };
}
