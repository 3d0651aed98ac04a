import { createHash } from 'node:crypto';

import { fail, rookError, succeed, type IntentId, type Result, type SessionId } from '@rook/contract';

import type { OwnFile } from '../ports/own-file.ts';
import { editItem, editProperty } from '../settings/edit-properties.ts';
import { readSettingsProperties } from '../settings/read-settings-properties.ts';
import { ruleWordsSchema, type RuleWords } from './user-rule-words.ts';
import { MOST_RULES, NO_USER_RULES, readUserRules, type UserRules } from './user-rules.ts';

/** A yes that holds for good: for this tool and exactly these targets, in this workspace and for this intent. */
export interface AlwaysAnswer {
  readonly tool: string;
  /** Real paths of the call, all of them. */
  readonly files: readonly string[];
  readonly host: string | null;
  readonly source: string | null;
  /** Beginnings of a line of shell; null for every other call. */
  readonly commands: readonly string[] | null;
  readonly intent: IntentId | null;
  readonly workspace: string;
  readonly session: SessionId;
  readonly approval: string;
  /** When it was given. */
  readonly at: string;
}

/** Keeps an answer as a rule of the user, and says which. The same answer again changes nothing. */
export async function addAlwaysRule(file: OwnFile, answer: AlwaysAnswer): Promise<Result<string>> {
  const made = makeRule(answer);
  if (!made.ok) return made;
  let id = '';
  const written = await changeRules(file, ({ rules }, text) => {
    const same = rules.find(({ words }) => isSame(words, made.value));
    if (same?.words.id !== undefined) {
      id = same.words.id;
      return succeed(null);
    }
    if (rules.length >= MOST_RULES) {
      const sentence = `${file.path} holds ${MOST_RULES} rules, which is the most; take some out first. Nothing was written.`;
      return fail(rookError('invalid_value', sentence));
    }
    id = freeId(rules, made.value);
    const rule = { id, ...made.value };
    return succeed(
      hasList(text) ? editItem(text, 'rules', rules.length, rule) : editProperty(text, 'rules', [rule]),
    );
  });
  return written.ok ? succeed(id) : written;
}

/** Takes one rule out; comments and everything else stay. */
export async function removeRule(file: OwnFile, id: string): Promise<Result<void>> {
  return changeRules(file, ({ rules }, text) => {
    const found = rules.find(({ words }) => words.id === id);
    if (found !== undefined) return succeed(editItem(text, 'rules', found.number - 1, undefined));
    const sentence = `There is no rule with the id ${id} in ${file.path}. Nothing was written.`;
    return fail(rookError('not_found', sentence));
  });
}

/** A file that cannot be read is never changed, and what is written can be read again. */
async function changeRules(
  file: OwnFile,
  change: (rules: UserRules, text: string) => Result<string | null>,
): Promise<Result<void>> {
  return file.update(async (bytes) => {
    const rules = bytes === null ? succeed(NO_USER_RULES) : readUserRules(file.path, bytes);
    if (!rules.ok) return rules;
    const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes ?? new Uint8Array());
    const mark = before.startsWith('\uFEFF') ? '\uFEFF' : '';
    const changed = change(rules.value, before.slice(mark.length));
    if (!changed.ok || changed.value === null) return changed.ok ? succeed(null) : changed;
    const after = new TextEncoder().encode(mark + changed.value);
    const read = readUserRules(file.path, after);
    return read.ok ? succeed(after) : read;
  });
}

function makeRule(answer: AlwaysAnswer): Result<RuleWords> {
  const { tool, files, host, source, commands, intent, workspace, session, approval, at } = answer;
  const made = ruleWordsSchema.safeParse({
    verdict: 'allow',
    tools: [tool],
    files: [...new Set(files.map((path) => path || '.'))].toSorted(),
    hosts: host === null ? [] : [host],
    sources: source === null ? [] : [source],
    ...(commands === null ? {} : { commands }),
    workspace,
    intent,
    given: { session, approval, at },
  });
  // A star in a name would let the rule fit others too.
  const isWide = [tool, host, source].some((name) => name?.includes('*'));
  if (made.success && !isWide) return succeed(made.data);
  const sentence = `This call of ${tool} cannot be allowed for good, because a rule cannot name exactly what it does; answer for this call or this session.`;
  return fail(rookError('invalid_value', sentence));
}

function isSame(one: RuleWords, other: RuleWords): boolean {
  return fingerprint(one) === fingerprint(other);
}

function fingerprint({ id: _id, given: _given, ...words }: RuleWords): string {
  return JSON.stringify(Object.entries(words).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function freeId(rules: UserRules['rules'], words: RuleWords): string {
  const taken = new Set(rules.map((rule) => rule.words.id));
  for (let attempt = 0; ; attempt += 1) {
    const hash = createHash('sha256')
      .update(`${attempt}${fingerprint(words)}`)
      .digest('hex');
    const id = `r-${hash.slice(0, 8)}`;
    if (!taken.has(id)) return id;
  }
}

function hasList(text: string): boolean {
  const properties = readSettingsProperties(text);
  return properties.ok && properties.value.some(({ name }) => name === 'rules');
}
