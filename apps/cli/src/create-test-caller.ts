import type { Brand } from '@rook/contract';
import {
  createBudget,
  createModelCaller,
  type Log,
  type Model,
  type ModelCaller,
  type ResolvedConnection,
} from '@rook/engine';

import type { ModelComposition } from './compose-models.ts';
import { createSpend } from './compose.ts';
import { systemClock } from './system-clock.ts';

const STALL_MILLISECONDS = 60_000;

interface TestedModel {
  readonly brand: Brand;
  readonly resolved: Pick<ResolvedConnection, 'connection'>;
  readonly model: Model;
  readonly log?: Log;
}

/** Asks a model outside a session; the limits of the budget hold, and what it costs counts for the day. */
export function createTestCaller(
  { settings, folders }: ModelComposition,
  { brand, resolved, model, log }: TestedModel,
): ModelCaller {
  const { binary } = brand;
  const { baseUrl } = resolved.connection;
  const budget = createBudget({
    limits: () => settings.values,
    clock: systemClock,
    spend: createSpend(folders.home),
    binary,
    ...(log === undefined ? {} : { log }),
  });
  return createModelCaller({
    models: [{ model, ...(baseUrl === undefined ? {} : { baseUrl }) }],
    settings: settings.values,
    budget,
    clock: systemClock,
    binary,
    stallMilliseconds: STALL_MILLISECONDS,
  });
}
