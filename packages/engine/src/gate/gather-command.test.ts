import { expect, it } from 'vitest';

import { resolveSettings } from '../settings/resolve-settings.ts';
import { gatherCommand } from './gather-command.ts';

async function factsOf(command: string) {
  const effect = { kind: 'command', command, cwd: '', paths: [] } as const;
  return gatherCommand(null, effect, { settings: resolveSettings([]).values });
}

it('G-05 what a lasting yes keeps lets the whole line run again, also where a part of it is on the list', async () => {
  const line = await factsOf('echo start && make build');
  expect(line.patterns).toEqual(['echo', 'make build']);
  expect(line.isAllowedBy(line.patterns)).toBe(true);
  expect(line.examples).toContain('make build deploy');
});

it.each(['rm -rf build', 'make build $(id)', 'echo a; rm b'])(
  'G-03 G-05 nothing that lasts is offered for %s',
  async (command) => {
    expect(await factsOf(command)).toMatchObject({ patterns: [], examples: [] });
  },
);

async function unreadOf(command: string, isConfined: boolean) {
  const effect = { kind: 'command', command, cwd: '', paths: [] } as const;
  const setup = { settings: resolveSettings([]).values, isConfined: async () => isConfined };
  return (await gatherCommand(null, effect, setup)).unread;
}

it('G-04 says why it is not known what a line writes, unless a sandbox confines it', async () => {
  expect(await unreadOf('cp a "$B"', false)).toContain('is not known before it runs');
  expect(await unreadOf('cp a "$B"', true)).toBeNull();
  expect(await unreadOf('cp a b', false)).toBeNull();
});
