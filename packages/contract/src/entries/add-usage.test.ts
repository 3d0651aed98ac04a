import { expect, it } from 'vitest';

import { addUsage, emptyUsage } from './add-usage.ts';
import { usageSchema, type Usage } from './usage.ts';

const told: Usage = { input_tokens: 10, output_tokens: 2, cache_read_tokens: 5, cost_usd: 0.5 };
const guessed: Usage = { input_tokens: 20, output_tokens: 4, cost_usd: 0.25, estimated: true };

it('C-22 a sum is estimated as soon as a part of it is', () => {
  expect(addUsage(emptyUsage(), told)).toEqual({ ...told });
  const sum = {
    input_tokens: 30,
    output_tokens: 6,
    cache_read_tokens: 5,
    cost_usd: 0.75,
    estimated: true,
  };
  expect(addUsage(told, guessed)).toEqual(sum);
  expect(addUsage(guessed, told)).toEqual(sum);
  expect(usageSchema.parse(sum)).toEqual(sum);
});
