import type { Script } from '@rook/contract';
import type { FailedEvent, Model, ModelRequest } from '@rook/engine';
import { createFakeClock, failedCases, modelSuite, type ModelStage } from '@rook/engine/testing';
import { createScriptedModel } from '@rook/model-scripted';
import { createEditorModel } from '@rook/model-vscode';
import { expect, it } from 'vitest';
import type * as vscode from 'vscode';

import { createFakeChat, fakeEditor } from './fake-editor.ts';

/** What the script looks at: what was said last. */
function readRequest(messages: readonly vscode.LanguageModelChatMessage[]): ModelRequest {
  const texts = (messages.at(-1)?.content ?? []).flatMap((part) =>
    part instanceof fakeEditor.LanguageModelTextPart ? [{ kind: 'text' as const, text: part.value }] : [],
  );
  return { system: '', messages: [{ role: 'user', parts: texts }], maxOutputTokens: 1 };
}

async function* play(
  model: Model,
  messages: readonly vscode.LanguageModelChatMessage[],
  token: vscode.CancellationToken,
): AsyncGenerator {
  const stopping = new AbortController();
  token.onCancellationRequested(() => stopping.abort());
  for await (const event of model.stream(readRequest(messages), stopping.signal)) {
    if (event.kind === 'text') yield new fakeEditor.LanguageModelTextPart(event.text);
    if (event.kind === 'tool_call' && typeof event.part.input === 'object' && event.part.input !== null)
      yield new fakeEditor.LanguageModelToolCallPart(event.part.id, event.part.name, event.part.input);
    if (event.kind === 'failed') throw failureOf(event);
  }
}

/** What was refused before it began comes with a code of the editor. */
function failureOf({ error, mayCost }: FailedEvent): Error {
  return Object.assign(new Error(error.message), mayCost ? {} : { code: 'Blocked' });
}

/** A provider of the editor that plays a script. It says no more than the editor passes on. */
function openStage(): ModelStage {
  let received: string[] = [];
  return {
    play: (script: Script): Model => {
      received = [];
      const played = createScriptedModel(script, { name: 'scripted', clock: createFakeClock() });
      const chat = createFakeChat((messages, tools, token) => {
        received.push(JSON.stringify({ messages, tools }));
        return play(played, messages, token);
      });
      return createEditorModel(fakeEditor, chat);
    },
    received: () => received,
    lacks: new Set(['thinking', 'seals', 'raw_input', 'cuts', 'ends']),
  };
}

it('C-02 C-03 a model of the editor keeps every promise of a model that the editor can carry', async () => {
  expect(await failedCases(modelSuite, () => openStage)).toEqual([]);
});

it('B-11 the system prompt is the first message, marked as what it is', async () => {
  const seen: string[] = [];
  const chat = createFakeChat(async function* (messages) {
    seen.push(JSON.stringify(messages[0]));
    yield new fakeEditor.LanguageModelTextPart('Yes.');
  });
  const request: ModelRequest = { system: 'You are rook.', messages: [], maxOutputTokens: 1 };
  const signal = new AbortController().signal;
  for await (const event of createEditorModel(fakeEditor, chat).stream(request, signal)) void event;
  expect(seen[0]).toContain('"SYSTEM: You are rook."');
});
