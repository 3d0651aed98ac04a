import type { Shell } from '../ports/shell.ts';
import type { Repository } from '../ports/workspace.ts';

const MOST_MILLISECONDS = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;

interface Question {
  readonly root: string;
  readonly repository: Repository;
  /** A git folder that sets nothing: that of the workspace could make git start programs. */
  readonly settings: string;
  readonly signal: AbortSignal;
}

/**
 * The paths of the files that are other than git noted in its index when it last looked, as far as the system tells without reading
 * them. Nothing is written, and no repository inside of this one is looked at. Null where git gives no certain answer.
 */
export async function askGit(
  shell: Pick<Shell, 'run'>,
  { root, repository: { folder, top, prefix }, settings, signal }: Question,
): Promise<ReadonlySet<string> | null> {
  const ended = await shell.run({
    file: 'git',
    args: [`--git-dir=${settings}`, `--work-tree=${top}`, ...LOOK, ...(prefix === '' ? [] : ['--', '.'])],
    cwd: root,
    env: new Map([
      ['PATH', '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'],
      ['HOME', '/nonexistent'],
      ['GIT_INDEX_FILE', `${folder}/index`],
      ['GIT_LITERAL_PATHSPECS', '1'],
      ['GIT_CONFIG_NOSYSTEM', '1'],
      ['GIT_CONFIG_GLOBAL', '/dev/null'],
      ['GIT_ATTR_NOSYSTEM', '1'],
      ['GIT_TERMINAL_PROMPT', '0'],
      ['GIT_OPTIONAL_LOCKS', '0'],
    ]),
    timeoutMilliseconds: MOST_MILLISECONDS,
    signal,
    keepBytes: MOST_BYTES,
    isBrief: true,
  });
  if (!ended.ok) return null;
  const { code, stdout, stderr, droppedBytes } = ended.value;
  if (code !== 0 || stderr.length > 0 || droppedBytes > 0) return null;
  const paths = Buffer.from(stdout.buffer, stdout.byteOffset, stdout.byteLength)
    .toString()
    .split('\0')
    .slice(0, -1);
  return new Set(paths.flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : [])));
}

const LOOK = ['diff-files', '--name-only', '-z', '--ignore-submodules=all', '--no-ext-diff'];
