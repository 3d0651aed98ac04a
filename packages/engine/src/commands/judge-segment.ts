import { posix } from 'node:path';

import type { CommandPolicy, ProgramRule } from './command-policy.ts';
import { findStarted } from './find-started.ts';
import { judgeOperands } from './judge-operands.ts';
import { judgeRedirects } from './judge-redirects.ts';
import { judgeInput, judgeUnknown, listMentions, takesNoCode } from './judge-unknown.ts';
import { listMeant } from './list-meant.ts';
import { matchPatterns, readPatterns } from './match-patterns.ts';
import { peelAll } from './peel-program.ts';
import { findProgramRule } from './program-rules.ts';
import { readArguments } from './read-arguments.ts';
import type { ShellSegment } from './read-shell.ts';
import type { ShellWord } from './read-word.ts';
import { findInterpreter, RUNS_OTHERS } from './rules-effective.ts';
import { GIT_HARMLESS } from './rules-git.ts';
import { ALWAYS_ASK, isHarmlessVariable, REDEFINES } from './rules-guarded.ts';
import { shorten, shortenName } from './shorten.ts';
import { unwrap, type Unwrapped } from './unwrap-command.ts';

/** How one program of a command is judged. */
export interface JudgedSegment {
  readonly text: string;
  readonly verdict: 'allow' | 'ask';
  /** Why, as a sentence without its end. */
  readonly reason: string;
  /** Null where it is not known before it runs. */
  readonly program: string | null;
  /** The pattern of the list that it begins with. */
  readonly pattern: string | null;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** What its words could name, of a program of which nobody knows what it does with them. */
  readonly mentions: readonly string[];
  /** Why its words may name what is guarded, where nobody knows what it does with that; a sentence without its end. */
  readonly guarded: string | null;
  /** Its words are known, and it only looks at files of the workspace, whatever the list says. */
  readonly isReadOnly: boolean;
  readonly runsWorkspaceCode: boolean;
  readonly network: boolean;
  /** It starts git, by itself or through a wrapper. */
  readonly startsGit: boolean;
  /** It writes text of the caller's choice to a file. */
  readonly writesContent: boolean;
  /** It starts a program that is known by its name, and makes nothing else of what other names mean. */
  readonly leavesShell: boolean;
}

/** Judges one program with its arguments, redirects and variables. Inner text is judged by whoever is given. */
export function judgeSegment(
  segment: ShellSegment,
  policy: CommandPolicy,
  judgeInner: (text: string) => JudgedInner,
): JudgedSegment {
  const words = withoutHarmless(segment.words);
  const values = words.map(({ value }) => value);
  const program = values[0] ?? null;
  const redirected = judgeRedirects(segment.redirects, policy);
  const variables = judgeVariables(segment);
  const meant = program === null ? unknownProgram(words) : judgeProgram(words, program, policy);
  const started = unwrap(words);
  const inner = started === null ? null : unwrapped(started, judgeInner);
  const handed = started?.kind === 'text' ? null : judgeHanded(words, judgeInner);
  // Of the programs that Rook comes with it is known what they take from their input.
  const input = findProgramRule(values) === null ? judgeInput({ words, redirects: segment.redirects }) : [];
  const problems = [...segment.around, ...variables, ...meant.problems, ...redirected.problems, ...input];
  const all = inner === null ? problems : [...problems, ...inner.problems];
  const within = [inner, handed].filter((one) => one !== null);
  const writes = [meant, redirected, ...within].flatMap((one) => one.writes);
  const [first] = all;
  const isUnderstood =
    meant.isReadOnly && redirected.problems.length + variables.length + segment.around.length === 0;
  return {
    text: segment.text,
    verdict: first === undefined ? 'allow' : 'ask',
    reason:
      first ?? `${shorten(meant.pattern ?? program ?? '')} is on the list, and its arguments are harmless`,
    program,
    pattern: meant.pattern,
    reads: [...new Set([meant, redirected, ...within].flatMap(({ reads }) => reads))],
    writes: [...new Set(writes)],
    mentions: meant.mentions,
    guarded: [meant, ...within].find(({ guarded }) => guarded !== null)?.guarded ?? null,
    isReadOnly: isUnderstood && writes.length === 0 && inner === null,
    runsWorkspaceCode: meant.runsWorkspaceCode || (inner?.runsWorkspaceCode ?? false),
    network: meant.network || (inner?.network ?? false),
    startsGit: namesGit(values) || (inner?.startsGit ?? false),
    writesContent: redirected.writes.length > 0 || (meant.writesContent && writes.length > 0),
    leavesShell:
      program !== null && segment.around.length + segment.assignments.length === 0 && !REDEFINES.has(program),
  };
}

/** What is known of text that a wrapper would run. */
export interface JudgedInner {
  readonly problems: readonly string[];
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly guarded: string | null;
  readonly runsWorkspaceCode: boolean;
  readonly network: boolean;
  readonly startsGit: boolean;
}

interface Meant {
  readonly problems: readonly string[];
  readonly pattern: string | null;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly mentions: readonly string[];
  readonly guarded: string | null;
  readonly isReadOnly: boolean;
  readonly runsWorkspaceCode: boolean;
  readonly network: boolean;
  readonly writesContent: boolean;
}

const NOTHING: Meant = {
  problems: [],
  pattern: null,
  reads: [],
  writes: [],
  mentions: [],
  guarded: null,
  isReadOnly: false,
  runsWorkspaceCode: false,
  network: false,
  writesContent: false,
};

function unknownProgram([word]: readonly ShellWord[]): Meant {
  const why =
    word === undefined
      ? 'it starts no program, but changes the shell or a file'
      : `which program ${shorten(word.text)} is shows only when it runs: ${word.unknown ?? 'it is a pattern of files'}`;
  return { ...NOTHING, problems: [why] };
}

/** Options of git itself that change nothing stand before its words, and the list does not name them. */
export function withoutHarmless(words: readonly ShellWord[]): readonly ShellWord[] {
  if (words[0]?.value !== 'git') return words;
  const [program, ...others] = words;
  const end = others.findIndex(({ value }) => value === null || !GIT_HARMLESS.has(value));
  return end <= 0 || program === undefined ? words : [program, ...others.slice(end)];
}

function judgeVariables({ assignments }: ShellSegment): readonly string[] {
  return assignments.flatMap(({ name, value }) => {
    if (value === null) return [`the value of ${shortenName(name)} is not known before it runs`];
    return isHarmlessVariable(name, value)
      ? []
      : [`the variable ${shortenName(name)} can change what the program does`];
  });
}

function judgeProgram(words: readonly ShellWord[], program: string, policy: CommandPolicy): Meant {
  const values = words.map(({ value }) => value);
  const base = nameOf(program);
  const always =
    ALWAYS_ASK.get(base) ?? (deletes(base, values) ? ALWAYS_ASK.get('rm') : askOfStarted(values));
  const found = findProgramRule(values);
  const meant = always === undefined && found !== null ? null : listMeant(words, policy);
  if (always !== undefined) return { ...NOTHING, ...meant, problems: [`${shortenName(program)}: ${always}`] };
  const canonical =
    found === null ? values : [...found.rule.tokens.split(' '), ...values.slice(found.length)];
  const matches = matchPatterns(readPatterns(policy.allow), canonical);
  const exact = matches.find(
    ({ text, tokens }) =>
      tokens.length === values.length &&
      !policy.builtIn.includes(text) &&
      // The name of an interpreter alone is meant as a beginning.
      (tokens.length > 1 || findInterpreter(base) === null),
  );
  const [longest] = matches;
  const unlisted =
    longest === undefined ? [`${nameProgram(values)} is not on the list of what runs by itself`] : [];
  const pattern = exact?.text ?? longest?.text ?? null;
  if (found === null) {
    const inner = unwrap(words);
    const named = longest?.tokens.length ?? 1;
    const problems =
      exact === undefined
        ? [...unlisted, ...(inner === null ? judgeUnknown({ words, named }, policy) : [])]
        : [];
    // Nobody knows what a program does that only the user's list names: a file of the workspace may say so.
    const isOwn = longest !== undefined && inner === null;
    const isData = takesNoCode(words) && judgeUnknown({ words, named: 1 }, policy).length === 0;
    const runsWorkspaceCode = ((isOwn || findInterpreter(base) !== null) && !isData) || program.includes('/');
    const mentions = isOwn ? listMentions(words.slice(1), policy) : [];
    return { ...NOTHING, ...meant, problems, pattern, mentions, runsWorkspaceCode };
  }
  const { rule, length } = found;
  const read = readArguments(rule, words.slice(length), policy);
  const judged = [read, ...judgeOperands(rule, read, policy)];
  const problems = judged.flatMap((part) => part.problems);
  return {
    // The user wrote exactly this down.
    problems: exact === undefined ? [...unlisted, ...problems] : [],
    pattern,
    reads: judged.flatMap(({ reads }) => reads),
    writes: judged.flatMap(({ writes }) => writes),
    mentions: [],
    guarded: read.unknown.length === 0 ? null : listMeant(words, policy).guarded,
    isReadOnly: rule.isReadOnly === true && problems.length === 0,
    runsWorkspaceCode: rule.runsWorkspaceCode === true && !isInforming(rule, values.slice(length)),
    network: rule.network ?? false,
    writesContent: rule.writesContent ?? false,
  };
}

/** It says which version it is, or how it is used, and nothing else. */
function isInforming({ informs = '' }: ProgramRule, values: readonly (string | null)[]): boolean {
  const [only] = values;
  return values.length === 1 && only !== undefined && only !== null && informs.split(' ').includes(only);
}

/** Of a program that is named by its path, what it is called. */
function nameOf(program: string): string {
  return posix.basename(program) || program;
}

/** Ways to delete that are not the name of a program. */
function deletes(program: string, values: readonly (string | null)[]): boolean {
  if (program === 'find') return values.includes('-delete');
  // Its own options may stand before its word.
  const words = values[1]?.startsWith('-') === true ? values.slice(1, 5) : values.slice(1, 2);
  return program === 'git' && (words.includes('clean') || words.includes('rm'));
}

/** `poetry run rm` deletes too. Of built-ins of the shell it would start a program that has their name. */
function askOfStarted(values: readonly (string | null)[]): string | undefined {
  const started = findStarted(values);
  const inner = ALWAYS_ASK.get(nameOf(started?.isPlain === true ? (values[started.at] ?? '') : ''));
  return ['rm', 'sudo'].some((name) => ALWAYS_ASK.get(name) === inner) ? inner : undefined;
}

/** It is git, or starts others and git is among its words: one time too often is one look at the settings too many. */
function namesGit(values: readonly (string | null)[]): boolean {
  const program = nameOf(values[0] ?? '');
  if (program === 'git') return true;
  const isAmong = values.some((value) => /^(?:\/\S*\/)?git$|\bgit\s/u.test(value ?? ''));
  return isAmong && (findStarted(values) !== null || RUNS_OTHERS.has(program));
}

/** Enough to say what is meant: `git push`, `make`. */
function nameProgram(values: readonly (string | null)[]): string {
  const [program = '', next] = values;
  return shorten(
    next !== undefined && next !== null && /^[a-z]/u.test(next) ? `${program} ${next}` : (program ?? ''),
  );
}

function unwrapped(inner: Unwrapped, judgeInner: (text: string) => JudgedInner): JudgedInner {
  if (inner.kind === 'unclear') return { ...NO_INNER, problems: [inner.why] };
  const judged = judgeInner(inner.text);
  return { ...judged, problems: [...inner.problems, ...judged.problems] };
}

/** Text that a shell would read in a way that is asked about: what it names counts, whatever else is not known of it. */
function judgeHanded(
  words: readonly ShellWord[],
  judgeInner: (text: string) => JudgedInner,
): JudgedInner | null {
  const peeled = peelAll(words);
  return peeled?.kind === 'text' ? judgeInner(peeled.text) : null;
}

const NO_INNER: JudgedInner = {
  problems: [],
  reads: [],
  writes: [],
  guarded: null,
  runsWorkspaceCode: false,
  network: false,
  startsGit: false,
};
