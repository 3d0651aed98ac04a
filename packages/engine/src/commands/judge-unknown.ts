import { posix } from 'node:path';

import type { CommandPolicy } from './command-policy.ts';
import { looksOutside, placePath } from './place-path.ts';
import { shorten } from './read-arguments.ts';
import type { ShellWord } from './read-word.ts';
import { INTERPRETERS, OWN_OPTIONS, RUNS_OTHERS } from './rules-guarded.ts';

/** The user's own pattern says which program; its arguments have to be plain text that stays inside and names nothing that is guarded. */
export function judgeUnknown(
  words: readonly ShellWord[],
  named: number,
  policy: CommandPolicy,
): readonly string[] {
  const [first, ...others] = words;
  const program = posix.basename(first?.value ?? '') || (first?.value ?? '');
  if (RUNS_OTHERS.has(program)) return [`what ${program} starts or does is not in its words alone`];
  const code = INTERPRETERS.get(program);
  const place = others.findIndex(({ value }) => value === null || !value.startsWith('-'));
  const problems = others.flatMap(({ value, text, unknown }, index) => {
    if (value === null)
      return [`${shorten(text)} is not known before it runs: ${unknown ?? 'it is a pattern of files'}`];
    const isOption = place === -1 || index < place || program === 'sed';
    if (isOption && code?.test(value) === true)
      return [`with ${shorten(value)} ${program} runs what its words say`];
    if (index + 1 >= named && (EFFECTIVE.test(value) || OWN_OPTIONS.get(program)?.test(value) === true))
      return [`${shorten(value)} may make ${program}, which is not known here, run or write something`];
    return looksOutside(value, policy)
      ? [`${shorten(value)} looks like a path outside the workspace`]
      : judgeNamed(value, policy);
  });
  if (program === 'sed' && place !== -1 && !PLAIN_SED.test(others[place]?.value ?? ''))
    return [...problems, 'a program of sed can run others and write files'];
  return code !== undefined && place === -1
    ? [...problems, `${program} would run what comes from its input`]
    : problems;
}

/** Nobody knows whether a program shows or changes what a word names. */
export function judgeNamed(value: string, policy: CommandPolicy): readonly string[] {
  return placesIn(value, policy).flatMap((path) => {
    if (policy.isSecret(path)) return [`${shorten(value)} looks like it holds secrets`];
    return policy.isProtected(path) || policy.isProtected(`${path}/x`)
      ? [`${shorten(value)} is a protected file`]
      : [];
  });
}

/** Every path of the workspace that a word could name, from its root on. */
export function listMentions(words: readonly ShellWord[], policy: CommandPolicy): readonly string[] {
  return words.flatMap(({ value }) => (value === null ? [] : placesIn(value, policy)));
}

const MOST_CHARACTERS = 300;

/** A path may also stand behind an equals sign, an at sign, or at once behind an option of one letter. */
function placesIn(value: string, policy: CommandPolicy): readonly string[] {
  const parts = [
    ...(value.startsWith('-') ? [value.slice(2)] : [value]),
    ...(value.startsWith('@') ? [value.slice(1)] : []),
    ...value.split('=').slice(1),
  ];
  return [...new Set(parts)].flatMap((part) => {
    if (part === '' || part.length > MOST_CHARACTERS || part.includes('\n')) return [];
    const placed = placePath(part, policy);
    return placed.kind === 'inside' && placed.path !== '.' ? [placed.path] : [];
  });
}

/** Options that in many programs start another one, write a file or load settings. */
const EFFECTIVE =
  /^--?(?:exec|eval|command|cmd|out|output|outfile|config|upload-pack|receive-pack|ext-diff|textconv|open-files-in-pager|checkpoint-action|to-command|use-compress-program|compress-program|rsh|require|preload|loader|import|init-file|init-script|rcfile|script-shell|toolexec|vettool|plugin|fplugin|specs|wrapper|shell|editor|pager|pre|hostname-bin|filter|from-file|rulesdir|global-?[sS]etup|python-executable|workspace_status_command)(?:[=-]|$)/u;

/** Lines are printed or left out, or a text is put in the place of another; nothing is run, read or written. */
const PLAIN_SED =
  /^(?:(?:\d+|\$)?(?:,(?:\d+|\$))?[pdq=]|s([/|#,])(?:(?!\1)[^\\\n]|\\[^\n])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gIip\d]*)$/u;
