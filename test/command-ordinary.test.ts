import { expect, it } from 'vitest';

import { commandsOf, linesOf, makeRepository } from './command-repository.ts';

it('G-06 G-02 at least 95 of 100 ordinary commands run without a question in a repository as they are found', async () => {
  const room = makeRepository();
  const all = commandsOf('ordinary');
  const asked: string[] = [];
  for (const command of all) {
    const said = await room.gate(command);
    if (said !== 'pass') asked.push(`${command}: ${said}`);
  }
  expect(all.length).toBeGreaterThanOrEqual(200);
  expect(asked.length / all.length).toBeLessThanOrEqual(0.05);
}, 60_000);

it('G-06 G-05 at least 95 of 100 ordinary commands of the own list run without a question in a repository, and none of the techniques', async () => {
  const [all, techniques] = [
    linesOf('ordinary-own'),
    linesOf('techniques').filter(({ allow }) => allow.length > 0),
  ];
  const room = makeRepository(patternsOf(all));
  const asked: string[] = [];
  for (const { command } of all) {
    const said = await room.gate(command);
    if (said !== 'pass') asked.push(`${command}: ${said}`);
  }
  expect(asked.length / all.length, asked.join('\n')).toBeLessThanOrEqual(0.05);
  // Some of the ordinary ones are techniques behind a pattern that has fewer of their words.
  const hostile = makeRepository(patternsOf(techniques));
  const run: string[] = [];
  for (const { command } of techniques) if ((await hostile.decide(command)).allowed) run.push(command);
  expect(run).toEqual([]);
}, 180_000);

function patternsOf(lines: readonly { readonly allow: readonly string[] }[]): readonly string[] {
  return [...new Set(lines.flatMap(({ allow }) => allow))];
}
