import { expect, it } from 'vitest';

import { listFixtureCases } from './fixture-cases.ts';
import { judgeFixture, listFixtures } from './judge-tree.ts';

const LAWFUL = 'lawful';

it.each(listFixtureCases())('$item $fixture is caught once, by its law', async ({ fixture, at, says }) => {
  const violations = await judgeFixture(fixture);
  const law = fixture.split('-')[0];
  expect(violations).toEqual([expect.stringContaining(`${at}  ${law}: `)]);
  expect(violations).toEqual([expect.stringContaining(says)]);
});

it('T-07 a lawful tree with every room has no violation', async () => {
  expect(await judgeFixture(LAWFUL)).toEqual([]);
});

it('T-07 every fixture is judged', () => {
  const judged = listFixtureCases().map(({ fixture }) => fixture);
  expect(listFixtures()).toEqual([LAWFUL, ...judged].toSorted());
});
