import { readFileSync } from 'node:fs';

import { jsonOf, listAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import type { Sandbox } from './sandbox.ts';

/** No sandbox and no login shell, so that nothing of the machine counts. */
export const PLAIN = { ROOK_COMMANDS_SANDBOX: 'off', ROOK_COMMANDS_LOGIN_SHELL: 'false' };

export async function runCommand(
  sandbox: Sandbox,
  command: string,
  ...flags: readonly string[]
): Promise<End> {
  return runRook(sandbox, ['command', 'run', command, ...flags], { env: PLAIN });
}

/** Runs one command under `--json`, and says what is told of it. */
export async function runJson(
  sandbox: Sandbox,
  command: string,
  ...flags: readonly string[]
): Promise<unknown> {
  return listAt(jsonOf(await runCommand(sandbox, command, '--json', ...flags)), 'runs')[0];
}

/** Whether a process of this id still does something; what is left of one that ended does not count. */
export function isRunning(id: number): boolean {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    return !/\) [ZX] /u.test(text);
  } catch {
    return false;
  }
}

/** Begins a repository where there is none, and commits all that lies there. */
export function commitAll({ workspace, userHome }: Sandbox): void {
  const git = `git -C '${workspace}' -c user.name=a -c user.email=a@b.example`;
  runTool(
    'sh',
    '-c',
    `export HOME='${userHome}'; ${git} init -q && ${git} add -A && ${git} commit -qm first`,
  );
}
