import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { fail, rookError, succeed } from '@rook/contract';
import type {
  CommandLine,
  CommandMark,
  CommandShell,
  MakeCaches,
  ReadMemory,
  RunningCommand,
  SetAside,
  SetFileAside,
  UserEnvironment,
} from '@rook/engine';

import { confineProgram, type SandboxName } from './confine-program.ts';
import { loadLoginEnvironment } from './login-environment.ts';
import { watchGitFolders } from './planted-files.ts';
import { endCarriers } from './process-tree.ts';
import { startCommand, type StartedProgram } from './start-command.ts';

/** The shell of this machine; `variables` are those that this process was started with. `openMark` gives each command a mark of its own,
 * `readMemory` shows what its processes wait for, and `makeCaches` makes folders that a confined command wants to write, and
 * `setAside` renames what it planted for git. */
export function createCommandShell(
  variables: ReadonlyMap<string, string>,
  openMark: () => CommandMark | null = () => null,
  readMemory: ReadMemory = () => null,
  makeCaches: MakeCaches = () => undefined,
  setAside: SetFileAside = () => null,
): CommandShell {
  let login: Promise<UserEnvironment> | undefined;
  let sandbox: Promise<SandboxName | null> | undefined;
  const findOnce = async (): Promise<SandboxName | null> => {
    sandbox ??= findSandbox(variables);
    return sandbox;
  };
  return {
    environment: async ({ loginShell }) => {
      if (!loginShell) return { variables, problem: null };
      login ??= loadLoginEnvironment(variables);
      return login;
    },
    sandbox: findOnce,
    start: async (line, watch) => {
      const plain = shellProgram(line);
      if (line.confinement === null)
        return startCommand(line, { ...plain, mark: openMark(), readMemory }, watch);
      const name = await findOnce();
      if (name === null) return fail(rookError('no_sandbox', NO_SANDBOX));
      makeCaches(line.confinement.caches);
      const confined = confineProgram(name, plain, line.confinement);
      const findPlanted = watchGitFolders(confined.gitFolders, setAside);
      const started = await startCommand(line, { ...confined, mark: openMark(), readMemory }, watch);
      return started.ok ? succeed(tidyAfter(started.value, findPlanted)) : started;
    },
    endMarked: async (marks) => {
      const found: string[] = [];
      if (process.platform !== 'linux') return found;
      for (const mark of marks) if (await endCarriers(mark)) found.push(mark);
      return found;
    },
  };
}

/** What it planted is gone before anybody hears that it has ended. */
function tidyAfter(running: RunningCommand, findPlanted: () => readonly SetAside[]): RunningCommand {
  const ended = running.ended.then((end) => {
    const setAside = findPlanted();
    return setAside.length === 0 ? end : { ...end, setAside };
  });
  return {
    ended,
    stop: async () => {
      await running.stop();
      await ended;
    },
  };
}

const NO_SANDBOX =
  'The command shall be confined, and nothing here can do that; install bubblewrap, or let the user set commands.sandbox to off. It was not run.';

/**
 * Bash where there is one, because that is what people and models write for. It would take an input that is a socket for a login from
 * afar and read a start file, were it not told otherwise.
 */
function shellProgram({ command, env }: CommandLine): StartedProgram {
  const folders = (env.get('PATH') ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
  const bash = [...folders, '/bin', '/usr/bin'].map((folder) => join(folder, 'bash')).find(canRun);
  return bash === undefined
    ? { file: '/bin/sh', args: ['-c', command] }
    : { file: bash, args: ['--noprofile', '--norc', '-c', command] };
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const TRY_MILLISECONDS = 5000;

/** What is installed may still be forbidden, as in many containers, so it is tried. */
async function findSandbox(variables: ReadonlyMap<string, string>): Promise<SandboxName | null> {
  const name = process.platform === 'linux' ? 'bubblewrap' : 'seatbelt';
  if (process.platform !== 'linux' && process.platform !== 'darwin') return null;
  const program: StartedProgram = { file: '/bin/sh', args: ['-c', 'exit 0'] };
  const line: CommandLine = {
    command: '',
    cwd: '/',
    env: variables,
    mark: `sandbox-${process.pid}`,
    timeoutMilliseconds: TRY_MILLISECONDS,
    signal: new AbortController().signal,
    endsWaiting: false,
    confinement: null,
  };
  const confined = confineProgram(name, program, {
    writable: [tmpdir()],
    readOnly: [],
    caches: { home: '/', folders: [] },
    repository: null,
    network: false,
  });
  const started = await startCommand(line, confined, () => undefined);
  if (!started.ok) return null;
  const { code } = await started.value.ended;
  return code === 0 ? name : null;
}
