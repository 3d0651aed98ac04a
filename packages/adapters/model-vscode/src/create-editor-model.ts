import type { FailedEvent, Model, ModelEvent, ModelRequest } from '@rook/engine';
import type * as vscode from 'vscode';

import type { EditorModels } from './editor-models.ts';
import { toEditorMessages } from './to-editor-messages.ts';
import { isRefusal, toModelError } from './to-model-error.ts';

const UNKNOWN_COUNTS = { input: null, cacheRead: null, cacheWrite: null, output: null, reasoning: null };

/**
 * A model of the editor. The editor tells neither tokens nor why an answer ended, so the counts are null and an answer that
 * ends is a whole one; it has no role for a system prompt, so that is the first message.
 */
export function createEditorModel(editor: EditorModels, chat: vscode.LanguageModelChat): Model {
  return {
    provider: 'vscode',
    name: chat.id,
    abilities: { tools: true, structured: 'none', vision: true, thinking: false },
    stream: (request, signal) => streamSafely(editor, chat, { request, signal }),
  };
}

interface Call {
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
}

async function* streamSafely(
  editor: EditorModels,
  chat: vscode.LanguageModelChat,
  { request, signal }: Call,
): AsyncGenerator<ModelEvent> {
  const stopping = new editor.CancellationTokenSource();
  const stopped = Promise.withResolvers<'stopped'>();
  const stop = (): void => {
    stopping.cancel();
    stopped.resolve('stopped');
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    if (signal.aborted) {
      yield failed(undefined, { chat, isCancelled: true, mayCost: false });
      return;
    }
    const options = { justification: JUSTIFICATION, ...toolsOf(request) };
    const asking = chat.sendRequest([...toEditorMessages(editor, request)], options, stopping.token);
    const response = await Promise.race([asking, stopped.promise]);
    // A provider need not listen to who cancels; what it says later is nobody's.
    if (response === 'stopped') yield failed(undefined, { chat, isCancelled: true, mayCost: true });
    else yield* tell(editor, response.stream, { chat, stopped: stopped.promise });
  } catch (error) {
    // Only what the editor itself refuses is known never to have reached a provider.
    yield failed(error, { chat, isCancelled: signal.aborted, mayCost: !isRefusal(error) });
  } finally {
    signal.removeEventListener('abort', stop);
    stopping.cancel();
    stopping.dispose();
  }
}

const JUSTIFICATION = 'To answer what you ask in this chat.';

function toolsOf({ tools = [] }: ModelRequest): Pick<vscode.LanguageModelChatRequestOptions, 'tools'> {
  if (tools.length === 0) return {};
  return { tools: tools.map(({ name, description, input }) => ({ name, description, inputSchema: input })) };
}

interface Telling {
  readonly chat: vscode.LanguageModelChat;
  readonly stopped: Promise<'stopped'>;
}

/** Everything that comes, until the end or until nobody listens. */
async function* tell(
  editor: EditorModels,
  stream: AsyncIterable<unknown>,
  { chat, stopped }: Telling,
): AsyncGenerator<ModelEvent> {
  const parts = stream[Symbol.asyncIterator]();
  let called = false;
  let text = '';
  try {
    for (;;) {
      const next = await Promise.race([parts.next(), stopped]);
      if (next === 'stopped') {
        yield failed(undefined, { chat, isCancelled: true, mayCost: true });
        return;
      }
      if (next.done === true) break;
      if (next.value instanceof editor.LanguageModelTextPart) {
        text += next.value.value;
        const whole = wholeCharacters(text);
        text = text.slice(whole.length);
        if (whole !== '') yield { kind: 'text', text: whole };
      } else if (next.value instanceof editor.LanguageModelToolCallPart) {
        called = true;
        yield* tellCall(next.value);
      }
    }
  } catch (error) {
    yield failed(error, { chat, isCancelled: false, mayCost: true });
    return;
  }
  if (text !== '') yield { kind: 'text', text };
  const reason = called ? 'tool_calls' : 'stop';
  yield { kind: 'finished', reason, providerReason: null, usage: UNKNOWN_COUNTS };
}

/** Half a character waits for its other half. */
function wholeCharacters(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd8_00 && last <= 0xdb_ff ? text.slice(0, -1) : text;
}

function* tellCall({ callId, name, input }: vscode.LanguageModelToolCallPart): Generator<ModelEvent> {
  const text = JSON.stringify(input);
  yield { kind: 'tool_call_begun', id: callId, name };
  yield { kind: 'tool_call_piece', id: callId, text };
  yield { kind: 'tool_call', part: { kind: 'tool_call', id: callId, name, input }, text };
}

interface Failure {
  readonly chat: vscode.LanguageModelChat;
  readonly isCancelled: boolean;
  readonly mayCost: boolean;
}

function failed(error: unknown, { chat, isCancelled, mayCost }: Failure): FailedEvent {
  return { kind: 'failed', error: toModelError(error, chat.name, isCancelled), mayCost, usage: null };
}
