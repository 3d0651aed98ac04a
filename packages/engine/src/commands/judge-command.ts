import { posix } from 'node:path';

import type { CommandPolicy } from './command-policy.ts';
import { findHiddenSigns, findJoiners } from './find-hidden-signs.ts';
import { AT_START, inFolder } from './follow-folder.ts';
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
  /** Why it may read or change what is guarded, in a way that its words do not say; null: they say all that is known. */
  readonly guarded: string | null;
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
const MOST_JUDGED = 400;
const DEEPEST = 4;
const EMPTY = 'there is no command in it';

/** Judges a line of shell by its parsed words. What is not fully understood asks; what hides signs is refused. */
export function judgeCommand(text: string, policy: CommandPolicy): CommandJudgement {
  return judgeDeep(text, policy, { depth: 0, room: { left: MOST_JUDGED } });
}

interface Around {
  readonly depth: number;
  /** How many programs may still be judged: in each folder and behind each wrapper anew. */
  readonly room: { left: number };
}

function judgeDeep(text: string, policy: CommandPolicy, around: Around): CommandJudgement {
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
  const segments = reading.segments.map((segment) => judgePlaced(segment, policy, around));
  if (around.room.left < 0) return bare('ask', 'it starts too many programs in too many ways');
  const joiner = findJoiners(text);
  const whole = [
    ...reading.problems,
    ...(joiner === null ? [] : [`it holds a sign that cannot be seen (${joiner})`]),
    ...(writesWhatRuns(segments, reading.isPiped)
      ? ['it writes a file and then runs code of the workspace']
      : []),
  ];
  return conclude(segments, whole);
}

/** Where it may run in several folders, what it names counts in each. */
function judgePlaced(segment: ShellSegment, policy: CommandPolicy, around: Around): JudgedSegment {
  const judge = (folder: string): JudgedSegment => {
    around.room.left -= 1;
    const placed = inFolder(policy, folder);
    return judgeSegment(segment, placed, innerJudge(placed, around));
  };
  const [folder = '', ...further] = segment.folders ?? AT_START;
  const first = judge(folder);
  const others = around.room.left < 0 ? [] : further.map(judge);
  const all = [first, ...others];
  return others.length === 0
    ? first
    : {
        ...first,
        reads: [...new Set(all.flatMap(({ reads }) => reads))],
        writes: [...new Set(all.flatMap(({ writes }) => writes))],
        mentions: [...new Set(all.flatMap(({ mentions }) => mentions))],
        guarded: all.find(({ guarded }) => guarded !== null)?.guarded ?? null,
      };
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
function innerJudge(policy: CommandPolicy, { depth, room }: Around): (inner: string) => JudgedInner {
  return (inner) =>
    depth >= DEEPEST || room.left < 0
      ? {
          problems: ['it is wrapped too deep'],
          reads: [],
          writes: [],
          guarded: null,
          runsWorkspaceCode: false,
          network: false,
          startsGit: false,
        }
      : toInner(judgeDeep(inner, policy, { depth: depth + 1, room }));
}

/** Judges one program whose words are known in another way than from the text. */
export function judgeAlone(segment: ShellSegment, policy: CommandPolicy): JudgedSegment {
  return judgeSegment(segment, policy, innerJudge(policy, { depth: 0, room: { left: MOST_JUDGED } }));
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
    guarded: segments.find(({ guarded }) => guarded !== null)?.guarded ?? null,
    isReadOnly: whole.length === 0 && segments.length > 0 && segments.every(({ isReadOnly }) => isReadOnly),
    runsWorkspaceCode: segments.some(({ runsWorkspaceCode }) => runsWorkspaceCode),
    network: segments.some(({ network }) => network),
    variables: isGit && isAllowed ? (runsHooks ? GIT_VARIABLES_WITH_HOOKS : GIT_VARIABLES) : {},
  };
}

/** What one part writes, a later part could run; in a pipe nobody knows which of them is first. */
function writesWhatRuns(segments: readonly JudgedSegment[], isPiped: boolean): boolean {
  return segments.some(
    ({ writesContent, writes }, index) =>
      writesContent &&
      segments.some(
        ({ runsWorkspaceCode }, place) =>
          runsWorkspaceCode && (place > index || (isPiped && place < index && !writes.every(isPlainText))),
      ),
  );
}

/** By its ending no program takes it for code, nor for its settings. */
function isPlainText(path: string): boolean {
  return /[^/.][^/]*\.(?:txt|log|out|err|md|csv|tsv|html)$/iu.test(path);
}

function toInner(judgement: CommandJudgement): JudgedInner {
  const { verdict, reasons, reads, writes, guarded, runsWorkspaceCode, network, segments } = judgement;
  const startsGit = segments.some((segment) => segment.startsGit);
  return {
    problems: verdict === 'allow' ? [] : reasons,
    reads,
    writes,
    guarded,
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
    guarded: null,
    isReadOnly: false,
    runsWorkspaceCode: false,
    network: false,
    variables: {},
    // Nothing of it was read, so a protected file could be named: that is asked about in every mode.
    ...(verdict === 'ask' ? { unlooked: reason } : {}),
  };
}
