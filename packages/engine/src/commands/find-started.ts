import { posix } from 'node:path';

/** The subcommands of programs that start the program which their next word names. */
const STARTERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...starting('poetry pipenv pdm hatch rye uv pixi volta op doppler infisical heroku', 'run'),
  ...starting('conda mamba micromamba rustup', 'run'),
  ...starting('bundle pyenv rbenv nodenv stack cabal opam fnm asdf lerna composer chamber', 'exec'),
  ...starting('aws-vault direnv dotnet', 'exec'),
  ...starting('mise', 'exec x'),
  ...starting('npm', 'exec x explore init create'),
  ...starting('pnpm yarn', 'exec dlx create'),
  ...starting('docker podman nerdctl docker-compose kubectl', 'exec run debug'),
  ...starting('nix', 'run shell develop'),
  ...starting('rails', 'runner r'),
  ...starting('adb', 'shell'),
  ...starting('fly flyctl', 'ssh'),
  ...starting('go', 'tool'),
  // Any method of any address, and programs under other names.
  ...starting('gh glab', 'api alias extension'),
]);

function starting(
  programs: string,
  subcommands: string,
): readonly (readonly [string, ReadonlySet<string>])[] {
  const names = new Set(subcommands.split(' '));
  return programs.split(' ').map((program) => [program, names] as const);
}

/** Their subcommand may stand behind another one: `docker compose exec`. */
const NESTED: ReadonlySet<string> = new Set('docker podman nerdctl docker-compose kubectl'.split(' '));

/** What stands between is no program, but where it is started: a container, a machine, a folder, a package, a toolchain. */
const ELSEWHERE: ReadonlySet<string> = new Set(
  'docker podman nerdctl docker-compose kubectl heroku adb fly flyctl direnv rustup aws-vault chamber rails nix gh glab'.split(
    ' ',
  ),
);

/** It takes its own options out of all words before two dashes: `npm exec eslint --package=evil`. */
const GREEDY: ReadonlySet<string> = new Set(['npm']);

/** Where the words are of a program that another one starts. */
export interface StartedProgram {
  /** How many words stand before it. */
  readonly at: number;
  /** The word there is that program, started here and by its name. */
  readonly isPlain: boolean;
  /** An option behind the program may be one of who starts it, and say what is started and where from. */
  readonly hasForeign: boolean;
}

/** What a subcommand such as `poetry run` starts; null for what starts nothing. */
export function findStarted(values: readonly (string | null)[]): StartedProgram | null {
  const program = posix.basename(values[0] ?? '');
  const subcommands = STARTERS.get(program);
  if (subcommands === undefined) return null;
  const among = values.slice(1, NESTED.has(program) ? 3 : 2);
  const found = among.findIndex((value) => value !== null && subcommands.has(value));
  if (found === -1) return null;
  const isGreedy = GREEDY.has(program);
  const at = found + (isGreedy && values[found + 2] === '--' ? 3 : 2);
  const next = values[at] ?? null;
  const isElsewhere = ELSEWHERE.has(program) || values[at - 1] === 'explore';
  // Where an option stands before it, nobody here knows which word it is.
  const isPlain = next !== null && /^[\w./]/u.test(next) && !isElsewhere;
  return { at, isPlain, hasForeign: isGreedy && hasOption(values.slice(found + 2)) };
}

function hasOption(values: readonly (string | null)[]): boolean {
  const end = values.indexOf('--');
  return values.slice(0, end === -1 ? undefined : end).some((value) => value?.startsWith('-') !== false);
}
