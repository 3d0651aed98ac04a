import {
  rookError,
  type EntryDraft,
  type IntentId,
  type Result,
  type RookError,
  type SessionDocument,
  type SettingValues,
  type TurnId,
} from '@rook/contract';

import { createChangeSetIds } from '../edits/change-set-ids.ts';
import { draftRefusedSet } from '../edits/draft-refused-set.ts';
import { listNamedPaths } from '../edits/plan-change-set.ts';
import { todoKeys } from '../journal/fold-todos.ts';
import type { Clock } from '../ports/clock.ts';
import type { FinishReason, ToolCallPart } from '../ports/model.ts';
import { getField, isJsonObject, type JsonValue } from '../replies/json-value.ts';
import { readReply, type PartReading, type ReplyReading, type WholeReading } from '../replies/read-reply.ts';
import { refuseReading, refuseTruncated } from '../replies/refuse-reading.ts';
import { listReplyBugs } from '../replies/reply-bugs.ts';
import { translateReply } from '../replies/translate-reply.ts';
import type { Answer } from './collect-answer.ts';

/** What a structured reply came to. */
export interface UsedReply {
  /** What a person reads. */
  readonly text: string;
  /** What is to be done, through the same door as any call. */
  readonly calls: readonly ToolCallPart[];
  readonly error: RookError | null;
}

export interface ReplyPlace {
  readonly turn: TurnId;
  readonly record: (drafts: readonly EntryDraft[]) => Promise<Result<unknown>>;
  readonly todos: Todos;
  readonly settings: Pick<SettingValues, 'edits.partial'>;
  readonly clock: Pick<Clock, 'now'>;
  /** What the turn is for; null where no intent counts. */
  readonly intent: () => IntentId | null;
  /** Shows what a person reads of it, before the entry that says it for good. */
  readonly show: (text: string) => void;
}

interface ReadRound {
  readonly round: number;
  readonly reading: ReplyReading;
  /** What is read was mended by another model. */
  readonly wasCleanedUp: boolean;
}

/** Whether another model may mend its form is the caller's to try: a reading that is not whole is used as it is. */
export async function useReply(
  place: ReplyPlace,
  answer: Answer,
  { round, reading, wasCleanedUp }: ReadRound,
): Promise<UsedReply> {
  const { turn, record, todos, settings, show } = place;
  const used = reading.complete ? useWhole(reading, round, settings) : usePart(reading, answer);
  show(used.text);
  await record([
    replyEntry(reading, { turn, round }),
    ...listReplyBugs(reading, wasCleanedUp).map(({ type, by, description }): EntryDraft => ({
      event_type: 'bug_recorded',
      type,
      by,
      description,
      turn_id: turn,
    })),
    ...(reading.complete ? todoEntries(reading, todos, turn) : []),
    ...refusedEntries(place, answer, { reading, error: used.error }),
  ]);
  return used;
}

/** Changes of a reply that was cut off, cannot be read or has a change of the wrong shape are part of the history too. */
function refusedEntries(
  { turn, clock, intent }: ReplyPlace,
  { usage }: Answer,
  { reading, error }: { readonly reading: ReplyReading; readonly error: RookError | null },
): readonly EntryDraft[] {
  const changes = reading.complete ? getField(reading.value, 'fileChanges') : refuseReading(reading).changes;
  if (error === null || !Array.isArray(changes) || changes.length === 0) return [];
  const files = listNamedPaths(changes).map((path) => ({ path, status: 'refused' as const, error }));
  const set = { id: createChangeSetIds(clock)(), turn, intent: intent(), by: 'assistant' as const };
  return [draftRefusedSet({ ...set, costUsd: usage.cost_usd, files, error })];
}

export type Todos = SessionDocument['todos'];

/** Reads the raw answer, which is written down by then. */
export function readAnswer({ text, finish }: Answer): ReplyReading {
  const finishReason: FinishReason = finish === 'failed' || finish === 'cancelled' ? 'cut' : finish;
  return readReply(text, { finishReason });
}

/** What a person reads of it. */
export function replyText({ reply }: WholeReading): string {
  const sections = reply.sections.map(({ heading, content }) => `## ${heading}\n\n${content}`);
  return [reply.summary, ...sections].filter((part) => part !== '').join('\n\n');
}

function useWhole(reading: WholeReading, round: number, settings: ReplyPlace['settings']): UsedReply {
  const { reply } = reading;
  const text = replyText(reading);
  const translated = translateReply(reply, `reply_${round}`, {
    partial: settings['edits.partial'] ? 'tell' : false,
  });
  if (!translated.ok) return { text, calls: [], error: translated.error };
  return { text, calls: translated.value, error: null };
}

function usePart({ ending, recovered }: PartReading, answer: Answer): UsedReply {
  // Prose is an answer too; there is nothing in it to be applied.
  if (ending === 'none' && answer.finish !== 'length') return { text: answer.text, calls: [], error: null };
  const text = recovered.summary ?? answer.text;
  const count = recovered.fileChanges.length;
  if (ending === 'broken') {
    const sentence = `The reply cannot be read with certainty, so nothing of it was applied${count === 0 ? '' : ` (${count} file change(s))`}; try again.`;
    return { text, calls: [], error: rookError('malformed', sentence) };
  }
  const nothing = 'Response was truncated! NO changes have been applied. Try again.';
  const error = count === 0 ? rookError('truncated', nothing) : refuseTruncated(count);
  return { text, calls: [], error };
}

const MOST_PROBLEMS = 50;

function replyEntry(
  reading: ReplyReading,
  { turn, round }: { readonly turn: TurnId; readonly round: number },
): EntryDraft {
  const { recovered, problems } = reading;
  const { sections, todos, commands, nextSteps } = reading.complete ? reading.reply : recovered;
  return {
    event_type: 'reply_read',
    turn_id: turn,
    round,
    complete: reading.complete,
    summary: reading.complete ? reading.reply.summary : (recovered.summary ?? ''),
    ...some('sections', sections),
    ...some('todos', todos),
    ...some('commands', commands),
    ...some('next_steps', nextSteps),
    ...some('file_changes', reading.complete ? pathsOf(reading) : recoveredPaths(recovered.fileChanges)),
    ...some(
      'problems',
      problems
        .slice(0, MOST_PROBLEMS)
        .map(({ code, message, line, column }) => ({ code, message, line, column })),
    ),
  };
}

function some<Name extends string, Item>(name: Name, list: readonly Item[]): { [Key in Name]?: Item[] } {
  const found: { [Key in Name]?: Item[] } = {};
  if (list.length > 0) Object.assign(found, { [name]: [...list] });
  return found;
}

function pathsOf({ reply }: WholeReading): readonly string[] {
  return reply.fileChanges.map(({ change }) => change.path ?? '(patch)');
}

/** They are shown, so that a person knows what was lost; nothing of them is ever applied. */
function recoveredPaths(changes: readonly JsonValue[]): readonly string[] {
  return changes.map((change) => {
    const path = isJsonObject(change) ? getField(change, 'path') : undefined;
    return typeof path === 'string' && path !== '' ? path : '(patch)';
  });
}

/** What is done stays done, whatever a later reply lists; a model alone completes nothing. */
function todoEntries({ reply }: WholeReading, before: Todos, turn: TurnId): readonly EntryDraft[] {
  if (reply.todos.length === 0) return [];
  const known = todoKeys(before);
  const isDone = new Set(known.filter((_, index) => before[index]?.completed === true));
  const keys = todoKeys(reply.todos);
  const todos = reply.todos.map(({ text }, index) => ({ text, completed: isDone.has(keys[index] ?? '') }));
  return [{ event_type: 'todo_changed', turn_id: turn, todos }];
}
