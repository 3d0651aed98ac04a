/** Words behind the program with which these change settings of the user that say what later runs start, and where packages come from. */
const CHANGING: ReadonlyMap<string, RegExp> = new Map([
  ...sameFor('npm pnpm', /(?:^| )(?:set|(?:config|c) (?:set|edit|delete|rm|fix))(?: |$)/u),
  ...sameFor('yarn', /(?:^| )config (?:set|unset|delete)(?: |$)/u),
  ...sameFor('pip pip3', /(?:^| )config (?:.* )?(?:set|unset|edit)(?: |$)/u),
  ...sameFor('go', /(?:^| )env (?:.* )?--?[wu](?:[ =]|$)/u),
  ...sameFor('poetry composer', /(?:^| )config (?:.* )?(?:--unset|--editor|-e|[a-z][\w.-]* \S)/u),
  ...sameFor(
    'conda mamba micromamba',
    /(?:^| )config (?:.* )?--(?:add|append|prepend|set|remove|remove-key|stdin)(?: |$)/u,
  ),
  ...sameFor('bundle', /(?:^| )config (?!get |list)(?:.* )?(?:set|unset|--global|--delete|\S+ \S)/u),
  ...sameFor('gh glab', /(?:^| )config set(?: |$)/u),
]);

function sameFor(programs: string, words: RegExp): readonly (readonly [string, RegExp])[] {
  return programs.split(' ').map((program) => [program, words] as const);
}

/** Whether a program of which only the user's own pattern is known would change what other runs of it do. */
export function changesSettings(program: string, values: readonly (string | null)[]): boolean {
  return CHANGING.get(program)?.test(values.map((value) => value ?? '?').join(' ')) === true;
}
