import type { IntentId } from '@rook/contract';

import { usualName } from '../commands/list-named-programs.ts';
import { matchPatterns, readPatterns } from '../commands/match-patterns.ts';
import { createPatternTest } from '../ports/path-patterns.ts';
import { spellingKey } from '../ports/spelling-key.ts';
import { readHost } from './host-names.ts';
import type { RuleWords } from './user-rule-words.ts';

/** What a user's rule looks at. */
export interface RuledCall {
  readonly tool: string;
  readonly paths: readonly RuledPath[];
  readonly host: string | null;
  readonly source: string | null;
  readonly command: RuledCommand | null;
  readonly intent: IntentId | null;
  readonly workspace: string | null;
}

export interface RuledCommand {
  /** Of each program in it, its words, in every way to name it; null for one that is not known before it runs. */
  readonly words: readonly (readonly (string | null)[])[];
  /** Whether it would run by itself if the list held these patterns alone. */
  readonly isAllowedBy: (patterns: readonly string[]) => boolean;
}

export interface RuledPath {
  /** After all links, `.` for the root; null when that is not known. */
  readonly real: string | null;
  /** The real and the named one, alike for other letter cases and ways to write an accent. */
  readonly spellings: readonly string[];
  /** It looks like a secret or is ignored. */
  readonly isHidden: boolean;
}

export type Fits = (call: RuledCall) => boolean;

/**
 * Whether a rule speaks of a call: everything that it names has to fit. What forbids fits as soon as one path does, under
 * either of its names and in any letter case; what allows fits only when each real path does, exactly.
 */
export function createFit(words: RuleWords): Fits {
  const { tools, hosts, sources, commands, intent, workspace, verdict } = words;
  const conditions: Fits[] = [];
  if (tools !== undefined) conditions.push(onText(tools, ({ tool }) => tool));
  if (hosts !== undefined) {
    const names = hosts.map((host) => readHost(host) ?? host);
    conditions.push(onText(names, ({ host }) => host));
  }
  if (sources !== undefined) conditions.push(onText(sources, ({ source }) => source));
  if (commands !== undefined)
    conditions.push(verdict === 'allow' ? allowedCommand(commands) : forbiddenCommand(commands));
  if (intent !== undefined) conditions.push((call) => call.intent === intent);
  if (workspace !== undefined) conditions.push((call) => call.workspace === workspace);
  const where = verdict === 'allow' ? allowedPaths(words) : forbiddenPaths(words);
  if (where !== null) conditions.push(where);
  return (call) => conditions.every((fits) => fits(call));
}

export function ruledPath(named: string, real: string | null, isHidden: boolean): RuledPath {
  const place = real === '' ? '.' : real;
  const spellings = place === null || place === named ? [named] : [named, place];
  return { real: place, spellings: spellings.map(spellingKey), isHidden };
}

/** No text at all means that the call names none. */
function onText(patterns: readonly string[], textOf: (call: RuledCall) => string | null): Fits {
  if (patterns.length === 0) return (call) => textOf(call) === null;
  const parsed = patterns.map((pattern) => pattern.split('*'));
  return (call) => {
    const text = textOf(call);
    return text !== null && parsed.some((parts) => fitsStars(parts, text));
  };
}

/** Between the parts anything may stand; the first place for each is the best, so that nothing is tried twice. */
function fitsStars([first = '', ...others]: readonly string[], text: string): boolean {
  const last = others.at(-1);
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others.slice(0, -1)) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - at >= last.length && text.endsWith(last);
}

/** Every program of the line is one that the rule names, and nothing else about it needs a question. */
function allowedCommand(patterns: readonly string[]): Fits {
  return ({ command }) =>
    patterns.length === 0 ? command === null : command?.isAllowedBy(patterns) === true;
}

/** One program of the line is enough, word by word, however it is named there. */
function forbiddenCommand(patterns: readonly string[]): Fits {
  const parsed = readPatterns(patterns).flatMap((pattern) => [
    pattern,
    { ...pattern, tokens: usualName(pattern.tokens) },
  ]);
  return ({ command }) =>
    patterns.length === 0
      ? command === null
      : (command?.words.some((words) => matchPatterns(parsed, words).length > 0) ?? false);
}

function allowedPaths({ paths, files }: RuleWords): Fits | null {
  if (files !== undefined) {
    const named = new Set(files);
    return (call) =>
      call.paths.length === 0
        ? files.length === 0
        : call.paths.every(({ real }) => real !== null && named.has(real));
  }
  // What is hidden has to be named itself.
  if (paths === undefined) return (call) => !call.paths.some(({ isHidden }) => isHidden);
  const test = createPatternTest(paths);
  return (call) =>
    call.paths.length > 0 &&
    call.paths.every(({ real, isHidden }) => !isHidden && real !== null && test(real));
}

function forbiddenPaths({ paths, files }: RuleWords): Fits | null {
  if (files?.length === 0) return (call) => call.paths.length === 0;
  const test = paths === undefined ? testNames(files) : createPatternTest(paths.map(spellingKey));
  return test === null ? null : (call) => call.paths.some(({ spellings }) => spellings.some(test));
}

function testNames(files: readonly string[] | undefined): ((path: string) => boolean) | null {
  if (files === undefined) return null;
  const named = new Set(files.map(spellingKey));
  return (path) => named.has(path);
}
