import { sessionIdSchema } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createNewest, type Place } from './search-newest.ts';

const place = fc.record({
  session: fc
    .constantFrom('rook-20261115-00000001', 'rook-20261115-00000002')
    .map((id) => sessionIdSchema.parse(id)),
  line: fc.integer({ min: 1, max: 50 }),
  time: fc.integer({ min: 0, max: 9 }),
});

/** Text that sorts as places do. */
function order({ session, line, time }: Place): string {
  return `${time} ${session} ${String(line).padStart(2, '0')}`;
}

it('I-26 keeps the newest, in one order, however they come', () => {
  const property = fc.property(
    fc.uniqueArray(place, { selector: ({ session, line }) => `${session} ${line}`, maxLength: 60 }),
    fc.integer({ min: 1, max: 12 }),
    (all, most) => {
      const newest = createNewest<Place>(most);
      for (const one of all) if (newest.wants(one.time)) newest.add(one);
      const sorted = all.map(order).toSorted().toReversed().slice(0, most);
      expect(newest.list().map(order)).toEqual(sorted);
    },
  );
  expect(() => fc.assert(property, { numRuns: 500 })).not.toThrow();
});
