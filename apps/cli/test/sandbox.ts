import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { onTestFinished } from 'vitest';

/** Folders of one test alone. They go away with it. */
export interface Sandbox {
  readonly folder: string;
  /** What HOME says. */
  readonly userHome: string;
  /** What ROOK_HOME says; it is not made. */
  readonly rookHome: string;
  /** The current folder; it is empty. */
  readonly workspace: string;
  readonly userFile: string;
  readonly workspaceFile: string;
  readonly env: Readonly<Record<string, string>>;
}

export function makeSandbox(parent: string = tmpdir()): Sandbox {
  const folder = realpathSync(mkdtempSync(join(parent, 'rook-cli-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [userHome, rookHome] = [join(folder, 'user'), join(folder, 'rook-home')];
  const workspace = join(folder, 'workspace');
  for (const made of [userHome, workspace]) mkdirSync(made);
  return {
    folder,
    userHome,
    rookHome,
    workspace,
    userFile: join(rookHome, 'settings.json'),
    workspaceFile: join(workspace, '.rook', 'settings.json'),
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: userHome, ROOK_HOME: rookHome },
  };
}

/** Writes a file and the folders above it. */
export function place(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, content, { mode: 0o600 });
}
