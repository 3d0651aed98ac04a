import { sessionIdSchema, type SessionId } from '@rook/contract';
import type * as vscode from 'vscode';

/** What was said before in this chat. */
export interface EarlierMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

type EditorTurns = Pick<typeof vscode, 'ChatRequestTurn' | 'ChatResponseTurn' | 'ChatResponseMarkdownPart'>;
type History = vscode.ChatContext['history'];

/** The session that this chat is, as the last answer in it says; null where it has none. */
export function findSession(editor: EditorTurns, history: History): SessionId | null {
  for (const turn of history.toReversed()) {
    if (!(turn instanceof editor.ChatResponseTurn)) continue;
    const named = sessionIdSchema.safeParse(turn.result.metadata?.['sessionId']);
    if (named.success) return named.data;
  }
  return null;
}

/** Requests are what the person said; of answers, the text. */
export function readHistory(editor: EditorTurns, history: History): readonly EarlierMessage[] {
  return history.flatMap((turn): EarlierMessage[] => {
    if (turn instanceof editor.ChatRequestTurn) return [{ role: 'user', text: turn.prompt }];
    const text = turn.response
      .map((part) => (part instanceof editor.ChatResponseMarkdownPart ? part.value.value : ''))
      .join('');
    return text === '' ? [] : [{ role: 'assistant', text }];
  });
}
