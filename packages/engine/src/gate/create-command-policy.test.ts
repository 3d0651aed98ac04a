import { allSettings } from '@rook/contract';
import { expect, it } from 'vitest';

import { judgeCommand } from '../commands/judge-command.ts';
import { createCommandPolicy } from './create-command-policy.ts';

const policy = createCommandPolicy(
  {
    'commands.allow': allSettings['commands.allow'].default,
    'edits.protected': allSettings['edits.protected'].default,
  },
  { root: '/ada/work', cwd: '' },
);

it.each([
  '.devcontainer.json',
  'sub/.devcontainer/devcontainer.json',
  '.cargo/config',
  '.cargo/config.toml',
  '.mise/config.toml',
  '.github/workflows/ci.yml',
  '.gitea/workflows/ci.yml',
  '.woodpecker/build.yml',
  '.drone.yml',
  '.buildkite/pipeline.yml',
  'src/.pdbrc',
  '.irbrc',
  '.gdbinit',
])('H-24 G-06 asks before a line writes %s, which runs code when somebody begins there', (path) => {
  expect(judgeCommand(`echo x > ${path}`, policy).verdict).toBe('ask');
});

it('G-06 lets a line write files beside those that are protected', () => {
  for (const path of ['config', '.cargo/x.md', 'mise/config.toml', '.github/dependabot.yml', 'src/drone.yml'])
    expect([path, judgeCommand(`echo x > ${path}`, policy).verdict]).toEqual([path, 'allow']);
});
