import {
  parseEntry,
  succeed,
  type CallOutput,
  type MessageSend,
  type Result,
  type SessionId,
  type TurnId,
  type WorkbenchEvent,
} from '@rook/contract';
import { createMessageId, type ToolResultPart } from '@rook/engine';
import type * as vscode from 'vscode';

import { endOf, type TurnEnd } from '../chat/show-turn.ts';
import type { Desk } from '../commands/desk.ts';
import type { EditorWorkbench } from '../compose-workbench.ts';
import { followTurn } from '../follow-turn.ts';
import { askInEditor } from './ask-in-editor.ts';
import { createRelay, RELAY, type Relay } from './relay-model.ts';

/** A call of a tool of ours, as the editor hands it over. */
export interface OwnCall {
  readonly name: string;
  readonly input: unknown;
  readonly token: vscode.CancellationToken;
}

/** What other participants had done in one folder: a session of its own, one call after the other. */
export interface CallLine {
  readonly bench: EditorWorkbench;
  readonly relay: Relay;
  /** Null: it has not begun. */
  session: SessionId | null;
}

export function beginLine(bench: EditorWorkbench): CallLine {
  return { bench, relay: createRelay(), session: null };
}

const TITLE = 'Calls of other participants';

/** What came of a call; `problem` where it could not be written down, or was not made. */
export interface CallEnd {
  readonly result: ToolResultPart | null;
  readonly isCancelled: boolean;
  readonly problem: string | null;
}

/**
 * Makes the call as a turn: it is written down, judged, asked about, run, and written down again. A session that is gone, or that
 * somebody else holds, is begun anew.
 */
export async function callOwnTool(
  desk: Pick<Desk, 'editor' | 'log'>,
  line: CallLine,
  { name, input, token }: OwnCall,
): Promise<CallEnd> {
  const text = `Another participant of the chat calls ${name}.`;
  const message: MessageSend = { type: 'message_send', message_id: createMessageId(new Date()), text };
  const told: { result: ToolResultPart | null } = { result: null };
  const tell = (result: ToolResultPart): void => {
    told.result = result;
  };
  line.relay.take({ text, id: `call-${message.message_id}`, name, input, tell });
  try {
    const begun = await begin(line, message);
    if (!begun.ok) return { result: null, isCancelled: false, problem: begun.error.message };
    const see = watchTurn(desk, line.bench, message.message_id);
    const end = await followTurn({ bench: line.bench, ...begun.value, token }, see);
    if (!end.ok) return { ...told, isCancelled: token.isCancellationRequested, problem: end.error.message };
    const { status, error } = end.value;
    return { ...told, isCancelled: status === 'cancelled', problem: error };
  } finally {
    line.relay.take(null);
  }
}

interface Begun {
  readonly session: SessionId;
  readonly after: number;
}

async function begin(line: CallLine, message: MessageSend): Promise<Result<Begun>> {
  const { bench } = line;
  const known =
    line.session === null ? null : await bench.call('session_overview', { session: line.session });
  if (line.session !== null && known?.ok === true) {
    const sent = await send(line, line.session, message);
    if (sent.ok) return succeed({ session: sent.value.session, after: known.value.through });
  }
  const sent = await send(line, null, message);
  if (!sent.ok) return sent;
  const { session } = sent.value;
  line.session = session;
  await bench.call('session_change', { session, title: TITLE });
  return succeed({ session, after: -1 });
}

async function send(
  { bench, relay }: CallLine,
  session: SessionId | null,
  message: MessageSend,
): Promise<Result<CallOutput<'session_send'>>> {
  const desk = { model: relay.model, token: undefined, isRelay: true };
  bench.sit(session ?? bench.nameSession(message.message_id), desk);
  return bench.call('session_send', { session, command: message, model: RELAY });
}

/** Looks at the turn of one message, puts its questions to the person, and says when it is over. */
function watchTurn(
  desk: Pick<Desk, 'editor' | 'log'>,
  bench: EditorWorkbench,
  message: string,
): (event: WorkbenchEvent) => TurnEnd | null {
  let turn: TurnId | null = null;
  const seeEntry = (base: unknown): TurnEnd | null => {
    const read = parseEntry(base);
    if (read.kind !== 'known') return null;
    const { entry } = read;
    if (entry.event_type === 'turn_started' && entry.message_id === message) turn = entry.turn_id;
    if (turn === null || !('turn_id' in entry) || entry.turn_id !== turn) return null;
    if (entry.event_type === 'approval_requested')
      void askInEditor(desk, bench, entry).catch((error: unknown) => desk.log.error(String(error)));
    return entry.event_type === 'turn' ? endOf(entry) : null;
  };
  return (event) =>
    event.type === 'entries' ? (event.entries.map(seeEntry).find((end) => end !== null) ?? null) : null;
}
