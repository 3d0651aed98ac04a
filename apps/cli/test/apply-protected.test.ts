import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { ENTER, hasScript } from './approval-rook.ts';
import { entriesOf, journalLines, startRook, type LiveRook } from './ask-rook.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const HOOK = '.git/hooks/pre-commit';

/** `rook apply` at a terminal, with a change of a protected file. */
function apply(sandbox: Sandbox): LiveRook {
  const file = join(sandbox.folder, 'reply.json');
  place(file, JSON.stringify({ summary: 'A hook.', fileChanges: [{ path: HOOK, content: 'true\n' }] }));
  const env = { TERM: 'xterm', NO_COLOR: '1' };
  return startRook(sandbox, ['apply', file], { env, onTerminal: true });
}

it.skipIf(!hasScript)(
  'H-24 E-23 rook apply asks at the terminal before it changes a protected file',
  async () => {
    const sandbox = makeSandbox();
    const live = apply(sandbox);
    await live.seen('Change it? [y/N]');
    live.type(`y${ENTER}`);
    await live.ended;
    expect(existsSync(join(sandbox.workspace, HOOK))).toBe(true);
    const lines = journalLines(sandbox);
    expect(entriesOf(lines, 'approval_requested')).toMatchObject([
      { rule: 'protected-files', paths: [HOOK], scopes: ['once'] },
    ]);
    expect(entriesOf(lines, 'approval_answered')).toMatchObject([
      { answer: 'yes', scope: 'once', by: 'cli' },
    ]);
    expect(await runRook(sandbox, ['journal', 'verify'])).toMatchObject({ code: 0 });
  },
);

it.skipIf(!hasScript)(
  'H-24 E-23 anything but a yes changes nothing and leaves no question behind',
  async () => {
    const sandbox = makeSandbox();
    const live = apply(sandbox);
    await live.seen('Change it? [y/N]');
    live.type(ENTER);
    await live.ended;
    expect(existsSync(join(sandbox.workspace, HOOK))).toBe(false);
    expect(entriesOf(journalLines(sandbox), 'approval_answered')).toMatchObject([{ answer: 'no' }]);
    expect(await runRook(sandbox, ['approval', 'list'])).toMatchObject({ code: 0, stdout: '' });
  },
);
