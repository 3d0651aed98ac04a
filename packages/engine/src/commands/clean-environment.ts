/** Names of what nobody but its owner should have; a program that needs one is given it by the user, not by an assistant. */
const SECRET_NAME =
  /secret|token|passw(?:or)?d|passphrase|credential|api_?key|access_?key|private_?key|(?:^|_)(?:key|pat|auth|pwd|pass|cookie)$/iu;
/** They look like one by their names and hold none. */
const HARMLESS: ReadonlySet<string> = new Set(['PWD', 'OLDPWD']);
/** Files that a shell would read before the line, and what makes it match other names or read words in another way than it was judged. */
const START_FILES: ReadonlySet<string> = new Set([
  'BASH_ENV',
  'ENV',
  'BASHOPTS',
  'SHELLOPTS',
  'GLOBIGNORE',
  'BASH_COMPAT',
  'POSIXLY_CORRECT',
  'CDPATH',
]);

/** So that nobody is asked anything and nothing is shown page by page. */
const UNATTENDED: readonly (readonly [string, string])[] = [
  ['TERM', 'dumb'],
  ['PAGER', 'cat'],
  ['GIT_PAGER', 'cat'],
  ['MANPAGER', 'cat'],
  ['SYSTEMD_PAGER', 'cat'],
  ['GIT_TERMINAL_PROMPT', '0'],
  ['GIT_ASKPASS', ''],
  ['SSH_ASKPASS', ''],
  ['SSH_ASKPASS_REQUIRE', 'never'],
  ['GIT_EDITOR', 'true'],
  ['DEBIAN_FRONTEND', 'noninteractive'],
  ['PIP_NO_INPUT', '1'],
  ['COMPOSER_NO_INTERACTION', '1'],
  ['npm_config_yes', 'true'],
];

/**
 * The environment of a command: that of the user without what is secret by its name or by its value, without what is Rook's own, and
 * set so that programs ask nobody.
 */
export function cleanEnvironment(
  variables: ReadonlyMap<string, string>,
  holdsSecret: (text: string) => boolean,
): ReadonlyMap<string, string> {
  const passed = [...variables].filter(
    ([name, value]) =>
      !/^ROOK_/iu.test(name) &&
      !START_FILES.has(name) &&
      // A value that begins so is a function of an old shell.
      !value.startsWith('()') &&
      (HARMLESS.has(name) || !(SECRET_NAME.test(name) || holdsSecret(`${name}=${value}`))),
  );
  return new Map([...passed, ...UNATTENDED]);
}
