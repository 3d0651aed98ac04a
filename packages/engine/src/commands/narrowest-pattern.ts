import type { CommandPolicy } from './command-policy.ts';
import { judgeCommand } from './judge-command.ts';
import { NOTHING_BEHIND } from './match-patterns.ts';
import { narrowWords } from './narrow-words.ts';
import { readShell } from './read-shell.ts';

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
  const { count, isClosed } = narrowWords(words);
  for (const tokens of [words.slice(0, count), words]) {
    // A program alone would allow all that it can do.
    if (tokens.length === 1 && words.length > 1) continue;
    const pattern = tokens.map(quote).join(' ');
    const wider = { ...policy, allow: [...policy.allow, pattern] };
    if (judgeCommand(text, wider).verdict !== 'allow') continue;
    const isTooWide = isClosed && judgeCommand(`${pattern} ${ANYTHING}`, wider).verdict === 'allow';
    return isTooWide ? pattern + NOTHING_BEHIND : pattern;
  }
  return null;
}

/** A plain word, which may say what is done. */
const ANYTHING = 'deploy';

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
    .flatMap((pattern) => (pattern.endsWith(NOTHING_BEHIND) ? [] : [pattern, ...listWider(pattern)]))
    .filter(
      (example) =>
        !isSame(example, text) &&
        judgeCommand(example, wider).verdict === 'allow' &&
        judgeCommand(example, policy).verdict !== 'allow',
    )
    .slice(0, MOST_EXAMPLES);
}

/** Whatever quotation marks they have. */
function isSame(example: string, text: string): boolean {
  return example === text || wordsOf(example) === wordsOf(text);
}

function wordsOf(line: string): string {
  return JSON.stringify(readShell(line).segments.map(({ words }) => words.map(({ value }) => value)));
}

/** What somebody may not have meant stands first. */
function listWider(pattern: string): readonly string[] {
  const behind = pattern.startsWith('git ')
    ? ['origin main', 'pop', 'HEAD~1', 'src/a.txt']
    : [ANYTHING, '--force', 'src/a.txt'];
  return behind.map((words) => `${pattern} ${words}`);
}
