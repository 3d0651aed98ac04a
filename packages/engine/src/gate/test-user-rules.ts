import { intentIdSchema, succeed, type Result } from '@rook/contract';

import { UNGOVERNED } from '../intents/governance.ts';
import { createFakeOwnFile } from '../ports/fakes/fake-own-file.ts';
import type { OwnFile } from '../ports/own-file.ts';
import type { CallFacts, TargetFacts } from './rule.ts';
import { readUserRules, type UserRules } from './user-rules.ts';

export const RULES_PATH = '/ada/.rook/rules.json';
export const WORKSPACE = '/ada/work';
export const INTENT = intentIdSchema.parse('INT-001');

/** The rules of a file with these in it. */
export function rulesOf(...rules: readonly unknown[]): Result<UserRules> {
  return readUserRules(RULES_PATH, bytesOf(JSON.stringify({ rules })));
}

export function rulesFile(text: string): OwnFile {
  return createFakeOwnFile(RULES_PATH, bytesOf(text));
}

export async function textOf(file: OwnFile): Promise<string> {
  const read = await file.read();
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    read.ok && read.value !== null ? read.value : bytesOf(''),
  );
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A call of `edit` in the workspace of the tests, in mode ask, unless said otherwise. */
export function factsOf(
  userRules: Result<UserRules>,
  facts: Partial<CallFacts> & { readonly paths?: readonly (string | Partial<TargetFacts>)[] } = {},
): CallFacts {
  const { paths = ['docs/a.md'], ...others } = facts;
  const targets = paths.map((path) => targetOf(path));
  const effect = { kind: 'write', paths: targets.map(({ named }) => named) } as const;
  return {
    tool: 'edit',
    effect,
    mode: 'ask',
    autoEdits: false,
    targets: others.effect?.kind === 'network' ? [] : targets,
    repeats: 0,
    userRules,
    intent: null,
    governance: UNGOVERNED,
    workspace: WORKSPACE,
    command: null,
    ...others,
  };
}

function targetOf(path: string | Partial<TargetFacts>): TargetFacts {
  const given = typeof path === 'string' ? { named: path } : path;
  const named = given.named ?? '';
  const located = succeed({ path: named, kind: 'file' as const, bytes: 1 });
  return { named, located, ignored: null, looksSecret: false, isProtected: false, isOwn: false, ...given };
}
