import type { SettingValues } from '@rook/contract';

import type { ModelAbilities } from '../ports/model.ts';
import { findPrice, type PricedModel } from './find-price.ts';
import type { ModelPrice } from './model-price.ts';
import { findModelRow } from './model-table.ts';

/** What is known about a model; null where it is not. */
export interface ModelFacts {
  readonly price: ModelPrice | null;
  readonly contextWindow: number | null;
  readonly maxOutput: number | null;
  readonly abilities: ModelAbilities | null;
  /** How many tokens it counts for an image where others count one. */
  readonly imageFactor: number;
}

/** Price, limits and abilities of a model at a moment. Does not throw. */
export async function describeModel(
  model: PricedModel,
  prices: SettingValues['model.prices'],
  at: Date,
): Promise<ModelFacts> {
  const row = findModelRow(model.provider, model.name);
  const { price, contextWindow } = await findPrice(model, prices, at);
  return {
    price,
    contextWindow: row?.contextWindow ?? contextWindow,
    maxOutput: row?.maxOutput ?? null,
    abilities: row?.abilities ?? null,
    imageFactor: row?.imageFactor ?? 1,
  };
}
