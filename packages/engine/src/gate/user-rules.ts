import { fail, rookError, succeed, type Result } from '@rook/contract';
import * as z from 'zod';

import { judgeCommand } from '../commands/judge-command.ts';
import { listNamedPrograms } from '../commands/list-named-programs.ts';
import { createCommandPolicy } from './create-command-policy.ts';
import { createFit, ruledPath, type Fits, type RuledCall } from './fit-user-rule.ts';
import { readHost } from './host-names.ts';
import { readRulesText } from './read-rules-text.ts';
import { ruleWordsSchema, type RuleExample, type RuleWords } from './user-rule-words.ts';

/** What the user's file of rules says, ready to be asked. */
export interface UserRules {
  /** In their order. */
  readonly rules: readonly UserRule[];
}

export interface UserRule {
  /** Its place in the file, counted from one. */
  readonly number: number;
  readonly words: RuleWords;
  readonly fits: Fits;
}

export const NO_USER_RULES: UserRules = { rules: [] };

/** With more, a call would be judged slowly. */
export const MOST_RULES = 1000;

const fileSchema = z.strictObject({ rules: z.array(z.unknown()).max(MOST_RULES).exactOptional() });

/** What cannot be read in full says nothing: a rule that is passed over could be the one that forbids. */
export function readUserRules(path: string, bytes: Uint8Array): Result<UserRules> {
  const content = decode(bytes);
  if (content === null) return unreadable(path, 'it is no UTF-8 text');
  const read = readRulesText(content);
  if (!read.ok) return unreadable(path, read.error);
  const file = fileSchema.safeParse(read.value.value);
  if (!file.success) return unreadable(path, explain(file.error));
  const rules: UserRule[] = [];
  const ids = new Map<string, number>();
  for (const [index, raw] of (file.data.rules ?? []).entries()) {
    const number = index + 1;
    const refuse = (what: string) =>
      unreadable(path, `rule ${number} (line ${read.value.lineOf(index)}) ${what}`);
    const parsed = ruleWordsSchema.safeParse(raw);
    if (!parsed.success) return refuse(explain(parsed.error));
    const { data: words } = parsed;
    const twin = words.id === undefined ? undefined : ids.get(words.id);
    if (twin !== undefined) return refuse(`has the id of rule ${twin}; give it another`);
    if (words.id !== undefined) ids.set(words.id, number);
    const rule = { number, words, fits: createFit(words) };
    const wrong = findWrongExample(rule);
    if (wrong !== null) return refuse(wrong);
    rules.push(rule);
  }
  return succeed({ rules });
}

/** The first rule with that verdict that speaks of the call. */
export function findUserRule(
  { rules }: UserRules,
  verdict: RuleWords['verdict'],
  call: RuledCall,
): UserRule | null {
  return rules.find(({ words, fits }) => words.verdict === verdict && fits(call)) ?? null;
}

/** For whoever reads about a rule: its id, or its place where it has none. */
export function nameRule({ number, words }: UserRule): string {
  return words.id ?? `number ${number}`;
}

/** What is said about a file of rules that says nothing. */
export function unreadable(path: string, why: string): Result<never> {
  const sentence = `The rules in ${path} cannot be used, so nothing but reading is allowed: ${why}. The user mends the file, or takes it away.`;
  return fail(rookError('rules_unreadable', sentence));
}

function findWrongExample({ words, fits }: UserRule): string | null {
  for (const [index, example] of (words.examples?.fits ?? []).entries())
    if (!fits(callOfExample(words, example))) return `does not fit its example fits.${index}`;
  for (const [index, example] of (words.examples?.misses ?? []).entries())
    if (fits(callOfExample(words, example))) return `fits its example misses.${index}`;
  return null;
}

/** Where an example leaves workspace and intent out, they are those of the rule. */
function callOfExample(words: RuleWords, example: RuleExample): RuledCall {
  const { tool, paths = [], host, source = null, command } = example;
  return {
    tool,
    paths: paths.map((path) => ruledPath(path, path, false)),
    host: host === undefined ? null : (readHost(host) ?? host),
    source,
    command: command === undefined ? null : commandOfExample(command),
    intent: example.intent === undefined ? (words.intent ?? null) : example.intent,
    workspace: example.workspace ?? words.workspace ?? null,
  };
}

/** Of an example only its words count: where it would run, nobody knows. */
function commandOfExample(text: string): RuledCall['command'] {
  const policy = createCommandPolicy(
    { 'commands.allow': [], 'edits.protected': [] },
    { root: null, cwd: '' },
  );
  return {
    words: listNamedPrograms(text),
    isAllowedBy: (patterns) => judgeCommand(text, { ...policy, allow: [...patterns] }).verdict === 'allow',
  };
}

const MOST_ISSUES = 3;

function explain({ issues }: z.ZodError): string {
  return issues
    .slice(0, MOST_ISSUES)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`))
    .join('; ');
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
