import { fail, rookError, succeed, type Result, type SettingValues } from '@rook/contract';

import type { CommandShell, Confinement } from '../ports/command-shell.ts';

/** Below the home folder: what package managers fill and read again. Without them hardly a build works. */
const CACHES: readonly string[] = [
  '.cache',
  '.npm',
  '.yarn',
  '.pnpm-store',
  '.local/share/pnpm',
  '.cargo/registry',
  '.cargo/git',
  '.gradle',
  '.m2',
  'go/pkg',
  '.bun/install',
  '.nuget',
];

/** What is written here is run later, when somebody who is not confined uses git. */
const STARTS_PROGRAMS: readonly string[] = ['hooks', 'config'];

export interface ConfinedCommand {
  /** Null: it is not confined. */
  readonly confinement: Confinement | null;
  /** By what; null: by nothing. */
  readonly sandbox: string | null;
}

export interface ConfineWish extends Pick<SettingValues, 'commands.sandbox' | 'commands.network'> {
  /** The absolute path of the workspace. */
  readonly root: string;
  /** Absolute paths that belong to Rook. */
  readonly own: readonly string[];
  readonly env: ReadonlyMap<string, string>;
}

/** Whether commands of a session are confined. */
export async function confinesCommands(
  shell: Pick<CommandShell, 'sandbox'>,
  settings: Pick<SettingValues, 'commands.sandbox' | 'commands.network'>,
): Promise<boolean> {
  if (settings['commands.sandbox'] === 'off' && settings['commands.network'] === 'on') return false;
  return (await shell.sandbox()) !== null;
}

/** Whether a run of code cannot do harm elsewhere: what it writes is confined, and it reaches nobody. */
export async function confinesCode(
  shell: Pick<CommandShell, 'sandbox'>,
  settings: Pick<SettingValues, 'commands.sandbox' | 'commands.network'>,
): Promise<boolean> {
  return settings['commands.network'] === 'off' && confinesCommands(shell, settings);
}

/** What shall be confined and cannot be is refused, never run without. */
export async function confineCommand(
  shell: Pick<CommandShell, 'sandbox'>,
  { root, own, env, ...wish }: ConfineWish,
): Promise<Result<ConfinedCommand>> {
  const network = wish['commands.network'] === 'on';
  const wanted = wish['commands.sandbox'];
  if (wanted === 'off' && network) return succeed({ confinement: null, sandbox: null });
  const sandbox = await shell.sandbox();
  if (sandbox === null) {
    if (wanted !== 'on' && network) return succeed({ confinement: null, sandbox: null });
    const what = network ? 'commands.sandbox is on' : 'commands.network is off';
    const sentence = `The setting ${what}, and nothing here can confine commands; install bubblewrap, or let the user change the setting. The command was not run.`;
    return fail(rookError('no_sandbox', sentence));
  }
  const home = env.get('HOME');
  const caches = home === undefined || home === '' ? [] : CACHES.map((name) => `${home}/${name}`);
  const temporary = ['/tmp', '/var/tmp', ...[env.get('TMPDIR') ?? []].flat()];
  return succeed({
    confinement: {
      // Its own place, and not only a part of the workspace: so it cannot be moved away and made anew.
      writable: [...temporary, ...caches, root, `${root}/.git`],
      readOnly: [...own, ...STARTS_PROGRAMS.map((name) => `${root}/.git/${name}`)],
      // Who has no hooks yet must not get some here either.
      empty: [`${root}/.git/hooks`],
      network,
    },
    sandbox,
  });
}
