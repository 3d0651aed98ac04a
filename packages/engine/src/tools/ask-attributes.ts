import type { Shell } from '../ports/shell.ts';
import type { Repository } from '../ports/workspace.ts';
import { ALONE } from './git-objects.ts';

const MOST_MILLISECONDS = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;

const ATTRIBUTES = ['filter', 'ident', 'working-tree-encoding'];
const NOT_SET: ReadonlySet<string> = new Set(['unspecified', 'unset']);

/**
 * Which of these files git keeps in another form than they have on the disk, as git itself reads its attributes: also those that lie in its
 * index alone, or in folders that nobody looked into. Nothing is written, and no filter is started. Null where git gives no certain answer.
 */
export async function askAttributes(
  shell: Pick<Shell, 'run'>,
  { folder, top, prefix }: Pick<Repository, 'folder' | 'top' | 'prefix'>,
  paths: readonly string[],
): Promise<ReadonlySet<string> | null> {
  const ended = await shell.run({
    file: 'git',
    args: [
      `--git-dir=${folder}`,
      `--work-tree=${top}`,
      ...ALONE.args,
      'check-attr',
      '-z',
      '--stdin',
      ...ATTRIBUTES,
    ],
    cwd: top,
    env: ALONE.env,
    input: new TextEncoder().encode(paths.map((path) => `${prefix}${path}\0`).join('')),
    timeoutMilliseconds: MOST_MILLISECONDS,
    keepBytes: MOST_BYTES,
  });
  if (!ended.ok || ended.value.code !== 0 || ended.value.droppedBytes > 0) return null;
  const fields = new TextDecoder().decode(ended.value.stdout).split('\0');
  // Each answer has three parts, and a NUL behind each of them.
  if (fields.length !== paths.length * ATTRIBUTES.length * 3 + 1) return null;
  const converted = new Set<string>();
  for (let at = 0; at + 3 <= fields.length; at += 3) {
    const [path = '', , value = ''] = fields.slice(at, at + 3);
    if (!NOT_SET.has(value)) converted.add(path.slice(prefix.length));
  }
  return converted;
}
