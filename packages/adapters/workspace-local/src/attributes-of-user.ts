import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** Where git may keep what holds on this machine, whoever built it. */
const SYSTEM_FOLDERS = ['/etc', '/usr/local/etc', '/opt/homebrew/etc'];
const MOST_SETTINGS_BYTES = 1_000_000;
const NAMED = /^[^#;\n]*?\battributesfile\s*=\s*(?<value>.*)$/gimu;

/**
 * Files that say for all repositories of a user or a machine which files git keeps in another form: where they are without any setting, and
 * where settings name them. It may be one too many; settings that others include are not followed.
 */
export function findAttributesOfUser(
  gitFolder: string,
  variables: Variables = process.env,
): readonly string[] {
  const home = variables['HOME'] ?? homedir();
  const own = join(variables['XDG_CONFIG_HOME'] || join(home, '.config'), 'git');
  const settings = [
    ...SYSTEM_FOLDERS.map((folder) => join(folder, 'gitconfig')),
    variables['GIT_CONFIG_SYSTEM'],
    variables['GIT_CONFIG_GLOBAL'],
    join(own, 'config'),
    join(home, '.gitconfig'),
    join(gitFolder, 'config'),
  ];
  const named = settings.flatMap((path) => (path === undefined ? [] : namesIn(path)));
  return [
    ...SYSTEM_FOLDERS.map((folder) => join(folder, 'gitattributes')),
    join(own, 'attributes'),
    ...named.flatMap((name) => spellOut(name, home)),
  ];
}

function namesIn(path: string): readonly string[] {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() !== true || found.size > MOST_SETTINGS_BYTES) return [];
    return [...readFileSync(path, 'utf8').matchAll(NAMED)].map(({ groups }) => groups?.['value'] ?? '');
  } catch {
    return [];
  }
}

/** Without what may stand around it: quotes, and words of no account behind it. */
function spellOut(value: string, home: string): readonly string[] {
  const [, quoted, plain = ''] = /^\s*(?:"(.*)"|([^#;]*))/u.exec(value) ?? [];
  const name = (quoted ?? plain).trim();
  const path = name.startsWith('~/') ? join(home, name.slice(2)) : name;
  return isAbsolute(path) ? [path] : [];
}
