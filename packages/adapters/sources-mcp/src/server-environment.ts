import type { SourceConfig } from './parse-config.ts';

/** What a program needs to find its files and others; keys are in none of these. */
const PASSED: ReadonlySet<string> = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
]);

/** The environment of a server: the least of the user's, and what the configuration says; a key of the user is not in it. */
export function serverEnvironment(
  { env, passEnv }: Pick<SourceConfig, 'env' | 'passEnv'>,
  variables: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const wanted = new Set(passEnv);
  const passed = [...variables].filter(
    // A value that begins so is a function of an old shell.
    ([name, value]) => (PASSED.has(name.toUpperCase()) && !value.startsWith('()')) || wanted.has(name),
  );
  return new Map([...passed, ...env]);
}
