import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { commitAll, runJson } from './command-rook.ts';
import { jsonOf } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place } from './sandbox.ts';

const ALLOW = ['--set', 'commands.allow=["git status", "git commit"]'];
const COMMIT = 'git commit -qam second';

it.runIf(process.platform !== 'win32')(
  'G-06 hooks run where a pattern of the user lets git commit, and not where git only looks',
  async () => {
    const sandbox = makeSandbox();
    const { workspace, userHome } = sandbox;
    place(join(workspace, 'a'), 'a\n');
    commitAll(sandbox);
    for (const [key, value] of [
      ['user.name', 'A'],
      ['user.email', 'a@b.example'],
    ] as const)
      runTool('git', '-C', workspace, 'config', key, value);
    for (const name of ['pre-commit', 'post-index-change']) {
      const hook = join(workspace, '.git', 'hooks', name);
      place(hook, `#!/bin/sh\ntouch "${userHome}/${name}"\n`);
      chmodSync(hook, 0o755);
    }
    const ran = (name: string): boolean => existsSync(join(userHome, name));
    place(join(workspace, 'a'), 'b\n');
    for (const line of ['git status --short', COMMIT])
      expect(jsonOf(await runRook(sandbox, ['command', 'check', line, '--json', ...ALLOW]))).toMatchObject({
        verdict: 'allow',
      });
    expect(await runJson(sandbox, 'git status --short', ...ALLOW)).toMatchObject({ exitCode: 0 });
    expect([ran('pre-commit'), ran('post-index-change')]).toEqual([false, false]);
    expect(await runJson(sandbox, COMMIT, ...ALLOW)).toMatchObject({ exitCode: 0 });
    expect(ran('pre-commit')).toBe(true);
  },
);
