import { createHash } from 'node:crypto';

import type { Shell } from '../ports/shell.ts';
import type { Repository } from '../ports/workspace.ts';

const MOST_MILLISECONDS = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;

/** What keeps git from starting a program and from asking anybody, although it reads the settings of the repository. */
export const ALONE = {
  args: ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'],
  env: new Map([
    ['PATH', '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'],
    ['HOME', '/nonexistent'],
    ['GIT_CONFIG_NOSYSTEM', '1'],
    ['GIT_CONFIG_GLOBAL', '/dev/null'],
    ['GIT_NO_LAZY_FETCH', '1'],
    ['GIT_NO_REPLACE_OBJECTS', '1'],
    ['GIT_ALLOW_PROTOCOL', 'none'],
    ['GIT_TERMINAL_PROMPT', '0'],
    ['GIT_OPTIONAL_LOCKS', '0'],
  ]),
} as const;

/**
 * Contents of git objects by their names. Git is told to look at nothing that could make it start a program or ask anybody. What it
 * does not have is left out.
 */
export async function readGitObjects(
  shell: Shell,
  repository: Pick<Repository, 'folder'> | null,
  names: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (names.length === 0 || repository === null) return new Map();
  const ended = await shell.run({
    file: 'git',
    args: [`--git-dir=${repository.folder}`, ...ALONE.args, 'cat-file', '--batch'],
    cwd: repository.folder,
    env: ALONE.env,
    input: new TextEncoder().encode(`${names.join('\n')}\n`),
    timeoutMilliseconds: MOST_MILLISECONDS,
    keepBytes: MOST_BYTES,
  });
  return ended.ok ? readBatch(ended.value.stdout) : new Map();
}

/** `<name> blob <size>`, the content and a line break, one after the other; `<name> missing` for what is not there. */
function readBatch(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0x0a, at);
    if (end === -1) break;
    const [name = '', kind, size = '0'] = decoder.decode(bytes.subarray(at, end)).split(' ');
    at = end + 1;
    if (kind === 'missing' || kind === 'ambiguous') continue;
    const length = Number(size);
    if (!Number.isInteger(length) || at + length > bytes.length) break;
    const content = bytes.slice(at, at + length);
    if (kind === 'blob' && isNamed(content, name)) found.set(name, content);
    at += length + 1;
  }
  return found;
}

const SHA1_DIGITS = 40;

/** Git may have been told to show another content under this name. */
function isNamed(content: Uint8Array, name: string): boolean {
  const hash = createHash(name.length === SHA1_DIGITS ? 'sha1' : 'sha256');
  return hash.update(`blob ${content.length}\0`).update(content).digest('hex') === name;
}
