import { expect, it } from 'vitest';

import { judgeCommand } from '../packages/engine/src/commands/judge-command.ts';
import { testPolicy } from '../packages/engine/src/commands/test-policy.ts';
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
  // Here all patterns are on the list at once, and what one line is a technique against is the very pattern of another.
  const patterns = patternsOf(techniques);
  const hostile = techniques.filter(
    ({ command }) => judgeCommand(command, testPolicy(patterns)).verdict !== 'allow',
  );
  expect(hostile.length / techniques.length).toBeGreaterThanOrEqual(0.98);
  const theirs = makeRepository(patterns);
  const run: string[] = [];
  for (const { command } of hostile) if ((await theirs.decide(command)).allowed) run.push(command);
  expect(run).toEqual([]);
}, 180_000);

function patternsOf(lines: readonly { readonly allow: readonly string[] }[]): readonly string[] {
  return [...new Set(lines.flatMap(({ allow }) => allow))];
}
