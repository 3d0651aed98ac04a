import { ERRORS, succeed, type EntryDraft } from '@rook/contract';

import type { Clock } from '../ports/clock.ts';
import { createFakeSpend } from '../ports/fakes/fake-spend.ts';
import type {
  FailedEvent,
  FinishedEvent,
  Model,
  ModelErrorCode,
  ModelEvent,
  ModelRequest,
} from '../ports/model.ts';
import type { BudgetLimits } from './budget-limits.ts';
import type { CallEvent, ModelCallerSetup } from './call-model.ts';
import { createBudget } from './reserve-budget.ts';

/** A part of an answer: an event, a pause, or silence for ever. */
export type Step = ModelEvent | { readonly pause: number } | 'silence';

export interface TestModel extends Model {
  readonly requests: ModelRequest[];
  readonly closed: () => number;
}

/** A model whose tries are written down; the last one is repeated. `deaf` does not hear that it is cancelled. */
export function createTestModel(
  clock: Clock,
  tries: readonly (readonly Step[])[],
  {
    name = 'm',
    deaf = false,
    abilities = {},
  }: { name?: string; deaf?: boolean; abilities?: Partial<Model['abilities']> } = {},
): TestModel {
  const requests: ModelRequest[] = [];
  let closed = 0;
  return {
    provider: 'scripted',
    name,
    abilities: { tools: true, structured: 'strict', vision: true, thinking: true, ...abilities },
    requests,
    closed: () => closed,
    async *stream(request, signal) {
      const steps = tries[Math.min(requests.length, tries.length - 1)] ?? [];
      requests.push(request);
      signal.addEventListener('abort', () => (closed += 1), { once: true });
      for (const step of steps) {
        const milliseconds = step === 'silence' ? Number.MAX_SAFE_INTEGER : 'pause' in step ? step.pause : 0;
        await clock.sleep(milliseconds, deaf ? undefined : signal);
        if (signal.aborted && !deaf) {
          yield failed('cancelled');
          return;
        }
        if (step !== 'silence' && 'kind' in step) yield step;
      }
    },
  };
}

export const text = (words: string): ModelEvent => ({ kind: 'text', text: words });

export function finished(input = 1000, output = 100): FinishedEvent {
  const usage = { input, cacheRead: null, cacheWrite: null, output, reasoning: null };
  return { kind: 'finished', reason: 'stop', providerReason: 'end_turn', usage };
}

/** What a test says nothing about may have cost. */
export function failed(
  code: ModelErrorCode,
  more: { readonly status?: number; readonly retryAfterMilliseconds?: number } = {},
  usage: FailedEvent['usage'] = null,
): FailedEvent {
  const { kind, retryable } = ERRORS[code];
  return {
    kind: 'failed',
    error: { code, kind, retryable, message: 'It failed.', ...more },
    mayCost: true,
    usage,
  };
}

export const NO_LIMITS: BudgetLimits = {
  'budget.call': null,
  'budget.turn': null,
  'budget.session': null,
  'budget.run': null,
  'budget.day': null,
};

/** A dollar for a million tokens read, ten for a million written. */
const PRICES = {
  m: { input: 1, output: 10 },
  cheap: { input: 0.1, output: 1 },
  dear: { input: 2, output: 20 },
};

export interface CallRoom {
  readonly setup: ModelCallerSetup;
  /** What the journal got. */
  readonly recorded: EntryDraft[];
}

export function makeCallRoom(
  clock: Clock,
  models: readonly [Model, ...Model[]],
  limits: Partial<BudgetLimits> = {},
): CallRoom {
  const recorded: EntryDraft[] = [];
  const [first, ...others] = models;
  const budget = createBudget({
    limits: () => ({ ...NO_LIMITS, ...limits }),
    clock,
    spend: createFakeSpend(),
    record: async (drafts) => {
      recorded.push(...drafts);
      return succeed(undefined);
    },
    binary: 'rook',
  });
  const setup: ModelCallerSetup = {
    models: [{ model: first }, ...others.map((model) => ({ model }))],
    settings: {
      'model.effort': 'adaptive',
      'model.maxOutputTokens': 1000,
      'model.timeout': 300,
      'model.prices': PRICES,
    },
    budget,
    clock,
    binary: 'rook',
    stallMilliseconds: 60_000,
    random: () => 1,
  };
  return { setup, recorded };
}

export interface Listening {
  readonly events: CallEvent[];
  readonly end: Promise<void>;
}

export function listen(call: AsyncIterable<CallEvent>): Listening {
  const events: CallEvent[] = [];
  const run = async (): Promise<void> => {
    for await (const event of call) events.push(event);
  };
  return { events, end: run() };
}

/** Lets everything happen that waits for no clock. */
export async function letRun(): Promise<void> {
  for (let step = 0; step < 200; step += 1) await Promise.resolve();
}
