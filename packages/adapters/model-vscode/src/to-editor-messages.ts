import type { ModelMessage, ModelRequest } from '@rook/engine';
import type * as vscode from 'vscode';

import type { EditorModels } from './editor-models.ts';

/** What the model is told, as messages of the editor; the first is the system prompt, for which the editor has no role. */
export function toEditorMessages(
  editor: EditorModels,
  { system, messages }: Pick<ModelRequest, 'system' | 'messages'>,
): readonly vscode.LanguageModelChatMessage[] {
  return [
    editor.LanguageModelChatMessage.User(`SYSTEM: ${system}`),
    ...messages.map((message) => toEditorMessage(editor, message)),
  ];
}

type AssistantPart = vscode.LanguageModelTextPart | vscode.LanguageModelToolCallPart;

function toEditorMessage(editor: EditorModels, message: ModelMessage): vscode.LanguageModelChatMessage {
  if (message.role === 'tool') {
    const results = message.results.map(
      ({ id, text }) => new editor.LanguageModelToolResultPart(id, [new editor.LanguageModelTextPart(text)]),
    );
    return editor.LanguageModelChatMessage.User(results);
  }
  if (message.role === 'assistant')
    return editor.LanguageModelChatMessage.Assistant(
      message.parts.flatMap((part): AssistantPart[] => {
        if (part.kind === 'text') return [new editor.LanguageModelTextPart(part.text)];
        if (part.kind === 'thinking') return [];
        return [new editor.LanguageModelToolCallPart(part.id, part.name, readInput(part.input))];
      }),
    );
  return editor.LanguageModelChatMessage.User(
    message.parts.map((part) =>
      part.kind === 'text'
        ? new editor.LanguageModelTextPart(part.text)
        : editor.LanguageModelDataPart.image(part.bytes, part.mediaType),
    ),
  );
}

/** The editor takes nothing else; an input that is no object was refused, and its result says why. */
function readInput(input: unknown): object {
  return typeof input === 'object' && input !== null ? input : {};
}
