import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { makeChangeSet } from './make-change-set.ts';
import { runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const hasGit = runTool('git', '--version').stdout.startsWith('git version');
const SOURCE = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join('');

function git({ workspace }: Sandbox, ...words: readonly string[]): string {
  const named = ['-c', 'user.name=U', '-c', 'user.email=u@example.com', '-c', 'init.defaultBranch=main'];
  return runTool('git', '-C', workspace, ...named, ...words).stdout;
}

it.skipIf(!hasGit)(
  'E-16 the user committed, switched branch and came back: the change is taken back, and git is as it was',
  async () => {
    const sandbox = makeSandbox();
    const file = join(sandbox.workspace, 'a.ts');
    const text = () => readFileSync(file, 'utf8');
    place(file, SOURCE);
    git(sandbox, 'init', '-q');
    git(sandbox, 'add', 'a.ts');
    git(sandbox, 'commit', '-qm', 'first');
    await makeChangeSet(sandbox, {
      path: 'a.ts',
      edits: [{ search: 'line 5\n', replace: 'five\n' }],
    });
    git(sandbox, 'commit', '-qam', 'second');
    git(sandbox, 'switch', '-qc', 'other', 'HEAD~1');
    place(file, SOURCE.replace('line 5', 'mine'));
    git(sandbox, 'commit', '-qam', 'mine');
    const refused = await runRook(sandbox, ['rewind', '--yes']);
    expect([refused.code, text()]).toEqual([1, SOURCE.replace('line 5', 'mine')]);
    git(sandbox, 'switch', '-q', 'main');
    const head = git(sandbox, 'rev-parse', 'HEAD', 'other');
    expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
    expect(text()).toBe(SOURCE);
    expect(git(sandbox, 'rev-parse', 'HEAD', 'other')).toBe(head);
    expect(git(sandbox, 'status', '--porcelain')).toBe(' M a.ts\n');
  },
);
