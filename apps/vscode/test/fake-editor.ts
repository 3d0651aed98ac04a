import type { EditorModels } from '@rook/model-vscode';
import type * as vscode from 'vscode';

/** As much of the editor as a model needs, for tests that run without one. */

class LanguageModelTextPart {
  public value: string;
  public constructor(value: string) {
    this.value = value;
  }
}

class LanguageModelToolCallPart {
  public callId: string;
  public name: string;
  public input: object;
  public constructor(callId: string, name: string, input: object) {
    this.callId = callId;
    this.name = name;
    this.input = input;
  }
}

class LanguageModelToolResultPart {
  public callId: string;
  public content: unknown[];
  public constructor(callId: string, content: unknown[]) {
    this.callId = callId;
    this.content = content;
  }
}

class LanguageModelDataPart {
  public static image(data: Uint8Array, mime: string): LanguageModelDataPart {
    return new LanguageModelDataPart(data, mime);
  }
  public static json(value: unknown, mime = 'application/json'): LanguageModelDataPart {
    return LanguageModelDataPart.text(JSON.stringify(value), mime);
  }
  public static text(value: string, mime = 'text/plain'): LanguageModelDataPart {
    return new LanguageModelDataPart(new TextEncoder().encode(value), mime);
  }
  public data: Uint8Array;
  public mimeType: string;
  public constructor(data: Uint8Array, mimeType: string) {
    this.data = data;
    this.mimeType = mimeType;
  }
  public toJSON(): unknown {
    return { mimeType: this.mimeType, data: Buffer.from(this.data).toString('base64') };
  }
}

type Content = ConstructorParameters<typeof vscode.LanguageModelChatMessage>[1];

class ChatMessage {
  public role: vscode.LanguageModelChatMessageRole;
  public content: vscode.LanguageModelChatMessage['content'];
  public name: string | undefined;
  public constructor(role: vscode.LanguageModelChatMessageRole, content: Content, name?: string) {
    this.role = role;
    this.content = typeof content === 'string' ? [new LanguageModelTextPart(content)] : content;
    this.name = name;
  }
}

/** As the editor makes them. */
const chatMessage = Object.assign(ChatMessage, {
  User: (content: Content, name?: string) => new ChatMessage(1, content, name),
  Assistant: (content: Content, name?: string) => new ChatMessage(2, content, name),
});

type Listener = (event: unknown) => unknown;

class CancellationTokenSource {
  readonly #listeners = new Set<Listener>();
  public token: vscode.CancellationToken = {
    isCancellationRequested: false,
    onCancellationRequested: (listener: Listener) => {
      this.#listeners.add(listener);
      return { dispose: () => this.#listeners.delete(listener) };
    },
  };
  public cancel(): void {
    this.token.isCancellationRequested = true;
    for (const listener of this.#listeners) listener(undefined);
  }
  public dispose(): void {
    this.#listeners.clear();
  }
}

export const fakeEditor: EditorModels = {
  CancellationTokenSource,
  LanguageModelChatMessage: chatMessage,
  LanguageModelDataPart,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
};

type Answer = (
  messages: readonly vscode.LanguageModelChatMessage[],
  tools: readonly vscode.LanguageModelChatTool[],
  token: vscode.CancellationToken,
) => AsyncIterable<unknown>;

/** A model of the editor that answers so. As in the editor, what goes wrong before the first part refuses the request. */
export function createFakeChat(answer: Answer): vscode.LanguageModelChat {
  return {
    id: 'fake',
    name: 'Fake',
    vendor: 'fake',
    family: 'fake',
    version: '1',
    maxInputTokens: 100_000,
    countTokens: async () => 1,
    sendRequest: async (messages, options, token = new CancellationTokenSource().token) => {
      const parts = answer(messages, options?.tools ?? [], token)[Symbol.asyncIterator]();
      const first = await parts.next();
      return { stream: goOn(first, parts), text: noText() };
    },
  };
}

async function* goOn(first: IteratorResult<unknown>, parts: AsyncIterator<unknown>): AsyncGenerator {
  for (let next = first; next.done !== true; next = await parts.next()) yield next.value;
}

async function* noText(): AsyncGenerator<string> {
  yield '';
}
