import {
  sessionIdSchema,
  turnIdSchema,
  type MessageSend,
  type Result,
  type SessionId,
  type TurnId,
} from '@rook/contract';
import { createMessageId } from '@rook/engine';
import type * as vscode from 'vscode';

import type { Benches } from '../benches.ts';
import type { EditorWorkbench } from '../compose-workbench.ts';
import { createEditorModel } from '../compose.ts';
import { followTurn } from '../follow-turn.ts';
import type { LastTurn } from '../last-turn.ts';
import { composeMessage } from './compose-message.ts';
import { plainText } from './plain-text.ts';
import { findSession, readHistory } from './read-history.ts';
import { createTurnShow, type TurnEnd } from './show-turn.ts';

export interface ParticipantSetup {
  readonly editor: typeof vscode;
  readonly benches: Benches;
  readonly lastTurn: LastTurn;
  readonly prefix: string;
  readonly log: Pick<vscode.LogOutputChannel, 'info' | 'warn' | 'error'>;
}

interface Asked {
  readonly request: vscode.ChatRequest;
  readonly context: vscode.ChatContext;
  readonly stream: vscode.ChatResponseStream;
  readonly token: vscode.CancellationToken;
}

/** Answers in the chat of the editor: a message to a session, and what comes of it. Never throws. */
export function createRequestHandler(setup: ParticipantSetup): vscode.ChatRequestHandler {
  return async (request, context, stream, token): Promise<vscode.ChatResult> => {
    const asked = { request, context, stream, token };
    try {
      const ended = await answer(setup, asked);
      return ended.ok ? ended.value : showError(setup, stream, ended.error.message);
    } catch (error) {
      return showError(setup, stream, error instanceof Error ? error.message : String(error));
    }
  };
}

function showError(
  { log }: ParticipantSetup,
  stream: vscode.ChatResponseStream,
  message: string,
  metadata: vscode.ChatResult['metadata'] = {},
): vscode.ChatResult {
  log.error(`Chat request failed: ${message}`);
  stream.markdown(`\n\n⚠️ Error: ${message}`);
  return { errorDetails: { message }, metadata };
}

async function answer(setup: ParticipantSetup, asked: Asked): Promise<Result<vscode.ChatResult>> {
  const bench = await setup.benches.chooseToWrite();
  if (!bench.ok) return bench;
  const { note, workbench } = bench.value;
  if (note !== null) asked.stream.progress(note);
  const named = findSession(setup.editor, asked.context.history);
  const begun = await begin(setup, asked, { bench: workbench, named });
  // Progress is gone when the answer is there, and this is to be read.
  if (note !== null && !asked.token.isCancellationRequested)
    asked.stream.markdown(`\n\n${plainText(note)}\n\n`);
  if (!begun.ok) return begun;
  const { session, end } = begun.value;
  await setup.lastTurn.keep({ session, turn: end.turn });
  const metadata = { turnId: end.turn, toolCallCount: end.toolCalls, sessionId: session };
  if (end.status === 'failed' || end.status === 'crashed')
    return { ok: true, value: showError(setup, asked.stream, end.error ?? 'The turn failed.', metadata) };
  if (end.status === 'cancelled') asked.stream.markdown('\n\n_Stopped._');
  return { ok: true, value: { metadata } };
}

interface Room {
  readonly bench: EditorWorkbench;
  readonly named: SessionId | null;
}

interface Ended {
  readonly session: SessionId;
  readonly end: TurnEnd;
}

/** A session that cannot be found any more is begun anew, with what the chat itself remembers. */
async function begin(setup: ParticipantSetup, asked: Asked, room: Room): Promise<Result<Ended>> {
  const known =
    room.named === null ? null : await room.bench.call('session_overview', { session: room.named });
  const session = known?.ok === true ? room.named : null;
  const earlier = session === null ? readHistory(setup.editor, asked.context.history) : [];
  const { prompt, references, model, toolInvocationToken: token } = asked.request;
  const root = room.bench.composition.folders.workspace;
  const message: MessageSend = {
    type: 'message_send',
    message_id: createMessageId(new Date()),
    ...(await composeMessage(setup.editor, { prompt, references, earlier, root })),
  };
  const called = (name: string): void => void showCall(setup, asked.stream, name);
  const desk = { model: createEditorModel(setup.editor, model), token, called };
  room.bench.sit(session ?? room.bench.nameSession(message.message_id), desk);
  const sent = await room.bench.call('session_send', { session, command: message, model: model.id });
  if (!sent.ok) return sent;
  const after = known?.ok === true ? known.value.through : -1;
  const { editor, prefix } = setup;
  const show = createTurnShow({ editor, stream: asked.stream, prefix, root }, message.message_id);
  const followed = { bench: room.bench, session: sent.value.session, after, token: asked.token };
  const end = await followTurn(followed, (event) => show.show(event));
  // What is sent from elsewhere later has no request of a chat behind it.
  room.bench.sit(sent.value.session, { ...desk, token: undefined });
  return end.ok ? { ok: true, value: { session: sent.value.session, end: end.value } } : end;
}

/** It asks the extension of the tool what to say, and then puts its own line into the answer. */
const ROUNDS_OF_THE_EDITOR = 3;

/**
 * Before a tool of the editor works, the editor puts a line of its own into the answer, which is empty for most tools and hides what was
 * said as progress before it. So it is said again behind that line: what the editor is asked later it answers later.
 */
async function showCall(
  { editor, prefix }: ParticipantSetup,
  stream: vscode.ChatResponseStream,
  name: string,
): Promise<void> {
  try {
    for (let round = 0; round < ROUNDS_OF_THE_EDITOR; round += 1)
      await editor.commands.executeCommand('setContext', `${prefix}.calledTool`, name);
    stream.progress(`Calling ${name}...`);
  } catch {
    // The answer is over already.
  }
}

/** What a person said about an answer is a tag of its turn. */
export async function keepFeedback(
  { benches, log, editor }: Pick<ParticipantSetup, 'benches' | 'log' | 'editor'>,
  { kind, result }: vscode.ChatResultFeedback,
): Promise<void> {
  const isHelpful = kind === editor.ChatResultFeedbackKind.Helpful;
  log.info(`Received feedback: ${kind}`);
  const bench = await benches.chooseToWrite();
  const { sessionId, turnId } = readMetadata(result);
  if (!bench.ok || sessionId === null) return;
  const tagged = await bench.value.workbench.call('turn_tag', {
    session: sessionId,
    ...(turnId === null ? {} : { turn: turnId }),
    tags: [isHelpful ? 'helpful' : 'unhelpful'],
    note: 'feedback',
  });
  if (!tagged.ok) log.warn(`The feedback was not kept: ${tagged.error.message}`);
}

function readMetadata({ metadata }: vscode.ChatResult): {
  readonly sessionId: SessionId | null;
  readonly turnId: TurnId | null;
} {
  const session = sessionIdSchema.safeParse(metadata?.['sessionId']);
  const turn = turnIdSchema.safeParse(metadata?.['turnId']);
  return { sessionId: session.success ? session.data : null, turnId: turn.success ? turn.data : null };
}
