import { describePermissions, type CutField, type Entry, type EntryOf, type ReadEntry } from '@rook/contract';

import { tokensRead } from './describe-usage.ts';

/** One line about an entry, for a person; what was said in a turn is told whole by its text. */
export interface DescribedEntry {
  readonly kind: string;
  readonly text: string;
}

export function describeEntry(read: ReadEntry): DescribedEntry {
  if (read.kind === 'unreadable') return { kind: 'unreadable', text: read.reason };
  if (read.kind === 'foreign') return { kind: read.entry.event_type, text: `(${read.reason})` };
  return { kind: read.entry.event_type, text: textOf(read.entry) };
}

function textOf(entry: Entry): string {
  switch (entry.event_type) {
    case 'session_start':
      return `${entry.chat_surface}${entry.session_title === undefined ? '' : `: ${entry.session_title}`}`;
    case 'message_admitted':
      return long(entry.text);
    case 'prompt_pinned':
      return `${entry.sha256.slice(0, 12)} (what the model is told about its work)`;
    case 'turn':
      return `${entry.turn_id} ${entry.status ?? 'completed'}\nyou: ${long(entry.user.text)}\nrook: ${long(entry.assistant.text)}`;
    case 'answer_received':
      return `${entry.turn_id} ${entry.model} ${entry.finish_reason}`;
    case 'reply_read':
      return `${entry.turn_id} ${entry.complete ? 'complete' : 'not complete'}: ${long(entry.summary)}`;
    case 'tool_call':
      return `${entry.turn_id} ${entry.tool.name} ${entry.result.ok ? 'ok' : `failed: ${entry.result.error ?? ''}`} ${entry.timing_ms} ms`;
    case 'tag':
      return `${entry.turn_id} ${entry.tags.join(', ')}${entry.note === undefined ? '' : `: ${entry.note}`}`;
    case 'action':
      return `${entry.action_id} ${entry.turn_id} ${entry.status}: ${entry.title}`;
    case 'change_set_started':
    case 'change_set_applied':
    case 'change_set_refused':
      return `${entry.change_set_id} ${entry.files.map(nameChanged).join(', ')}`;
    case 'command_started':
      return `${entry.command_id} ${long(entry.command)}`;
    case 'command_ended':
      return describeEnded(entry);
    case 'batch_started':
      return `${entry.turn_id} ${entry.commands.length} commands`;
    case 'batch_judged':
      return `${entry.turn_id} ${entry.decision}${entry.command === undefined ? '' : `: ${entry.command}`}`;
    case 'batch_ended':
      return `${entry.turn_id} by ${entry.ended_by}: ${entry.succeeded} succeeded, ${entry.failed} failed, ${entry.left.length} not run`;
    case 'intent_selected':
    case 'intent_changed':
      return `${entry.intent_id ?? 'none'} by ${entry.by}`;
    case 'ledger_changed':
      return entry.degraded ? `degraded: ${entry.error?.message ?? ''}` : 'complete again';
    case 'file_shown':
      return `${entry.path} ${entry.md5.slice(0, 12)}${entry.whole ? '' : ' (in part)'}`;
    case 'budget_reserved':
      return `${entry.model} ${dollars(entry.amount_usd)}${instead(entry.instead_of)}`;
    case 'budget_settled':
      return describeSettled(entry);
    case 'tool_call_requested':
      return `${entry.turn_id} ${entry.tool.name}`;
    case 'tool_call_allowed':
      return `${entry.turn_id} ${entry.effect} by ${entry.by}`;
    case 'tool_call_refused':
      return `${entry.turn_id} ${entry.error.code}: ${entry.error.message}`;
    case 'approval_requested':
      return `${entry.approval_id} ${entry.question}`;
    case 'approval_answered':
      return `${entry.approval_id} ${entry.answer}, ${entry.scope}, by ${entry.by}`;
    case 'approval_voided':
      return `${entry.approval_id} ${entry.reason}`;
    case 'todo_changed':
      return `${entry.todos.filter(({ completed }) => completed).length} of ${entry.todos.length} done`;
    case 'session_changed':
      return [entry.title, entry.status, ...(entry.labels ?? [])]
        .filter((part) => part !== undefined)
        .join(', ');
    case 'history_compacted':
      return `up to #${entry.through_seq}`;
    case 'health':
      return entry.checks.journal_writable ? 'journal writable' : 'journal NOT writable';
    case 'turn_started':
      return `${entry.turn_id}${entry.model === undefined ? '' : ` ${entry.model}`}`;
    case 'blobs_pruned':
      return `${entry.hashes.length} kept contents, ${entry.bytes} bytes; what needs them cannot be rewound any more`;
    case 'bug_recorded':
      return `${entry.type}: ${entry.description}`;
    case 'session_imported':
      return `${entry.entries} entries of session ${entry.imported_from.session_id}`;
    case 'journal_repaired':
      return `line ${entry.line} was torn`;
  }
}

/** Of one whose process died, nobody was shown what it had printed. */
function describeEnded(entry: EntryOf<'command_ended'>): string {
  const end = `${entry.command_id} exit ${entry.exit_code ?? entry.signal ?? 'unknown'}`;
  return entry.ended_by === 'unknown' ? `${end}\n${long(entry.output)}` : end;
}

function nameChanged(file: EntryOf<'change_set_started'>['files'][number]): string {
  const permissions = describePermissions(file.before_mode, file.after_mode);
  return permissions === null ? file.path : `${file.path} (${permissions})`;
}

/** Older entries say only beside the usage that it is estimated. */
function describeSettled({ usage, estimated }: EntryOf<'budget_settled'>): string {
  const most = estimated === true ? 'at most ' : '';
  return `${most}${tokensRead(usage)} in, ${usage.output_tokens} out, ${dollars(usage.cost_usd)}`;
}

function dollars(amount: number | null): string {
  return amount === null ? 'price unknown' : `$${amount.toFixed(4)}`;
}

function long(text: string | CutField): string {
  return typeof text === 'string' ? text : `${text.preview} … (${text.byte_len} bytes)`;
}

function instead(model: string | undefined): string {
  return model === undefined ? '' : ` instead of ${model}, which would have cost too much`;
}
