import { fail, succeed, type Result, type SettingValues } from '@rook/contract';

import type { Model, ModelRequest } from '../ports/model.ts';
import { describeModel } from './describe-model.ts';
import { estimateRequest, type TokenEstimate } from './estimate-request.ts';
import { highestCost, type ModelPrice } from './model-price.ts';
import type { Budget, CallPlace, Reservation } from './reserve-budget.ts';
import { cancelled } from './try-model.ts';

/** A model and, when its connection names one, the address it is asked at. */
export interface ConnectedModel {
  readonly model: Model;
  readonly baseUrl?: string;
}

export interface ChosenModel {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly estimate: TokenEstimate;
  readonly price: ModelPrice | null;
  /** What is reserved, in nanodollars. */
  readonly amount: number | null;
  readonly reservation: Reservation;
  /** The model that would have cost too much. */
  readonly insteadOf?: string;
}

export interface ChoiceSetup {
  readonly budget: Budget;
  readonly prices: SettingValues['model.prices'];
  readonly now: Date;
  readonly place: CallPlace;
  /** Who looked for a price until nobody wanted it any more reserves nothing. */
  readonly signal: AbortSignal;
}

/**
 * Reserves for the first model, and where that does not fit, for the first of the others that is cheaper and can do
 * what the request needs. When none fits, the answer is why the first did not.
 */
export async function chooseModel(
  models: readonly [ConnectedModel, ...ConnectedModel[]],
  request: ModelRequest,
  setup: ChoiceSetup,
): Promise<Result<ChosenModel>> {
  const [first, ...others] = models;
  const wanted = await measure(first, request, setup);
  const reserved = await reserve(wanted, setup);
  if (reserved.ok || reserved.error.code !== 'budget_exceeded') return reserved;
  for (const other of others) {
    if (!canDo(other.model, request)) continue;
    const measured = await measure(other, request, setup);
    if (measured.amount === null || measured.amount >= (wanted.amount ?? 0)) continue;
    const instead = await reserve({ ...measured, insteadOf: first.model.name }, setup);
    if (instead.ok) return instead;
  }
  return fail(reserved.error);
}

type MeasuredModel = Omit<ChosenModel, 'reservation'>;

async function measure(
  { model, baseUrl }: ConnectedModel,
  asked: ModelRequest,
  { prices, now }: ChoiceSetup,
): Promise<MeasuredModel> {
  const { provider, name } = model;
  const facts = await describeModel(
    { provider, name, ...(baseUrl === undefined ? {} : { baseUrl }) },
    prices,
    now,
  );
  const { price } = facts;
  const request = { ...asked, maxOutputTokens: Math.min(asked.maxOutputTokens, facts.maxOutput ?? Infinity) };
  const estimate = estimateRequest(request, facts.imageFactor);
  return { model, request, estimate, price, amount: price === null ? null : highestCost(price, estimate) };
}

async function reserve(
  measured: MeasuredModel,
  { budget, place, signal }: ChoiceSetup,
): Promise<Result<ChosenModel>> {
  if (signal.aborted) return fail(cancelled());
  const { model, amount, estimate, insteadOf } = measured;
  const reservation = await budget.reserve({
    model: model.name,
    amount,
    inputTokens: estimate.input + estimate.image,
    outputTokens: estimate.output,
    place,
    signal,
    ...(insteadOf === undefined ? {} : { insteadOf }),
  });
  return reservation.ok ? succeed({ ...measured, reservation: reservation.value }) : reservation;
}

function canDo({ abilities }: Model, { tools = [], messages, structured }: ModelRequest): boolean {
  const hasImages = messages.some(
    (message) => message.role === 'user' && message.parts.some(({ kind }) => kind === 'image'),
  );
  if (tools.length > 0 && !abilities.tools) return false;
  if (structured !== undefined && abilities.structured !== 'strict') return false;
  return abilities.vision || !hasImages;
}
