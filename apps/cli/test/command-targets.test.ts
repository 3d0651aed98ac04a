import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runCommand } from './command-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const TEXT = 'as it was\n';

function makeGuarded(): Sandbox {
  const sandbox = makeSandbox();
  const { workspace } = sandbox;
  for (const path of ['AGENTS.md', '.vscode/tasks.json', 'sub/AGENTS.md', 'e'])
    place(join(workspace, path), TEXT);
  mkdirSync(join(workspace, 'packages', 'a'), { recursive: true });
  symlinkSync('../.vscode', join(workspace, 'packages', 'editor'));
  return sandbox;
}

it.runIf(process.platform !== 'win32')(
  'G-06 what a person runs changes nothing outside and nothing protected without being asked, however the line says it',
  async () => {
    const sandbox = makeGuarded();
    const { workspace } = sandbox;
    for (const line of [
      '{ echo x; } > ../out',
      'cd .. && echo x > out',
      '/bin/cp e ../out',
      '(echo x) > AGENTS.md',
      'for i in 1; do echo $i; done > AGENTS.md',
      'echo x 1<> AGENTS.md',
      'cd .vscode && echo x > tasks.json',
      'cd sub; echo x > AGENTS.md',
      'cd packages/editor && echo x > tasks.json',
      '/bin/cp e AGENTS.md; true',
      'command cp e AGENTS.md',
      "bash -ec 'echo x > AGENTS.md'",
      'iconv -o AGENTS.md e',
    ]) {
      const { code, stderr } = await runCommand(sandbox, line);
      expect([line, code]).toEqual([line, 1]);
      expect(stderr, line).toMatch(/nothing was (?:run|done)|give a path inside/iu);
      for (const path of ['AGENTS.md', '.vscode/tasks.json', 'sub/AGENTS.md'])
        expect([line, readFileSync(join(workspace, path), 'utf8')]).toEqual([line, TEXT]);
      expect(existsSync(join(workspace, '..', 'out')), line).toBe(false);
    }
  },
  120_000,
);

it('G-06 what a person runs in a folder to which the line goes needs no question', async () => {
  const sandbox = makeGuarded();
  const { code, stderr } = await runCommand(
    sandbox,
    'cd packages/a && echo x > ../b && { echo y; } > c && cd .. && cat b a/c > d',
  );
  expect([code, stderr.includes('refused')]).toEqual([0, false]);
  expect(readFileSync(join(sandbox.workspace, 'packages', 'd'), 'utf8')).toBe('x\ny\n');
});
