import type { Shell } from '../ports/shell.ts';

const MOST_MILLISECONDS = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;

interface Question {
  readonly root: string;
  /** A git folder that sets nothing: that of the workspace could make git start programs. */
  readonly repository: string;
  readonly signal: AbortSignal;
}

/**
 * The paths of the files that are other than git noted in its index when it last looked, as far as the system tells without reading
 * them. Nothing is written, and no repository inside of this one is looked at. Null where git gives no certain answer.
 */
export async function askGit(
  shell: Pick<Shell, 'run'>,
  { root, repository, signal }: Question,
): Promise<ReadonlySet<string> | null> {
  const ended = await shell.run({
    file: 'git',
    args: [`--git-dir=${repository}`, `--work-tree=${root}`, ...LOOK],
    cwd: root,
    env: new Map([
      ['PATH', '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'],
      ['HOME', '/nonexistent'],
      ['GIT_INDEX_FILE', `${root}/.git/index`],
      ['GIT_CONFIG_NOSYSTEM', '1'],
      ['GIT_CONFIG_GLOBAL', '/dev/null'],
      ['GIT_ATTR_NOSYSTEM', '1'],
      ['GIT_TERMINAL_PROMPT', '0'],
      ['GIT_OPTIONAL_LOCKS', '0'],
    ]),
    timeoutMilliseconds: MOST_MILLISECONDS,
    signal,
    keepBytes: MOST_BYTES,
  });
  if (!ended.ok) return null;
  const { code, stdout, stderr, droppedBytes } = ended.value;
  if (code !== 0 || stderr.length > 0 || droppedBytes > 0) return null;
  return new Set(new TextDecoder().decode(stdout).split('\0').slice(0, -1));
}

const LOOK = [
  '-c',
  'core.preloadIndex=false',
  'diff-files',
  '--name-only',
  '-z',
  '--ignore-submodules=all',
  '--no-ext-diff',
];
