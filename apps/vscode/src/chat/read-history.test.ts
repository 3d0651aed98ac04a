import { expect, it } from 'vitest';
import type * as vscode from 'vscode';
import * as z from 'zod';

import { findSession, readHistory } from './read-history.ts';

class ChatRequestTurn {
  public readonly prompt: string;
  public constructor(prompt: string) {
    this.prompt = prompt;
  }
}
class ChatResponseMarkdownPart {
  public readonly value: { readonly value: string };
  public constructor(text: string) {
    this.value = { value: text };
  }
}
class ChatResponseTurn {
  public readonly response: readonly unknown[];
  public readonly result: { readonly metadata: Readonly<Record<string, unknown>> };
  public constructor(response: readonly unknown[], metadata: Readonly<Record<string, unknown>> = {}) {
    this.response = response;
    this.result = { metadata };
  }
}

/** As much of the editor as its history needs. */
const editor = z
  .custom<Pick<typeof vscode, 'ChatRequestTurn' | 'ChatResponseTurn' | 'ChatResponseMarkdownPart'>>(
    (value) => typeof value === 'object',
  )
  .parse({ ChatRequestTurn, ChatResponseTurn, ChatResponseMarkdownPart });

function history(...turns: readonly (ChatRequestTurn | ChatResponseTurn)[]): vscode.ChatContext['history'] {
  return z.custom<vscode.ChatContext['history']>((value) => Array.isArray(value)).parse(turns);
}

it('B-10 requests are what the person said, answers their Markdown parts one after the other, and nothing else', () => {
  const button = { title: 'Rewind' };
  const turns = history(
    new ChatRequestTurn('hello'),
    new ChatResponseTurn([new ChatResponseMarkdownPart('Hel'), button, new ChatResponseMarkdownPart('lo.')]),
    new ChatRequestTurn('again'),
    new ChatResponseTurn([button]),
  );
  expect(readHistory(editor, turns)).toEqual([
    { role: 'user', text: 'hello' },
    { role: 'assistant', text: 'Hello.' },
    { role: 'user', text: 'again' },
  ]);
});

function named(sessionId: unknown): ChatResponseTurn {
  return new ChatResponseTurn([], { sessionId });
}

it('B-10 the session of a chat is the one that its last answer names', () => {
  const [old, last] = ['rook-20260101-0000000a', 'rook-20260101-0000000b'];
  expect(findSession(editor, history(named(old), named(last), named('no session')))).toBe(last);
  expect(findSession(editor, history(new ChatRequestTurn('hello'), named(7)))).toBeNull();
});
