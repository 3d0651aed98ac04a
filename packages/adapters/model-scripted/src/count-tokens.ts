import type { ScriptAnswer } from '@rook/contract';
import type { ModelRequest, TokenCounts } from '@rook/engine';

import { textOf } from './describe-request.ts';

const CHARACTERS_OF_A_TOKEN = 4;
const UNKNOWN: TokenCounts = {
  input: null,
  cacheRead: null,
  cacheWrite: null,
  output: null,
  reasoning: null,
};

/** What the script says; left out: a token for every four characters, which no real model would count exactly so. */
export function countTokens(answer: ScriptAnswer, request: ModelRequest): TokenCounts {
  if (answer.usage === null) return UNKNOWN;
  if (answer.usage !== undefined) return { ...UNKNOWN, ...answer.usage };
  const sent = [request.system, ...request.messages.map(textOf), JSON.stringify(request.tools ?? [])].join(
    '',
  );
  const [written, thought] = [writtenBy(answer), thoughtBy(answer)];
  return {
    input: tokens(sent),
    cacheRead: 0,
    cacheWrite: 0,
    output: tokens(written) + tokens(thought),
    reasoning: tokens(thought),
  };
}

function tokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_OF_A_TOKEN);
}

function writtenBy({ events }: ScriptAnswer): string {
  return events
    .map((event) => {
      if (event.kind === 'text') return event.text;
      return event.kind === 'tool_call' ? (event.inputText ?? JSON.stringify(event.input ?? {})) : '';
    })
    .join('');
}

function thoughtBy({ events }: ScriptAnswer): string {
  return events.map((event) => (event.kind === 'thinking' ? event.text : '')).join('');
}
