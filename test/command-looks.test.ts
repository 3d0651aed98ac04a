import { expect, it } from 'vitest';

import { makeCommandRoom } from './command-room.ts';

it.each([
  'echo pwned >> AGENTS.md',
  'echo pwned > agents.md',
  'cp tpl/AGENTS.md .',
  'mv tpl/CLAUDE.md ./',
  'touch Agent.md',
  'mv AGENTS.md lib',
  'mkdir CLAUDE.md',
  'echo x > notes.md',
  'echo x > settings',
  'cp tpl/other.md settings',
])(
  'G-06 H-24 asks about %s, because it writes what is protected or what later sessions follow',
  async (command) => {
    const room = makeCommandRoom();
    for (const path of [
      'AGENTS.md',
      'tpl/AGENTS.md',
      'tpl/CLAUDE.md',
      'tpl/other.md',
      'lib/a',
      '.vscode/settings.json',
    ])
      room.put(path);
    room.link('AGENTS.md', 'notes.md');
    room.link('.vscode/settings.json', 'settings');
    expect(await room.verdict(command)).toBe('ask');
  },
);

it('G-06 lets files of the same name in other folders be written, and instructions be read', async () => {
  const room = makeCommandRoom();
  for (const path of ['AGENTS.md', 'docs/a.md']) room.put(path);
  for (const command of [
    'cat AGENTS.md',
    'cp AGENTS.md docs',
    'echo x > docs/AGENTS.md',
    'touch docs/CLAUDE.md',
  ])
    expect(await room.verdict(command), command).toBe('allow');
});
