import { fail, rookError, succeed, type Result, type SettingValues } from '@rook/contract';

import type { CommandShell, Confinement } from '../ports/command-shell.ts';

/**
 * Below the home folder: what package managers fill and read again, without which hardly a build works; and the programs for which
 * such a folder is made where it is not there. Null: for all.
 */
const CACHES: readonly (readonly [string, RegExp | null])[] = [
  ['.cache', null],
  ['.npm', word('npm|npx')],
  ['.yarn', word('yarn')],
  ['.pnpm-store', word('pnpm|pnpx')],
  ['.local/share/pnpm', word('pnpm|pnpx')],
  ['.cargo/registry', word('cargo')],
  ['.cargo/git', word('cargo')],
  ['.gradle', word('gradlew?')],
  ['.m2', word('mvnw?')],
  ['go/pkg', word('go')],
  ['.bun/install', word('bunx?')],
  ['.nuget', word('dotnet|nuget')],
];

/** In the folder for all caches: what shells, prompts and editors run as code when they begin. */
const RUN_FROM_CACHE: readonly string[] = [
  'antidote',
  'fish',
  'gitstatus',
  'nvim',
  'oh-my-zsh',
  'starship',
  'vim',
  'zinit',
  'zsh',
];

function runFromCache(home: string, env: ReadonlyMap<string, string>): readonly string[] {
  const user = env.get('USER') ?? env.get('LOGNAME') ?? 'root';
  const prompts = ['p10k-instant-prompt-', 'p10k-dump-'].map((name) => `${name}${user}.zsh`);
  return [...RUN_FROM_CACHE, ...prompts, `p10k-${user}`].map((name) => `${home}/.cache/${name}`);
}

function word(names: string): RegExp {
  return new RegExp(`(?:^|[^\\w.-])(?:${names})(?:$|[^\\w.-])`, 'u');
}

export interface ConfinedCommand {
  /** Null: it is not confined. */
  readonly confinement: Confinement | null;
  /** By what; null: by nothing. */
  readonly sandbox: string | null;
}

export interface ConfineWish extends Pick<SettingValues, 'commands.sandbox' | 'commands.network'> {
  readonly command: string;
  /** The absolute path of the workspace. */
  readonly root: string;
  /** Absolute paths that belong to Rook. */
  readonly own: readonly string[];
  /** Git folders in the workspace, from its root on. */
  readonly nested: readonly string[];
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
  { command, root, own, nested, env, ...wish }: ConfineWish,
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
  const home = env.get('HOME') ?? '';
  const caches = home.startsWith('/') ? CACHES : [];
  const temporary = ['/tmp', '/var/tmp', ...[env.get('TMPDIR') ?? []].flat()];
  return succeed({
    confinement: {
      writable: [...temporary, ...caches.map(([name]) => `${home}/${name}`), root],
      readOnly: [...own, ...(caches.length === 0 ? [] : runFromCache(home, env))],
      caches: {
        home,
        folders: caches.flatMap(([name, users]) => (users?.test(command) === false ? [] : [name])),
      },
      repository: root,
      nested: nested.map((git) => (git === '' ? root : `${root}/${git}`)),
      network,
    },
    sandbox,
  });
}
