import type { LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { ModelEvent } from '@rook/engine';

/** Follows the tool calls of one answer, so that the pieces of each always make up the whole. */
export interface ToolCallReader {
  begin(id: string, name: string): ModelEvent[];
  piece(id: string, text: string): ModelEvent[];
  end(call: LanguageModelV4ToolCall): ModelEvent[];
}

export function createToolCallReader(): ToolCallReader {
  const begun = new Map<string, { text: string }>();
  const begin: ToolCallReader['begin'] = (id, name) => {
    if (begun.has(id)) return [];
    begun.set(id, { text: '' });
    return [{ kind: 'tool_call_begun', id, name }];
  };
  return {
    begin,
    piece: (id, text) => {
      const call = begun.get(id);
      if (call === undefined || text === '') return [];
      call.text += text;
      return [{ kind: 'tool_call_piece', id, text }];
    },
    end: ({ toolCallId: id, toolName: name, input: whole, providerMetadata }) => {
      const events = begin(id, name);
      const pieces = begun.get(id)?.text ?? '';
      // Some providers give the whole at once, or fill in `{}` for a call without input.
      const text = whole.startsWith(pieces) ? whole : pieces;
      const rest = text.slice(pieces.length);
      if (rest !== '') events.push({ kind: 'tool_call_piece', id, text: rest });
      const seal = providerMetadata === undefined ? {} : { seal: JSON.stringify(providerMetadata) };
      events.push({
        kind: 'tool_call',
        text,
        part: { kind: 'tool_call', id, name, input: readInput(text), ...seal },
      });
      return events;
    },
  };
}

/** A call without any text is one without input. */
function readInput(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
