import type { CommandPolicy } from './command-policy.ts';
import { findStarted } from './find-started.ts';
import { judgeCommand } from './judge-command.ts';
import { findOwnRule } from './own-rules.ts';
import { readShell } from './read-shell.ts';
import { findInterpreter } from './rules-effective.ts';

/** What "add and run" would put on the list. */
export interface SuggestedPattern {
  /** One for each program that is not on the list. */
  readonly patterns: readonly string[];
  /** What else would then run by itself. */
  readonly examples: readonly string[];
}

/**
 * The narrowest patterns with which a command would run by itself; null where no pattern helps, because what asks is not
 * its words. Each is tried: what the policy would still ask about is not offered.
 */
export function suggestPattern(text: string, policy: CommandPolicy): SuggestedPattern | null {
  const judged = judgeCommand(text, policy);
  if (judged.verdict !== 'ask') return null;
  const { segments } = readShell(text);
  const patterns: string[] = [];
  for (const [index, { verdict }] of judged.segments.entries()) {
    if (verdict === 'allow') continue;
    const values = (segments[index]?.words ?? []).map(({ value }) => value);
    const found = narrow(values, segments[index]?.text ?? '', policy);
    if (found === null) return null;
    patterns.push(found);
  }
  const wider = { ...policy, allow: [...policy.allow, ...patterns] };
  if (patterns.length === 0 || judgeCommand(text, wider).verdict !== 'allow') return null;
  return { patterns, examples: listExamples(patterns, text, policy, wider) };
}

/** The program with its subcommand, or with the file that it runs; else all words. */
function narrow(values: readonly (string | null)[], text: string, policy: CommandPolicy): string | null {
  if (values.length === 0 || values.includes(null)) return null;
  const words = values.flatMap((value) => (value === null ? [] : [value]));
  const tries = [words.slice(0, countNarrow(words)), words];
  for (const tokens of tries) {
    // A program alone would allow all that it can do.
    if (tokens.length === 1 && words.length > 1) continue;
    const pattern = tokens.map(quote).join(' ');
    const wider = { ...policy, allow: [...policy.allow, pattern] };
    if (judgeCommand(text, wider).verdict === 'allow') return pattern;
  }
  return null;
}

/** The words that say what is done, as far as can be told without knowing the program. */
function countNarrow(words: readonly string[]): number {
  const started = findStarted(words);
  if (started?.isPlain === true) return started.at + countNarrow(words.slice(started.at));
  const [program = '', first = '', second = ''] = words;
  if (!SUBCOMMAND.test(first)) return NESTED.has(program) ? 2 : 1;
  if (NESTED.has(program)) return 3;
  if (findOwnRule(program, first) !== null || findInterpreter(program) !== null || !BARE.test(first))
    return 2;
  // `npm config get` and `npm config set` are not the same, nor are `vercel env ls` and `vercel env rm`.
  if (!BARE.test(second)) return 2;
  return DEEP.has(program) && BARE.test(words[3] ?? '') ? 4 : 3;
}

const BARE = /^[A-Za-z][\w-]*$/u;

/** Their subcommands have subcommands of subcommands. */
const DEEP: ReadonlySet<string> = new Set(['gcloud', 'az']);

/** A word such as `build`, or the path of a file. */
const SUBCOMMAND = /^[A-Za-z][\w:.-]*$|^[\w.-]+(?:\/[\w.-]+)+$/u;
/** Their subcommands have subcommands. */
const NESTED: ReadonlySet<string> = new Set(['docker', 'podman', 'kubectl', 'gh', 'aws', 'helm']);

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

const MOST_EXAMPLES = 4;

function listExamples(
  patterns: readonly string[],
  text: string,
  policy: CommandPolicy,
  wider: CommandPolicy,
): readonly string[] {
  return patterns
    .flatMap((pattern) => [pattern, `${pattern} all`, `${pattern} --force`, `${pattern} src/a.txt`])
    .filter(
      (example) =>
        example !== text &&
        judgeCommand(example, wider).verdict === 'allow' &&
        judgeCommand(example, policy).verdict !== 'allow',
    )
    .slice(0, MOST_EXAMPLES);
}
