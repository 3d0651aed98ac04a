import type { IntentId, Result, RookError, SettingValues } from '@rook/contract';

import type { CommandJudgement } from '../commands/judge-command.ts';
import type { GovernanceFacts } from '../intents/governance.ts';
import type { LocatedPath } from '../ports/workspace.ts';
import type { Effect } from '../tools/tool.ts';
import type { RuledCommand } from './fit-user-rule.ts';
import type { UserRules } from './user-rules.ts';

/** One check at the door: pure and at once, over facts that were fetched before. One that throws refuses. */
export interface Rule {
  readonly name: string;
  readonly judge: (facts: CallFacts) => Verdict;
}

export type Verdict =
  /** Nothing against it. */
  | { readonly kind: 'pass' }
  /** A person has to say yes; the reason is a sentence without its end. */
  | {
      readonly kind: 'ask';
      readonly reason: string;
      readonly isProtected?: true;
      /** Which of the paths it is about. */
      readonly path?: string;
    }
  | { readonly kind: 'refuse'; readonly error: RookError; readonly path?: string };

/** What is known of a call when it is judged. */
export interface CallFacts {
  readonly tool: string;
  readonly effect: Effect;
  readonly mode: SettingValues['mode'];
  /** The user decided that edits which are verified, complete and of unprotected files need no question. */
  readonly autoEdits: boolean;
  /** Of each path that the call names. */
  readonly targets: readonly TargetFacts[];
  /** How often this turn has made the same call already, with nothing changed since. */
  readonly repeats: number;
  /** What the user wrote down in advance, or why that cannot be read. */
  readonly userRules: Result<UserRules>;
  /** What the work is for; null where no intent is selected. */
  readonly intent: IntentId | null;
  /** Whether changes need an intent here, and what the selected one allows. */
  readonly governance: GovernanceFacts;
  /** The real path of the workspace; null where there is none. */
  readonly workspace: string | null;
  /** What the policy says of a line of shell; null for every other effect. */
  readonly command: CommandFacts | null;
}

export interface CommandFacts extends RuledCommand {
  readonly judgement: CommandJudgement;
  /** The user decided that what the policy allows needs no question. */
  readonly auto: boolean;
  /** Why it is not known which files it would write, where nothing confines it, or which it would show; null where it is. */
  readonly unread: string | null;
  /** Of each path that its text names and that it would read. */
  readonly reads: readonly TargetFacts[];
  /** What a yes for longer would hold for; empty where it can hold for this call alone. */
  readonly patterns: readonly string[];
  /** What else a yes for longer would let run. */
  readonly examples: readonly string[];
  /** As what it was judged before it counted that the assistant has changed code which it runs; null where that does not count. */
  readonly unchanged: CommandJudgement | null;
  /** It would run code of the workspace if the list held these patterns alone. */
  readonly runsCodeBy: (patterns: readonly string[]) => boolean;
}

export interface TargetFacts {
  /** As the call names it. */
  readonly named: string;
  /** After all links. */
  readonly located: Result<LocatedPath>;
  /** By which rules the assistant has nothing to do with it. */
  readonly ignored: 'built_in' | 'settings' | 'gitignore' | null;
  readonly looksSecret: boolean;
  /** It is never changed without a question. */
  readonly isProtected: boolean;
  /** It lies where Rook keeps what is the user's own, such as rules and keys. */
  readonly isOwn: boolean;
}

export const PASS: Verdict = { kind: 'pass' };
