import type { CommandPolicy, ProgramRule } from './command-policy.ts';
import { destroys } from './destroying-words.ts';
import { readFlags } from './flag-table.ts';
import { judgeRevision } from './judge-revision.ts';
import type { OwnRule } from './own-rule.ts';
import { looksOutside } from './place-path.ts';
import { readArguments } from './read-arguments.ts';
import type { ShellWord } from './read-word.ts';
import { shorten, shortenName } from './shorten.ts';

/** Judges what stands behind a user's own pattern for a program that is known: all that its rule does not name asks. */
export function judgeOwn(
  { program, rule }: { readonly program: string; readonly rule: OwnRule },
  { words, named }: { readonly words: readonly ShellWord[]; readonly named: number },
  policy: CommandPolicy,
): readonly string[] {
  const free = words.slice(startOf(words, named, rule)).filter((word) => !isHarmless(word, rule));
  const read = readArguments(toProgramRule(program, rule), free, policy);
  return [
    ...read.problems,
    ...judgeWide({ program, rule }, words, free),
    ...judgeNumber({ program, rule }, words, policy),
    ...read.patterns.flatMap(({ value }) =>
      rule.pattern === undefined || rule.pattern.test(value)
        ? []
        : [`${shorten(value)} could match what is hidden or ignored`],
    ),
    ...read.operands.flatMap(({ value, text }, index) => {
      const { first = rule.operand } = rule;
      if (value === null) return [`${shorten(text)} is not known before it runs: it is a pattern of files`];
      if (value === '-' && rule.readsData !== true && !rule.operand.test(value))
        return [`${shortenName(program)} would take what it does from its input`];
      const form = index === 0 && named <= 2 ? first : rule.operand;
      return form.test(value) && rule.operand.test(value)
        ? []
        : [`${shorten(value)} may make ${shortenName(program)} do something else`];
    }),
    ...(program === 'git' ? read.operands.flatMap((word) => judgeRevision(word, policy).problems) : []),
    ...free.flatMap(({ value }) =>
      value !== null && looksOutside(value, policy)
        ? [`${shorten(value)} looks like a path outside the workspace`]
        : [],
    ),
  ];
}

/** `kubectl delete pod x` takes away one, `kubectl delete pod --all` all of them. */
function judgeWide(
  { program, rule }: { readonly program: string; readonly rule: OwnRule },
  words: readonly ShellWord[],
  free: readonly ShellWord[],
): readonly string[] {
  if (rule.doesOperands !== true || !destroys(words.map(({ value }) => value ?? ''))) return [];
  const option = free.find(({ value }) => value?.startsWith('-') === true);
  return option === undefined
    ? []
    : [`with ${shorten(option.text)} ${shortenName(program)} may take away more than is named`];
}

/** `git checkout main` goes to a branch, `git checkout main src` throws changes away. */
function judgeNumber(
  { program, rule }: { readonly program: string; readonly rule: OwnRule },
  words: readonly ShellWord[],
  policy: CommandPolicy,
): readonly string[] {
  if (rule.most === undefined) return [];
  const behind = words.slice(program === 'git' ? 2 : 1);
  const [surplus] = readArguments(toProgramRule(program, rule), behind, policy).operands.slice(rule.most);
  return surplus === undefined
    ? []
    : [`with ${shorten(surplus.text)} as well ${shortenName(program)} may do something else`];
}

/** Where the pattern ends with an option that wants a value, the next word is that. */
function startOf(words: readonly ShellWord[], named: number, rule: OwnRule): number {
  const last = words[named - 1]?.value ?? '';
  const flag = named > 1 ? readFlags(rule.flags).get(last) : undefined;
  return flag !== undefined && flag.takes !== null && !flag.isOptional ? named - 1 : named;
}

function isHarmless({ value }: ShellWord, { also }: OwnRule): boolean {
  return value !== null && also?.test(value) === true;
}

function toProgramRule(tokens: string, { flags, isSingleDash, isLossyBehindDashes }: OwnRule): ProgramRule {
  return {
    tokens,
    // An empty table would mean that nothing is an option.
    flags: flags === '' ? '--help' : flags,
    operands: 'none',
    ...(isLossyBehindDashes === true ? {} : { endsOptions: true }),
    ...(isSingleDash === true ? { isSingleDash } : {}),
    examples: { allow: [], ask: [] },
  };
}
