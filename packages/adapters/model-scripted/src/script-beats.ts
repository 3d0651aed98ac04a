import type { ScriptEvent } from '@rook/contract';
import type { ModelEvent, ModelRequest } from '@rook/engine';

/** One event of the answer; the script's delay comes before each piece. */
export interface Beat {
  readonly event: ModelEvent;
  readonly isPiece: boolean;
}

type Played = Extract<ScriptEvent, { readonly kind: 'text' | 'thinking' | 'tool_call' }>;

/** What the model says for one event of the script, in order. */
export function playEvent(event: Played, callId: string): readonly Beat[] {
  switch (event.kind) {
    case 'text':
      return split(event.text, event.pieceLength).map((text) => piece({ kind: 'text', text }));
    case 'thinking': {
      const part = {
        kind: 'thinking',
        text: event.text,
        ...(event.seal === undefined ? {} : { seal: event.seal }),
      } as const;
      const pieces = split(event.text, event.pieceLength).map((text) => piece({ kind: 'thinking', text }));
      return [...pieces, { event: { kind: 'thought', part }, isPiece: false }];
    }
    case 'tool_call':
      return playCall(event, event.id ?? callId);
  }
}

function playCall(event: Extract<Played, { readonly kind: 'tool_call' }>, id: string): readonly Beat[] {
  const { name } = event;
  const text = event.inputText ?? JSON.stringify(event.input ?? {});
  const part = { kind: 'tool_call', id, name, input: parseInput(text) } as const;
  return [
    { event: { kind: 'tool_call_begun', id, name }, isPiece: false },
    ...split(text, event.pieceLength).map((words) => piece({ kind: 'tool_call_piece', id, text: words })),
    { event: { kind: 'tool_call', part, text }, isPiece: false },
  ];
}

/** Calls are numbered through the conversation, so that no id comes twice in it. */
export function callsBefore({ messages }: ModelRequest): number {
  return messages
    .flatMap((message) => (message.role === 'assistant' ? message.parts : []))
    .filter(({ kind }) => kind === 'tool_call').length;
}

function piece(event: ModelEvent): Beat {
  return { event, isPiece: true };
}

/** By whole characters, so that none is torn; nothing for an empty text. */
function split(text: string, length: number | undefined): readonly string[] {
  if (length === undefined) return text === '' ? [] : [text];
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / length) }, (_unused, index) =>
    characters.slice(index * length, (index + 1) * length).join(''),
  );
}

function parseInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
