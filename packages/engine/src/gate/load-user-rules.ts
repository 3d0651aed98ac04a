import { succeed, type ContentHash, type Result } from '@rook/contract';

import { contentHash } from '../ports/content-hash.ts';
import type { OwnFile } from '../ports/own-file.ts';
import { NO_USER_RULES, readUserRules, unreadable, type UserRules } from './user-rules.ts';

/** Reads the file for each call, because a person may change it meanwhile, and prepares its rules only when it changed. */
export function createRulesReader(file: OwnFile): () => Promise<Result<UserRules>> {
  let kept: { readonly hash: ContentHash; readonly rules: Result<UserRules> } | null = null;
  return async () => {
    const read = await file.read();
    if (!read.ok) return unreadable(file.path, read.error.message.replace(/\.$/, ''));
    if (read.value === null) return succeed(NO_USER_RULES);
    const hash = contentHash(read.value);
    if (kept?.hash !== hash) kept = { hash, rules: readUserRules(file.path, read.value) };
    return kept.rules;
  };
}
