import { posix } from 'node:path';

import type { CommandPolicy } from './command-policy.ts';
import { findHiddenSigns, findJoiners } from './find-hidden-signs.ts';
import { judgeSegment, type JudgedInner, type JudgedSegment } from './judge-segment.ts';
import { readShell, type ShellSegment } from './read-shell.ts';
import { GIT_VARIABLES, GIT_VARIABLES_WITH_HOOKS } from './rules-git.ts';

/** What the policy says of a line of shell, and why. */
export interface CommandJudgement {
  readonly verdict: 'allow' | 'ask' | 'refuse';
  /** Sentences without their ends; what is against it, or why it is harmless. */
  readonly reasons: readonly string[];
  readonly segments: readonly JudgedSegment[];
  /** Every path that its text names, as far as it is known: from the root of the workspace on, or as named where it leads out. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** It only looks at files of the workspace, whatever the list says. */
  readonly isReadOnly: boolean;
  /** It runs code that lies in the workspace or that the workspace names. */
  readonly runsWorkspaceCode: boolean;
  readonly network: boolean;
  /** Why not all that it reads or writes could be looked at on the disk; left out: it could. */
  readonly unlooked?: string;
  /** Variables that a run has to set, for the verdict to hold. */
  readonly variables: Readonly<Record<string, string>>;
}

const MOST_CHARACTERS = 20_000;
const MOST_SEGMENTS = 100;
/** What is beyond these is not looked at but asked about, so that no text makes a verdict take long. */
const MOST_WORDS = 1000;
const MOST_LEVELS = 64;
const DEEPEST = 4;
const EMPTY = 'there is no command in it';

/** Judges a line of shell by its parsed words. What is not fully understood asks; what hides signs is refused. */
export function judgeCommand(text: string, policy: CommandPolicy): CommandJudgement {
  return judgeDeep(text, policy, 0);
}

function judgeDeep(text: string, policy: CommandPolicy, depth: number): CommandJudgement {
  const hidden = findHiddenSigns(text);
  if (hidden !== null)
    return bare(
      'refuse',
      `it holds a sign that cannot be seen (${hidden}), so nobody could say yes to what it does`,
    );
  if (text.trim() === '') return bare('refuse', EMPTY);
  if (text.length > MOST_CHARACTERS) return bare('ask', `it is longer than ${MOST_CHARACTERS} characters`);
  const reading = readShell(text);
  if (reading.segments.length > MOST_SEGMENTS)
    return bare('ask', `it starts more than ${MOST_SEGMENTS} programs`);
  const vast = findVast(reading.segments);
  if (vast !== null) return bare('ask', vast);
  const judgeInner = innerJudge(policy, depth);
  const segments = reading.segments.map((segment) => judgeSegment(segment, policy, judgeInner));
  const joiner = findJoiners(text);
  const whole = [
    ...reading.problems,
    ...(joiner === null ? [] : [`it holds a sign that cannot be seen (${joiner})`]),
    ...(writesWhatRuns(segments) ? ['it writes a file and then runs code of the workspace'] : []),
  ];
  return conclude(segments, whole);
}

/** More words, or more folders in one, than anybody writes by hand. */
function findVast(segments: readonly ShellSegment[]): string | null {
  const texts = segments.flatMap(({ words, redirects, assignments }) =>
    [words, redirects, assignments].flat().map(({ text }) => text),
  );
  if (texts.length > MOST_WORDS) return `it has more than ${MOST_WORDS} words`;
  const crowded = segments.find(({ words }) => isCrowded(words.map(({ value }) => value)));
  if (crowded !== undefined) return 'it names more folders and files than are put together here';
  const isDeep = texts.some((text) => text.split('/').length > MOST_LEVELS);
  return isDeep ? `a word of it goes through more than ${MOST_LEVELS} folders` : null;
}

/**
 * Each of its files could come to lie in each of the folders that its options name, so what is written are pairs of words. Of `ln` and
 * `install` every word may be such a folder where an option is not known.
 */
function isCrowded([program, ...others]: readonly (string | null)[]): boolean {
  const base = posix.basename(program ?? '');
  if (base === 'ln' || base === 'install') return others.length > MOST_PLACED;
  if (base !== 'cp' && base !== 'mv') return false;
  const options = others.filter((value) => value?.startsWith('-') === true).length;
  return options * (others.length - options) > MOST_PAIRS;
}

const MOST_PLACED = 100;
const MOST_PAIRS = 5000;

/** Judges what a wrapper would run, one step deeper. */
function innerJudge(policy: CommandPolicy, depth: number): (inner: string) => JudgedInner {
  return (inner) =>
    depth >= DEEPEST
      ? {
          problems: ['it is wrapped too deep'],
          reads: [],
          writes: [],
          runsWorkspaceCode: false,
          network: false,
          startsGit: false,
        }
      : toInner(judgeDeep(inner, policy, depth + 1));
}

/** Judges one program whose words are known in another way than from the text. */
export function judgeAlone(segment: ShellSegment, policy: CommandPolicy): JudgedSegment {
  return judgeSegment(segment, policy, innerJudge(policy, 0));
}

function conclude(segments: readonly JudgedSegment[], whole: readonly string[]): CommandJudgement {
  const asking = segments.filter(({ verdict }) => verdict === 'ask');
  const isAllowed = whole.length === 0 && asking.length === 0 && segments.length > 0;
  const against = [...whole, ...asking.map(({ reason }) => reason)];
  const isGit = segments.some(({ startsGit }) => startsGit);
  const runsHooks = segments.some(({ startsGit, runsWorkspaceCode }) => startsGit && runsWorkspaceCode);
  return {
    verdict: isAllowed ? 'allow' : 'ask',
    reasons: [
      ...new Set(isAllowed ? segments.map(({ reason }) => reason) : against.length > 0 ? against : [EMPTY]),
    ],
    segments,
    reads: [...new Set(segments.flatMap(({ reads }) => reads))],
    writes: [...new Set(segments.flatMap(({ writes }) => writes))],
    isReadOnly: whole.length === 0 && segments.length > 0 && segments.every(({ isReadOnly }) => isReadOnly),
    runsWorkspaceCode: segments.some(({ runsWorkspaceCode }) => runsWorkspaceCode),
    network: segments.some(({ network }) => network),
    variables: isGit && isAllowed ? (runsHooks ? GIT_VARIABLES_WITH_HOOKS : GIT_VARIABLES) : {},
  };
}

/** What one part writes, a later part could run. */
function writesWhatRuns(segments: readonly JudgedSegment[]): boolean {
  const first = segments.findIndex(({ writesContent }) => writesContent);
  return first !== -1 && segments.slice(first + 1).some(({ runsWorkspaceCode }) => runsWorkspaceCode);
}

function toInner(judgement: CommandJudgement): JudgedInner {
  const { verdict, reasons, reads, writes, runsWorkspaceCode, network, segments } = judgement;
  const startsGit = segments.some((segment) => segment.startsGit);
  return {
    problems: verdict === 'allow' ? [] : reasons,
    reads,
    writes,
    runsWorkspaceCode,
    network,
    startsGit,
  };
}

/** Of a line of which nothing is known. */
export function judgeUnread(reason: string): CommandJudgement {
  return bare('ask', reason);
}

function bare(verdict: 'ask' | 'refuse', reason: string): CommandJudgement {
  return {
    verdict,
    reasons: [reason],
    segments: [],
    reads: [],
    writes: [],
    isReadOnly: false,
    runsWorkspaceCode: false,
    network: false,
    variables: {},
    // Nothing of it was read, so a protected file could be named: that is asked about in every mode.
    ...(verdict === 'ask' ? { unlooked: reason } : {}),
  };
}
