import { emptyUsage, type RookError, type SettingValues, type Usage } from '@rook/contract';

import type { ModelMessage } from '../ports/model.ts';
import { createFixRounds, type FixRounds } from './fix-rounds.ts';
import type { NextStep } from './stop-conditions.ts';

/** How a turn ended; the `turn` entry is made of it. `waiting`: it has not, and goes on when an answer comes. */
export interface TurnEnd {
  readonly status: 'completed' | 'cancelled' | 'failed' | 'waiting';
  /** All that the model said in this turn. */
  readonly text: string;
  readonly toolCalls: number;
  readonly usage: Usage;
  readonly error?: RookError;
}

/** What was run before the model was asked. */
export interface WorkBefore extends Pick<TurnEnd, 'text' | 'toolCalls' | 'usage'> {
  /** What the model is told of it. */
  readonly feedback: string;
  readonly rounds: number;
}

export interface Progress {
  /** What a person was shown before the last answer, and stays. */
  readonly kept: string[];
  readonly fixRounds: FixRounds;
  /** A command failed as often as it may. */
  stuck: RookError | null;
  /** How often the model was told of a command that failed, so that it mends that. */
  fixes: number;
  /** What was said and done in this turn, as the model is sent it. */
  readonly rounds: ModelMessage[];
  readonly texts: string[];
  toolCalls: number;
  usage: Usage;
  /** Rounds in a row in which every call was one that was made before. */
  idleRounds: number;
  /** What was shown of a structured reply while it came. */
  shown: string;
}

interface Beginning {
  readonly before?: WorkBefore;
  readonly settings: Pick<SettingValues, 'commands.fixRounds'>;
}

export function beginProgress({ before, settings }: Beginning): Progress {
  const told = before === undefined ? [] : [feedbackMessage(before.feedback)];
  return {
    rounds: told,
    kept: before === undefined ? [] : [before.text],
    texts: [],
    toolCalls: before?.toolCalls ?? 0,
    usage: before?.usage ?? emptyUsage(),
    idleRounds: 0,
    shown: '',
    fixRounds: createFixRounds(settings['commands.fixRounds']),
    stuck: null,
    fixes: 0,
  };
}

export function feedbackMessage(text: string): ModelMessage {
  return { role: 'user', parts: [{ kind: 'text', text }] };
}

export const WAITING = { kind: 'end', status: 'waiting' } as const;

export function finish(
  progress: Progress,
  end: Extract<NextStep, { kind: 'end' }> | typeof WAITING,
): TurnEnd {
  const { kept, texts, toolCalls, usage } = progress;
  return {
    status: end.status,
    text: [...kept, ...texts].join('\n\n'),
    toolCalls,
    usage,
    ...('error' in end && end.error !== undefined ? { error: end.error } : {}),
  };
}
