import { estimateTokens } from './estimate-tokens.ts';
import type { ToldEvent } from './try-model.ts';

/** What came of an answer, in case that nobody says how much it was. */
export interface ReceivedAnswer {
  hear(event: ToldEvent): void;
  /** How many tokens that is at most; 0 when nothing came. What the model thought unseen is not in it. */
  tokens(): number;
}

/** What providers write around a call of a tool. */
const PER_CALL = 12;

export function createReceivedAnswer(): ReceivedAnswer {
  const texts: string[] = [];
  const calls = new Map<string, HeardCall>();
  let thinking: string[] = [];
  let thought = 0;

  const hear = (event: ToldEvent): void => {
    switch (event.kind) {
      case 'text':
        texts.push(event.text);
        break;
      case 'thinking':
        thinking.push(event.text);
        break;
      case 'thought':
        // What is told may be a summary of what was thought; the seal holds all of it.
        thought += Math.max(
          tokensOf(thinking),
          tokensOf([event.part.text]),
          tokensOf([event.part.seal ?? '']),
        );
        thinking = [];
        break;
      case 'tool_call_begun':
        callOf(calls, event.id).name = event.name;
        break;
      case 'tool_call_piece':
        callOf(calls, event.id).pieces.push(event.text);
        break;
      case 'tool_call':
        calls.set(event.part.id, { name: event.part.name, pieces: [event.text] });
        break;
      default:
    }
  };
  return {
    hear,
    tokens: () => {
      let tokens = thought + tokensOf(thinking) + tokensOf(texts);
      for (const [id, { name, pieces }] of calls)
        tokens += PER_CALL + tokensOf([id, ' ', name]) + tokensOf(pieces);
      return tokens;
    },
  };
}

interface HeardCall {
  name: string;
  pieces: string[];
}

function callOf(calls: Map<string, HeardCall>, id: string): HeardCall {
  const call = calls.get(id) ?? { name: '', pieces: [] };
  calls.set(id, call);
  return call;
}

/** Counted as a whole: pieces are cut inside of words, and would count for more. */
function tokensOf(pieces: readonly string[]): number {
  return estimateTokens(pieces.join(''));
}
