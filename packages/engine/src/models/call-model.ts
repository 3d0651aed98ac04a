import {
  addUsage,
  emptyUsage,
  fail,
  type Result,
  type RookError,
  type SettingValues,
  type Usage,
} from '@rook/contract';

import type { Clock } from '../ports/clock.ts';
import type { FailedEvent, FinishedEvent, ModelError, ModelRequest } from '../ports/model.ts';
import { chooseModel, type ChosenModel, type ConnectedModel } from './choose-model.ts';
import { createReceivedAnswer } from './estimate-received.ts';
import { toDollars } from './money.ts';
import { planRetry } from './plan-retry.ts';
import type { Budget, CallPlace } from './reserve-budget.ts';
import { settleUsage } from './settle-usage.ts';
import { cancelled, tryModel, type ToldEvent } from './try-model.ts';

export interface ModelCaller {
  /**
   * Asks a model: estimates, reserves, sends, waits out bad weather, and settles. Nothing is sent that the budget
   * does not hold. The last event is `finished` or `failed`, and there is exactly one. Does not throw.
   */
  call(request: CallRequest, options: CallOptions): AsyncGenerator<CallEvent, void>;
}

/** What is left out is as the settings say. */
export interface CallRequest extends Omit<ModelRequest, 'maxOutputTokens'> {
  readonly maxOutputTokens?: number;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly place?: CallPlace;
  /** Other models for this call: the wanted one, then those to fall back to. */
  readonly models?: Models;
  /** Lets a call be tried again although a part of its answer was given out; `restarted` then takes it back. */
  readonly mayRestart?: boolean;
  /** How long the model may keep silent before its answer begins; one that thinks may do so for longer. */
  readonly firstEventMilliseconds?: number;
}

type Models = readonly [ConnectedModel, ...ConnectedModel[]];

export type CallEvent =
  /** Money is set aside for a try, and it is about to be sent. */
  | {
      readonly kind: 'reserved';
      readonly provider: string;
      readonly model: string;
      readonly amountUsd: number | null;
      /** The model that would have cost too much. */
      readonly insteadOf?: string;
    }
  | Exclude<ToldEvent, FinishedEvent | FailedEvent>
  /** A try failed; the next one follows after the wait. */
  | { readonly kind: 'waiting'; readonly milliseconds: number; readonly error: ModelError }
  /** What was given out so far is void. */
  | { readonly kind: 'restarted' }
  | (Omit<FinishedEvent, 'usage'> & { readonly model: string; readonly usage: Usage })
  | { readonly kind: 'failed'; readonly error: RookError; readonly usage: Usage };

export interface ModelCallerSetup {
  /** The wanted model, then those to fall back to when it would cost too much. */
  readonly models: Models;
  readonly settings: Pick<
    SettingValues,
    'model.effort' | 'model.maxOutputTokens' | 'model.timeout' | 'model.prices'
  >;
  readonly budget: Budget;
  readonly clock: Clock;
  /** What is typed in a terminal: `rook`. */
  readonly binary: string;
  readonly stallMilliseconds?: number;
  /** From 0 up to 1. */
  readonly random?: () => number;
}

const STALL_MILLISECONDS = 120_000;
const FIRST_EVENT_MILLISECONDS = 60_000;
/** Some think without a sign of it. */
const FIRST_THOUGHT_MILLISECONDS = 180_000;
/** The time of a call that these go with. */
const USUAL_SECONDS = 300;

export function createModelCaller(setup: ModelCallerSetup): ModelCaller {
  return { call: (request, options) => callModel(setup, request, options) };
}

/** The usage of the last event is that of all tries together: what the call has cost. */
async function* callModel(
  setup: ModelCallerSetup,
  asked: CallRequest,
  options: CallOptions,
): AsyncGenerator<CallEvent, void> {
  const { clock, settings, budget } = setup;
  const { signal, place = {}, models = setup.models, mayRestart = false } = options;
  const request = {
    effort: settings['model.effort'],
    maxOutputTokens: settings['model.maxOutputTokens'],
    ...asked,
  };
  const deadline = clock.monotonic() + settings['model.timeout'] * 1000;
  let usage = emptyUsage();
  let isGivenOut = false;
  for (let tries = 1; ; tries += 1) {
    if (signal.aborted) {
      yield { kind: 'failed', error: cancelled(), usage };
      return;
    }
    const choice = { budget, place, prices: settings['model.prices'], now: clock.now(), signal };
    const chosen = await giveBackCancelled(await chooseModel(models, request, choice), signal);
    if (!chosen.ok) {
      yield { kind: 'failed', error: chosen.error, usage };
      return;
    }
    const { last, used, begun } = yield* sendOnce(setup, chosen.value, { ...options, deadline });
    usage = addUsage(usage, used);
    if (last.kind === 'finished') {
      yield { ...last, model: chosen.value.model.name, usage };
      return;
    }
    isGivenOut ||= begun;
    const plan = planRetry({
      error: last.error,
      tries,
      isBinding: isGivenOut && !mayRestart,
      millisecondsLeft: deadline - clock.monotonic(),
      random: (setup.random ?? Math.random)(),
    });
    if (!plan.ok) {
      yield { kind: 'failed', error: plan.error, usage };
      return;
    }
    yield { kind: 'waiting', milliseconds: plan.value, error: last.error };
    await clock.sleep(plan.value, signal);
    if (isGivenOut && !signal.aborted) yield { kind: 'restarted' };
    isGivenOut = false;
  }
}

/** What was reserved when nobody wants it any more is given back before anything else happens. */
async function giveBackCancelled(
  chosen: Result<ChosenModel>,
  signal: AbortSignal,
): Promise<Result<ChosenModel>> {
  if (!chosen.ok || !signal.aborted) return chosen;
  await chosen.value.reservation.settle(emptyUsage());
  return fail(cancelled());
}

interface Attempt {
  readonly last: FinishedEvent | FailedEvent;
  readonly used: Usage;
  readonly begun: boolean;
}

/** One try. Whatever happens, also when nobody listens any more, what was reserved is settled. */
async function* sendOnce(
  setup: ModelCallerSetup,
  chosen: ChosenModel,
  options: CallOptions & { readonly deadline: number },
): AsyncGenerator<CallEvent, Attempt> {
  const { clock, binary, stallMilliseconds = STALL_MILLISECONDS } = setup;
  const { model, request, amount, reservation, insteadOf } = chosen;
  const timeoutSeconds = setup.settings['model.timeout'];
  const { signal, deadline, firstEventMilliseconds = patienceFor(chosen, timeoutSeconds) } = options;
  let last: FinishedEvent | FailedEvent | null = endedBefore(false);
  const received = createReceivedAnswer();
  let begun = false;
  let used: Usage;
  try {
    yield {
      kind: 'reserved',
      provider: model.provider,
      model: model.name,
      amountUsd: amount === null ? null : toDollars(amount),
      ...(insteadOf === undefined ? {} : { insteadOf }),
    };
    last = null;
    const limits = { deadline, timeoutSeconds, firstEventMilliseconds, stallMilliseconds };
    for await (const event of tryModel(model, request, { clock, signal, binary, ...limits })) {
      if (event.kind === 'finished' || event.kind === 'failed') last = event;
      else {
        begun = true;
        received.hear(event);
        yield event;
      }
    }
  } finally {
    used = settleUsage(last, { ...chosen, begun, received: () => received.tokens() });
    await reservation.settle(used);
  }
  return { last: last ?? endedBefore(true), used, begun };
}

/** Nobody said the last word of the try. */
function endedBefore(mayCost: boolean): FailedEvent {
  return { kind: 'failed', error: cancelled(), mayCost, usage: null };
}

/** Who gives calls more time than usual has a model that is slow to begin, such as one on their own machine. */
function patienceFor({ model, request }: ChosenModel, timeoutSeconds: number): number {
  const mayThink = model.abilities.thinking && request.effort !== 'off';
  const usual = mayThink ? FIRST_THOUGHT_MILLISECONDS : FIRST_EVENT_MILLISECONDS;
  return usual * Math.max(1, timeoutSeconds / USUAL_SECONDS);
}
