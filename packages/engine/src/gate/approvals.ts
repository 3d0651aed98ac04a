import { randomBytes } from 'node:crypto';

import type { ContentHash, EntryDraft, EntryOf, IntentId, RookError, TurnId } from '@rook/contract';

import type { CallPreview, Effect } from '../tools/tool.ts';
import { hostOf } from './host-names.ts';
import type { CommandFacts } from './rule.ts';

export type Scope = EntryOf<'approval_answered'>['scope'];
export type ApprovalDraft = Extract<EntryDraft, { event_type: 'approval_requested' }>;

/** What a person is asked: one effect of one call, and exactly what it would do. */
export interface Question {
  readonly turn: TurnId;
  readonly call: string;
  readonly tool: string;
  readonly effect: Effect;
  readonly rule: string;
  /** One sentence. */
  readonly text: string;
  /** Every path that it is about, after all links. */
  readonly paths: readonly string[];
  /** Those of them that would be gone afterwards. */
  readonly removes: readonly string[];
  readonly intent: IntentId | null;
  readonly preview: CallPreview;
  readonly contentHash: ContentHash;
  /** Of a line of shell: what a yes for longer would hold for, and how another yes is compared with it. */
  readonly command:
    | (Pick<CommandFacts, 'patterns' | 'isAllowedBy'> &
        Partial<Pick<CommandFacts, 'examples'>> & {
          readonly runsCode: boolean;
          /** What a yes for good keeps lets code of the workspace run. */
          readonly addsCode?: boolean;
        })
    | null;
  /** For how long a yes may hold. */
  readonly scopes: readonly Scope[];
}

export type ApprovalEnd =
  | { readonly kind: 'yes'; readonly id: string }
  | { readonly kind: 'no'; readonly id: string; readonly reason: string | null }
  /** The question is void, or could not be asked. */
  | { readonly kind: 'none'; readonly error: RookError }
  /** Nobody is there to be asked. */
  | { readonly kind: 'nobody' }
  /** The process ends before an answer came; the turn goes on when it comes. */
  | { readonly kind: 'waiting' };

/** How the gate asks a person. The question and its answer are entries, so any surface can draw and answer it. */
export interface Approvals {
  /** The yes for the rest of this session that holds for this question too; null: there is none. */
  standing(question: Question): string | null;
  /** Writes the question down and waits. One that this call asked before, in another process, is not asked again. */
  ask(question: Question, signal: AbortSignal): Promise<ApprovalEnd>;
  /** The question of this call that is open, or was answered and not used yet: by its hash. Null: there is none. */
  asked(turn: TurnId, call: string): ContentHash | null;
  /** A question of this call that is open, or was answered and not used, does not count any more. */
  withdraw(turn: TurnId, call: string, reason: string): Promise<void>;
  /** A yes that was not used, because what it was about has changed. */
  void(id: string, reason: string): Promise<void>;
}

export function createApprovalId(): string {
  return `ap-${randomBytes(4).toString('hex')}`;
}

export function requestEntry(id: string, question: Question): ApprovalDraft {
  const { turn, call, tool, effect, rule, text, paths, intent, preview, contentHash, scopes } = question;
  return {
    event_type: 'approval_requested',
    approval_id: id,
    turn_id: turn,
    tool_use_id: call,
    question: text,
    preview: preview.text,
    rule,
    tool,
    effect: effect.kind,
    paths: [...paths],
    ...(effect.kind === 'network' ? { host: hostOf(effect.url) ?? effect.url } : {}),
    ...(effect.kind === 'run' ? { source: effect.source } : {}),
    ...(effect.kind === 'command' ? commandFields(effect.command, question.command) : {}),
    intent_id: intent,
    ...(question.removes.length === 0 ? {} : { removes: [...question.removes] }),
    files: preview.files.map(({ path, before, after }) => ({
      path,
      before_hash: before,
      after_hash: after,
    })),
    content_hash: contentHash,
    scopes: [...scopes],
  };
}

function commandFields(
  text: string,
  command: Question['command'],
): Pick<ApprovalDraft, 'command' | 'patterns' | 'also_allows' | 'runs_code' | 'adds_code'> {
  const patterns = [...(command?.patterns ?? [])];
  const examples = [...(command?.examples ?? [])];
  return {
    command: text,
    patterns,
    ...(examples.length === 0 ? {} : { also_allows: examples }),
    ...(command?.runsCode === true ? { runs_code: true } : {}),
    ...(command?.addsCode === true && !command.runsCode ? { adds_code: true } : {}),
  };
}
