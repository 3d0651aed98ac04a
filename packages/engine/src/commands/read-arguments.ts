import type { CommandPolicy, ProgramRule } from './command-policy.ts';
import { readFlags, type FlagTable } from './flag-table.ts';
import { judgeValue, PLAIN_EXTRAS } from './judge-value.ts';
import { attachedPaths } from './list-targets.ts';
import type { ShellWord } from './read-word.ts';
import { shorten, shortenName } from './shorten.ts';

/** What the arguments of a program come to. */
export interface ReadArguments {
  /** The options that were given, by name. */
  readonly flags: ReadonlySet<string>;
  /** The values of options that name a folder or a file to write, with the option. */
  readonly targets: readonly { readonly flag: string; readonly path: string }[];
  /** What may be such a folder or file, where an option is not known. */
  readonly mayTarget: readonly string[];
  /** Options that are not known, from where they are not. */
  readonly unknown: readonly string[];
  /** The patterns that the program matches itself, with the option. */
  readonly patterns: readonly { readonly flag: string; readonly value: string }[];
  readonly operands: readonly ShellWord[];
  /** Those of them that cannot be options, however they begin. */
  readonly behind: ReadonlySet<ShellWord>;
  /** What goes to the code that is run. */
  readonly rest: readonly ShellWord[];
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Why it needs a question. */
  readonly problems: readonly string[];
}

interface Draft {
  readonly policy: CommandPolicy;
  readonly rule: ProgramRule;
  readonly table: FlagTable;
  readonly words: readonly ShellWord[];
  at: number;
  readonly flags: Set<string>;
  readonly targets: { flag: string; path: string }[];
  readonly mayTarget: string[];
  readonly unknown: string[];
  readonly patterns: { flag: string; value: string }[];
  readonly operands: ShellWord[];
  readonly behind: Set<ShellWord>;
  readonly rest: ShellWord[];
  readonly reads: string[];
  readonly writes: string[];
  readonly problems: string[];
}

/** Reads options as the program would, by the table of its rule. One that the table does not name is a problem. */
export function readArguments(
  rule: ProgramRule,
  words: readonly ShellWord[],
  policy: CommandPolicy,
): ReadArguments {
  const table = readFlags(rule.flags);
  const draft: Draft = {
    policy,
    rule,
    table,
    words,
    at: 0,
    flags: new Set(),
    targets: [],
    mayTarget: [],
    unknown: [],
    patterns: [],
    operands: [],
    behind: new Set(),
    rest: [],
    reads: [],
    writes: [],
    problems: [],
  };
  while (draft.at < words.length) {
    const word = words[draft.at];
    draft.at += 1;
    if (word === undefined) break;
    const { value } = word;
    if (rule.operands === 'text' && EXIT_CODE.test(word.text)) continue;
    if (word.unknown !== null)
      draft.problems.push(`${shorten(word.text)} is not known before it runs: ${word.unknown}`);
    else if (value === null && isOptionWithPattern(word, table)) continue;
    else if (value === null || table.size === 0 || value === '-' || !value.startsWith('-'))
      draft.operands.push(word);
    else if (value === '--') takeRest(draft, rule);
    else takeOption(draft, rule, value);
    if (rule.stopsAtOperand === true && draft.operands.length > 0) takeRemaining(draft);
  }
  return draft;
}

/** How the program before ended is a number, whatever it was; for a program that prints its words that is enough to know. */
const EXIT_CODE = /^(?:"[\w :=.,-]*\$\?[\w :=.,-]*"|[\w:=.,-]*\$\?[\w:=.,-]*)$/u;

/** `--include=*.ts`: only a file of that whole name could make something else of it. */
function isOptionWithPattern({ glob }: ShellWord, table: FlagTable): boolean {
  const [name = '', behind] = glob?.split('=') ?? [];
  const takes = table.get(name)?.takes;
  return behind !== undefined && name.startsWith('--') && (takes === 'text' || takes === 'pattern');
}

/**
 * Behind two dashes nothing is an option; for a task it is the task's. Not every program takes them so: for `find` what follows
 * is still its expression.
 */
function takeRest(draft: Draft, { operands, endsOptions }: ProgramRule): void {
  const remaining = draft.words.slice(draft.at);
  if (operands === 'task') draft.rest.push(...remaining);
  else if (endsOptions !== true) return unknownOption(draft, '--');
  else {
    for (const word of remaining)
      if (word.unknown === null) {
        draft.operands.push(word);
        draft.behind.add(word);
      } else draft.problems.push(`${shorten(word.text)} is not known before it runs: ${word.unknown}`);
  }
  draft.at = draft.words.length;
  return undefined;
}

function takeRemaining(draft: Draft): void {
  draft.rest.push(...draft.words.slice(draft.at));
  draft.at = draft.words.length;
}

function takeOption(draft: Draft, { isSingleDash }: ProgramRule, text: string): void {
  const [name = '', ...behind] = text.split('=');
  const attached = behind.length === 0 ? null : behind.join('=');
  if (draft.table.has(attached === null ? text : name)) {
    // Elsewhere a short option takes the equals sign for a part of its value.
    const isPlain = isSingleDash === true || !/^-[^-]$/u.test(name);
    takeNamed(draft, name, attached === null || isPlain ? attached : `=${attached}`);
    return;
  }
  if (/^-\d+$/u.test(text) && draft.table.has('-#')) draft.flags.add('-#');
  else if (isSingleDash === true || text.startsWith('--')) {
    unknownOption(draft, name);
    draft.unknown.push(text);
    if (isSingleDash !== true) noteTargets(draft, text);
  } else takeCluster(draft, text);
}

function takeNamed(draft: Draft, name: string, attached: string | null): void {
  const flag = draft.table.get(name);
  if (flag === undefined) return unknownOption(draft, name);
  draft.flags.add(name);
  if (flag.takes === null) {
    if (attached !== null) draft.problems.push(`${shortenName(name)} takes no value`);
    return undefined;
  }
  if (attached !== null) return takeValue(draft, name, attached);
  return flag.isOptional ? undefined : takeNext(draft, name);
}

function takeNext(draft: Draft, name: string): void {
  const next = draft.words[draft.at];
  draft.at += 1;
  if (next === undefined) draft.problems.push(`${shortenName(name)} has no value`);
  // What it matches is no option of a program that takes patterns, and it is meant as the pattern itself.
  else if (next.glob !== null && /^\*\.\w+$/u.test(next.text) && draft.table.get(name)?.takes === 'pattern')
    return;
  else if (PLAIN_EXTRAS.test(next.text) && draft.table.get(name)?.takes === 'project')
    takeValue(draft, name, next.text);
  else if (next.value === null)
    draft.problems.push(
      `${shorten(next.text)} is not known before it runs: ${next.unknown ?? 'it is a pattern of files'}`,
    );
  else if (
    isDashed(next.value) &&
    draft.rule.takesDashes !== true &&
    draft.table.get(name)?.takes !== 'linker'
  )
    draft.problems.push(`${shorten(next.value)} behind ${shortenName(name)} may be an option of its own`);
  else takeValue(draft, name, next.value);
}

/** Programs differ in whether such a word is still a value. A number is one, or is nothing that does harm. */
function isDashed(value: string): boolean {
  return /^-./u.test(value) && !/^-\d+(?:\.\d+)?[A-Za-z]{0,3}$/u.test(value);
}

/** `-la` is `-l -a`, and `-n5` is `-n 5`. */
function takeCluster(draft: Draft, text: string): void {
  for (let at = 1; at < text.length; at += 1) {
    const name = `-${text[at] ?? ''}`;
    const flag = draft.table.get(name);
    if (flag === undefined) {
      noteTargets(draft, `-${text.slice(at + 1)}`);
      draft.unknown.push(`-${text.slice(at)}`);
      return unknownOption(draft, text.length === 2 ? text : `${shortenName(name)} of ${text}`);
    }
    draft.flags.add(name);
    if (flag.takes === null) continue;
    const behind = text.slice(at + 1);
    if (behind !== '' && draft.rule.isNeverAttached === true) return unknownOption(draft, text);
    if (behind !== '') return takeValue(draft, name, behind);
    return flag.isOptional ? undefined : takeNext(draft, name);
  }
  return undefined;
}

function takeValue(draft: Draft, name: string, value: string): void {
  const kind = draft.table.get(name)?.takes ?? 'text';
  const judged = judgeValue(kind, value, draft.policy);
  draft.reads.push(...judged.reads);
  draft.writes.push(...judged.writes);
  draft.problems.push(...judged.problems);
  if (kind === 'pattern') draft.patterns.push({ flag: name, value });
  if (kind === 'write') draft.targets.push({ flag: name, path: value });
}

/** Behind an option that is not known, or only begun, a file to write may stand all the same; it counts beside what else the words say. */
function noteTargets(draft: Draft, text: string): void {
  const options = [...draft.table].flatMap(([name, { takes }]) => (takes === 'write' ? [name] : []));
  const isBare = text.startsWith('--')
    ? options.some((option) => option.startsWith(text))
    : options.some((option) => option.length === 2 && text.endsWith(option.slice(1)));
  const next = isBare ? (draft.words[draft.at]?.value ?? null) : null;
  for (const path of [...attachedPaths(text, options), ...(next === null ? [] : [next])]) {
    const judged = judgeValue('write', path, draft.policy);
    draft.writes.push(...judged.writes);
    draft.problems.push(...judged.problems);
    draft.mayTarget.push(path);
  }
}

function unknownOption(draft: Draft, name: string): void {
  draft.problems.push(`the option ${shorten(name)} is not among those that are known to be harmless`);
}
