import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { FinishReason, ModelEvent, TokenCounts } from '@rook/engine';

import { readField, readText } from '../read-field.ts';
import { createCharacterJoiner } from './join-characters.ts';
import { createThoughtReader } from './read-thoughts.ts';
import { createToolCallReader } from './read-tool-calls.ts';
import { readFirstUsage, readUsage } from './read-usage.ts';

/** Translates the parts of one answer. After a last event or a failure nothing comes any more. */
export interface AnswerReader {
  /** What the provider has said so far about what it spent; null when it said nothing. */
  readonly spent: TokenCounts | null;
  /** Events of one part; throws what the provider reports as an error. */
  read(part: LanguageModelV4StreamPart): ModelEvent[];
  /** The last events when the stream is over and no part said so. */
  end(): ModelEvent[];
}

/** `restore`, when given, needs the whole text: it is kept back and comes in one piece at the end. */
export function createAnswerReader(restore: ((text: string) => string) | null): AnswerReader {
  const calls = createToolCallReader();
  const thoughts = createThoughtReader();
  let held = '';
  let spent: TokenCounts | null = null;
  let isEndless = false;
  const release = (): ModelEvent[] => {
    if (restore === null || held === '') return [];
    const text = restore(held);
    held = '';
    return [{ kind: 'text', text }];
  };
  const characters = createCharacterJoiner();
  const readDelta = (delta: string): ModelEvent[] => {
    const text = characters.join(delta);
    if (restore === null) return text === '' ? [] : [{ kind: 'text', text }];
    held += text;
    return WORKING;
  };
  const readRest = (text: string): ModelEvent[] => (text === '' ? [] : readDelta(text));
  const finish = (reason: LanguageModelV4FinishReason, part: FinishPart | null): ModelEvent[] => [
    ...thoughts.endAll(),
    ...readRest(characters.rest()),
    ...release(),
    {
      kind: 'finished',
      reason: isEndless ? 'cut' : nameReason(reason),
      providerReason: reason.raw ?? null,
      usage: readUsage(part?.usage ?? NO_USAGE),
    },
  ];
  const readPart = (part: LanguageModelV4StreamPart): ModelEvent[] => {
    switch (part.type) {
      case 'text-delta':
        return readDelta(part.delta);
      case 'reasoning-start':
        return thoughts.note(part.id, '', part.providerMetadata);
      case 'reasoning-delta':
        return thoughts.note(part.id, part.delta, part.providerMetadata);
      case 'reasoning-end':
        return thoughts.end(part.id, part.providerMetadata);
      case 'tool-input-start':
        return part.providerExecuted === true ? [] : calls.begin(part.id, part.toolName);
      case 'tool-input-delta':
        return calls.piece(part.id, part.delta);
      case 'tool-call':
        return part.providerExecuted === true ? [] : calls.end(part);
      case 'finish':
        return finish(part.finishReason, part);
      case 'custom':
        spent ??= readFirstUsage(part);
        return [];
      case 'error':
        if (!isMissingReason(part.error)) throw new ReportedFailure(part.error);
        isEndless = true;
        return [];
      default:
        return [];
    }
  };
  return {
    get spent() {
      return spent;
    },
    read: readPart,
    end: () => finish({ unified: 'interrupted', raw: undefined }, null),
  };
}

const WORKING: ModelEvent[] = [{ kind: 'working' }];

/** The provider reported an error inside the stream; what it reported is the cause. */
class ReportedFailure extends Error {
  override readonly name = 'ReportedFailure';

  constructor(reported: unknown) {
    super('The provider reported an error inside the stream.', { cause: reported });
  }
}

type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

const FINISH_REASONS: Readonly<Record<LanguageModelV4FinishReason['unified'], FinishReason>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
  interrupted: 'cut',
  error: 'other',
  other: 'other',
};

/** An end for which the provider has no word of its own is no end that it chose. */
function nameReason({ unified, raw }: LanguageModelV4FinishReason): FinishReason {
  return unified === 'other' && raw === undefined ? 'cut' : FINISH_REASONS[unified];
}

const NO_USAGE: FinishPart['usage'] = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** How the client libraries say that the stream ended in order, but without a reason. */
function isMissingReason(error: unknown): boolean {
  return (
    readText(readField(error, 'name')) === 'AI_InvalidResponseDataError' &&
    /without a finish reason/iu.test(readText(readField(error, 'message')) ?? '')
  );
}
