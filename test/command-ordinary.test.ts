import { expect, it } from 'vitest';

import { commandsOf, makeRepository } from './command-repository.ts';

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
