/** Programs that are asked about whatever the list says, with the reason. */
export const ALWAYS_ASK: ReadonlyMap<string, string> = new Map([
  ...explain(
    'rm rmdir unlink shred srm trash rimraf del rd',
    'it deletes, and that is asked about each time',
  ),
  ...explain(
    'sudo doas su pkexec run0 runuser chroot nsenter unshare',
    'it runs with the rights of somebody else',
  ),
  ...explain('eval source . exec builtin trap fc bind coproc', 'it runs text that is not seen here'),
  ...explain(
    'cd pushd popd dirs',
    'it goes to another folder, and what follows would run there; name the folder in the call, or the paths from here on',
  ),
  ...explain('test [', 'it computes a condition, and some conditions run code'),
  ...explain('kill', 'it ends processes, or sends them a signal'),
  ...explain('exit return break continue logout', 'it ends what the shell runs'),
  ...explain('wait jobs bg fg disown suspend', 'it has to do with jobs in the background'),
  ...explain(
    'printf read mapfile readarray getopts let',
    'it can set variables of the shell, and with them what the rest means',
  ),
  ...explain(
    `alias unalias export declare typeset local readonly set unset shopt enable hash umask ulimit complete compgen compopt history
    shift times type caller command`,
    'it changes the shell itself, and with it what the rest means',
  ),
]);

/** Built-ins behind which a name may mean something else. */
export const REDEFINES: ReadonlySet<string> = new Set(
  listWords(`eval source . exec builtin command trap fc bind coproc alias unalias export declare typeset local readonly set unset shopt
    enable hash read mapfile readarray getopts let printf wait`),
);

function explain(names: string, reason: string): readonly (readonly [string, string])[] {
  return listWords(names).map((name) => [name, reason] as const);
}

function listWords(text: string): readonly string[] {
  return text.split(/\s+/u);
}

/** Programs that start the one that their arguments name, with how many words of their own stand before it. */
export const WRAPPERS: ReadonlyMap<
  string,
  { readonly flags: string; readonly operands: number; readonly variables?: true }
> = new Map([
  ['env', { flags: '', operands: 0, variables: true }],
  ['nohup', { flags: '', operands: 0 }],
  ['nice', { flags: '-n=number', operands: 0 }],
  ['ionice', { flags: '-c=number -n=number', operands: 0 }],
  [
    'timeout',
    {
      flags: '-k=number -s=name --kill-after=number --signal=name --preserve-status --foreground',
      operands: 1,
    },
  ],
  ['stdbuf', { flags: '-i=name -o=name -e=name', operands: 0 }],
  ['time', { flags: '-p', operands: 0 }],
  ['setsid', { flags: '', operands: 0 }],
]);

/** Shells whose `-c` is judged as the text that it runs. */
export const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'dash']);

/**
 * Variables that a command may be given: they are read by the programs as plain switches. All others ask, because some of
 * them load code, name programs or move the place where settings are read.
 */
const HARMLESS_VARIABLES: ReadonlySet<string> = new Set(
  listWords(`NODE_ENV CI DEBUG FORCE_COLOR NO_COLOR CLICOLOR TZ LANG LC_ALL PORT HOST RUST_BACKTRACE
    RUST_LOG GOOS GOARCH CGO_ENABLED PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONUTF8 PYTHONHASHSEED COLUMNS LINES VERBOSE LOG_LEVEL
    APP_ENV RAILS_ENV TEST CARGO_TERM_COLOR CARGO_INCREMENTAL GO111MODULE GOMAXPROCS NEXT_TELEMETRY_DISABLED
    PIP_DISABLE_PIP_VERSION_CHECK`),
);

/** Options for a program that stand in a variable; those that are known to be harmless, and nothing else. */
const PLAIN_VALUES: ReadonlyMap<string, RegExp> = new Map([
  [
    'NODE_OPTIONS',
    listed(
      String.raw`--(?:max-old-space-size=\d+|stack-trace-limit=\d+|trace-warnings|trace-deprecation|no-warnings|no-deprecation|enable-source-maps|experimental-vm-modules|openssl-legacy-provider)`,
    ),
  ],
  ['RUSTFLAGS', listed('-[DWA] ?[a-z][a-z_:]*')],
  ['GOFLAGS', listed('-(?:mod=(?:mod|vendor|readonly)|v|race|count=1)')],
]);

function listed(option: string): RegExp {
  return new RegExp(`^(?:${option}(?: +|$))*$`, 'u');
}

/** Whether a variable with this value only switches something. */
export function isHarmlessVariable(name: string, value: string): boolean {
  const form = PLAIN_VALUES.get(name);
  // A plain switch is no path.
  return form === undefined ? HARMLESS_VARIABLES.has(name) && !/^[/:]|\.\./u.test(value) : form.test(value);
}

/** Programs outside the list whose arguments are written or taken away, so that the rules for paths can judge them. */
export const WRITERS: ReadonlySet<string> = new Set([
  'rm',
  'rmdir',
  'unlink',
  'shred',
  'tee',
  'truncate',
  'chmod',
  'chown',
  'chgrp',
  'ln',
  'link',
  'install',
]);
