import type {
  ApprovalAnswer,
  ChangeSetId,
  ContentHash,
  EntryOf,
  ErrorKind,
  IntentId,
  MessageId,
  TurnId,
  Usage,
} from '@rook/contract';

/** Text of an entry; where it was too large to be written there, its beginning, and where the whole is kept. */
export interface LongText {
  readonly text: string;
  readonly cut: CutText | null;
}

interface CutText {
  /** Null where it names no kept bytes. */
  readonly hash: ContentHash | null;
  readonly bytes: number;
}

/** A failure as a view shows it. */
export interface Failure {
  readonly code: string;
  readonly kind: ErrorKind;
  readonly message: string;
}

type TurnStatus = 'waiting' | 'running' | 'asks' | 'completed' | 'cancelled' | 'failed' | 'crashed';

/** One message of a person until its answer is settled. */
export interface TurnView {
  /** The same from the first entry to the last. */
  readonly key: string;
  /** Null while the message waits for its turn. */
  readonly id: TurnId | null;
  readonly messageId: MessageId | null;
  /** Of its first entry. */
  readonly seq: number;
  /** Null where the entry that says it is not among those that were read. */
  readonly question: LongText | null;
  readonly images: readonly KeptImage[];
  readonly files: readonly string[];
  /** What was said to it while it ran. */
  readonly steering: readonly Steering[];
  readonly status: TurnStatus;
  readonly isImported: boolean;
  /** It is about commands that a person chose. */
  readonly isBatch: boolean;
  readonly model: string | null;
  readonly asked: string;
  readonly started: string | null;
  readonly ended: string | null;
  /** Of the entry that settled it; -1: none has. */
  readonly endSeq: number;
  readonly rounds: readonly RoundView[];
  readonly activities: readonly ActivityView[];
  readonly changes: readonly ChangeView[];
  readonly commands: readonly CommandView[];
  readonly batches: readonly BatchView[];
  readonly approvals: readonly ApprovalView[];
  /** What a reply did wrong, as it was found. */
  readonly faults: readonly string[];
  readonly filesShown: number;
  /** As it was settled. */
  readonly answer: LongText | null;
  readonly usage: Usage | null;
  readonly failure: Failure | null;
}

interface KeptImage {
  readonly hash: ContentHash;
  readonly mediaType: string;
}

export interface Steering {
  readonly messageId: MessageId;
  readonly seq: number;
  readonly text: LongText;
}

/** One answer of the model, and what it said in it. */
export interface RoundView {
  readonly round: number;
  readonly seq: number;
  readonly text: LongText;
  readonly model: string;
  readonly finish: string;
  readonly usage: Usage | null;
  readonly leftOutTurns: number;
  readonly reply: ReplyView | null;
}

/** A structured reply, as far as it could be read. */
export interface ReplyView {
  readonly isComplete: boolean;
  readonly summary: LongText;
  readonly sections: readonly { readonly heading: string; readonly content: string }[];
  readonly todos: readonly string[];
  readonly commands: readonly { readonly command: string; readonly description: string }[];
  readonly nextSteps: readonly { readonly label: string; readonly text: string }[];
  readonly files: readonly string[];
  readonly problems: readonly string[];
}

/**
 * `refused`: a policy said no. `erred`: the model called wrongly. `failed`: it was tried and did not work. `stopped`: a
 * person stopped the turn. `left`: the turn was over before it was.
 */
export type ActivityState = 'running' | 'asks' | 'done' | 'refused' | 'erred' | 'failed' | 'stopped' | 'left';

/** One call of a tool. */
export interface ActivityView {
  readonly id: string;
  readonly parent: string | null;
  /** How many calls it is a part of. */
  readonly depth: number;
  readonly seq: number;
  readonly round: number;
  readonly name: string;
  readonly verb: string;
  readonly object: string;
  readonly input: unknown;
  readonly state: ActivityState;
  /** Of the file that it showed or wrote. */
  readonly hash: string | null;
  readonly exitCode: number | null;
  readonly milliseconds: number | null;
  readonly result: LongText | null;
  /** Where the result is only a part. */
  readonly whole: { readonly hash: ContentHash; readonly characters: number } | null;
  readonly failure: Failure | null;
  /** The rule that refused it, or what let it pass. */
  readonly by: string | null;
  /** False: its result came, and nothing had said that it began. */
  readonly hasStart: boolean;
}

/** A change set of the turn. */
export interface ChangeView {
  readonly id: ChangeSetId;
  readonly seq: number;
  readonly kind: EntryOf<'change_set_applied'>['kind'];
  readonly state: 'started' | 'applied' | 'refused';
  readonly files: readonly ChangedFile[];
  /** What is to be known before one relies on it: what cannot be rewound, what lies outside of the scope. */
  readonly warnings: readonly string[];
  readonly failure: Failure | null;
}

export interface ChangedFile {
  readonly path: string;
  readonly from: string;
  readonly added: number;
  readonly removed: number;
  /** Other permissions that it got, as in `permissions 644 → 755`; null where they stayed. */
  readonly permissions: string | null;
  readonly state: 'started' | 'applied' | 'refused' | 'skipped';
  readonly failure: Failure | null;
  /** 64 hex digits; null where it is gone. */
  readonly hash: string | null;
  /** The todos that it completes, from 0, in the list as it was then. */
  readonly closes: readonly number[];
}

export interface CommandView {
  readonly id: string;
  readonly seq: number;
  readonly command: LongText;
  readonly folder: string;
  readonly isBackground: boolean;
  readonly sandbox: string | null;
  readonly started: string;
  /** Null while it runs. */
  readonly end: CommandEndView | null;
}

export interface CommandEndView {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly endedBy: string;
  readonly output: LongText;
  readonly milliseconds: number;
  readonly whole: { readonly hash: ContentHash; readonly bytes: number; readonly dropped: number } | null;
  readonly isBinary: boolean;
  readonly leftBehind: number;
  readonly changeSet: ChangeSetId | null;
}

/** Several commands, one after the other. */
export interface BatchView {
  readonly seq: number;
  /** What was run or refused, or is about to be, in order. */
  readonly steps: readonly BatchStep[];
  /** What comes next, in order. */
  readonly queue: readonly string[];
  readonly verdicts: readonly Verdict[];
  /** How many steps were over when it went on after a question; what is said of it counts from there. */
  readonly stepsBefore: number;
  /** As they were chosen. */
  readonly commands: readonly string[];
  readonly end: {
    readonly by: EntryOf<'batch_ended'>['ended_by'];
    readonly succeeded: number;
    readonly failed: number;
    readonly left: readonly string[];
    readonly reason: string;
  } | null;
}

export interface BatchStep {
  /** Of the entry that asked for it. */
  readonly seq: number;
  /** The id of its call; null: the entry that says it is not among those that were read. */
  readonly call: string | null;
  readonly text: string;
  /** The id of the command; null: it was not begun. */
  readonly command: string | null;
  /** Null while it runs, or is asked about. */
  readonly isOk: boolean | null;
  /** Why it failed or was not run. */
  readonly problem: string;
}

export interface Verdict {
  /** So many steps were made before it. */
  readonly after: number;
  readonly decision: EntryOf<'batch_judged'>['decision'];
  readonly command: string;
  readonly reason: string;
}

export type ApprovalScope = NonNullable<ApprovalAnswer['scope']>;

/** A question that a person answers. */
export interface ApprovalView {
  readonly id: string;
  readonly seq: number;
  readonly turn: TurnId;
  readonly call: string;
  readonly question: string;
  /** With what looks like a secret taken out of it. */
  readonly preview: LongText | null;
  readonly rule: string | null;
  readonly tool: string | null;
  readonly effect: string | null;
  readonly paths: readonly string[];
  readonly host: string | null;
  readonly source: string | null;
  readonly command: LongText | null;
  readonly patterns: readonly string[];
  readonly alsoAllows: readonly string[];
  readonly runsCode: boolean;
  readonly removes: readonly string[];
  readonly scopes: readonly ApprovalScope[];
  readonly state: 'open' | 'answered' | 'voided';
  readonly answer: ApprovalEnd | null;
  /** Why it counts no more. */
  readonly voided: string | null;
}

export interface ApprovalEnd {
  readonly answer: 'yes' | 'no';
  readonly scope: ApprovalScope;
  readonly by: string;
  readonly reason: string;
}

/** What happened between turns. */
export interface SessionMark {
  readonly seq: number;
  readonly timestamp: string;
  readonly kind: 'rewind' | 'command' | 'history' | 'import' | 'repair' | 'ledger' | 'blobs';
  readonly text: string;
}

export interface Todo {
  readonly text: string;
  readonly isDone: boolean;
}

interface TodoList {
  readonly seq: number;
  readonly texts: readonly string[];
}

export type Mode = 'safe' | 'ask' | 'allow';

/** What entries say of a session, and nothing else; null where none of those that were read says it. */
export interface Conversation {
  readonly turns: readonly TurnView[];
  /** Those that were run outside a turn, the oldest first. */
  readonly commands: readonly CommandView[];
  readonly marks: readonly SessionMark[];
  readonly todos: readonly Todo[] | null;
  /** Every list of todos that was written, because a change names those that it completes by their place in one. */
  readonly todoLists: readonly TodoList[];
  /** The entry that the list comes from; -1: none. */
  readonly todosSeq: number;
  readonly title: { readonly text: string; readonly isByPerson: boolean } | null;
  /** As it was chosen for the session. */
  readonly mode: Mode | null;
  /** `id` null: none is selected. */
  readonly intent: { readonly id: IntentId | null } | null;
  readonly isLedgerDegraded: boolean | null;
  /** Entries of a kind or shape that this version does not know. */
  readonly unknown: number;
  /** Ends of questions that are not among the entries that were read. */
  readonly strayEnds: readonly StrayEnd[];
  readonly firstSeq: number | null;
  readonly lastSeq: number;
}

export interface StrayEnd {
  readonly id: string;
  readonly answer: ApprovalEnd | null;
  readonly voided: string | null;
}

export function emptyConversation(): Conversation {
  return {
    turns: [],
    commands: [],
    marks: [],
    todos: null,
    todoLists: [],
    todosSeq: -1,
    title: null,
    mode: null,
    intent: null,
    isLedgerDegraded: null,
    unknown: 0,
    strayEnds: [],
    firstSeq: null,
    lastSeq: -1,
  };
}
