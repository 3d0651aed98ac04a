import type { Usage } from '@rook/contract';

import type { ConversationCall, ConversationTurn } from '../context/conversation.ts';
import { roundMessages } from '../context/turn-messages.ts';
import type { ModelMessage, ToolCallPart, ToolResultPart } from '../ports/model.ts';

/** What a turn had when its process ended while a person was asked. */
export interface ResumedTurn {
  /** The round whose calls are not all over. */
  readonly round: number;
  /** The calls without a result, in order. */
  readonly calls: readonly ToolCallPart[];
  readonly texts: readonly string[];
  readonly toolCalls: number;
  readonly usage: Usage;
  /** All rounds as the model is sent them, with what came of the calls that were not over. */
  readonly messages: (results: readonly ToolResultPart[]) => readonly ModelMessage[];
}

/**
 * Reads what a turn had from the conversation. A model that thinks wants its thoughts back beside its calls, and those
 * are not kept: it is told in words what it called and what came of it.
 */
export function resumeTurn(turn: ConversationTurn, usage: Usage, inWords: boolean): ResumedTurn {
  const calls = turn.rounds.flatMap((round) => round.calls);
  const open = calls.filter(({ reply }) => reply === null);
  return {
    round: turn.rounds.length,
    calls: open.map(({ id, name, input }) => ({ kind: 'tool_call', id, name, input })),
    texts: turn.rounds.flatMap(({ text }) => (text === '' ? [] : [text])),
    toolCalls: calls.length,
    usage,
    messages: (results) => {
      const byId = new Map(results.map((result) => [result.id, result]));
      const fill = (call: ConversationCall): ConversationCall => {
        const result = call.reply === null ? byId.get(call.id) : undefined;
        return result === undefined ? call : { ...call, reply: result.text, failed: result.failed };
      };
      const rounds = turn.rounds.map((round) => ({ ...round, calls: round.calls.map(fill) }));
      return roundMessages({ ...turn, rounds }, inWords ? 'words' : 'whole');
    },
  };
}
