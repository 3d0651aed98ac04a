import { parseEntry, type EntryBase, type EntryDraft, type TurnId } from '@rook/contract';

import { createMessageId, turnIdAfter } from '../journal/create-ids.ts';
import { createTestJournal, must } from '../journal/test-journal.ts';
import type { Conversation, ConversationCall, ConversationTurn } from './conversation.ts';
import { createConversationFold, type ConversationFold } from './fold-conversation.ts';

/** What the tests of this folder share. */
export function turnId(number: number): TurnId {
  return turnIdAfter(number - 1);
}

export async function writeEntries(drafts: readonly EntryDraft[]): Promise<readonly EntryBase[]> {
  const entries: EntryBase[] = [];
  const journal = await createTestJournal().open({ written: (written) => entries.push(...written) });
  must(await journal.append(drafts));
  return entries;
}

export async function foldOf(drafts: readonly EntryDraft[]): Promise<ConversationFold> {
  const fold = createConversationFold();
  for (const entry of await writeEntries(drafts)) fold.add(parseEntry(entry));
  return fold;
}

export async function conversationOf(drafts: readonly EntryDraft[]): Promise<Conversation> {
  return (await foldOf(drafts)).conversation();
}

export function messageDraft(number: number, fields: { text?: string; steers?: TurnId } = {}): MessageDraft {
  const { text = `question ${number}`, ...rest } = fields;
  return { event_type: 'message_admitted', message_id: createMessageId(new Date(number)), text, ...rest };
}
type MessageDraft = Extract<EntryDraft, { event_type: 'message_admitted' }>;

export function begin(number: number, text?: string): readonly EntryDraft[] {
  const message = messageDraft(number, text === undefined ? {} : { text });
  return [message, { event_type: 'turn_started', turn_id: turnId(number), message_id: message.message_id }];
}

export function answer(turn: number, round: number, text: string): EntryDraft {
  return {
    event_type: 'answer_received',
    turn_id: turnId(turn),
    round,
    model: 'm',
    text,
    finish_reason: 'stop',
  };
}

export function callDraft(turn: number, round: number, id: string): EntryDraft {
  const tool = { name: 'read_file', input: { path: `${id}.ts` } };
  return { event_type: 'tool_call_requested', turn_id: turnId(turn), tool_use_id: id, tool, round };
}

export function resultDraft(turn: number, id: string, reply: unknown = `content of ${id}`): CallDraft {
  return {
    event_type: 'tool_call',
    turn_id: turnId(turn),
    tool: { name: 'read_file', input: { path: `${id}.ts` } },
    result: { ok: true, reply },
    timing_ms: 1,
    tool_use_id: id,
  };
}

type CallDraft = Extract<EntryDraft, { event_type: 'tool_call' }>;

/** A turn without a journal. */
export function talk(number: number, fields: Partial<ConversationTurn> = {}): ConversationTurn {
  return {
    id: turnId(number),
    message: { id: createMessageId(new Date(number)), text: `question ${number}`, files: [], images: [] },
    rounds: [{ text: `answer ${number}`, calls: [], steering: [] }],
    status: 'completed',
    ...fields,
  };
}

export function doneCall(id: string, reply: string | null = `content of ${id}`): ConversationCall {
  return { id, name: 'read_file', input: { path: 'a.ts' }, reply, failed: false };
}
