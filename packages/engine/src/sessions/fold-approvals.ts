import type { Entry, EntryOf, ReadEntry, TurnId } from '@rook/contract';

import { givesRight } from '../journal/gives-right.ts';
import type { Seal } from './seal.ts';

/** The questions of a session and what became of them. */
export interface ApprovalFold {
  readonly add: (read: ReadEntry) => void;
  readonly find: (id: string) => AskedApproval | undefined;
  /** The last question about a call. */
  readonly ofCall: (turn: TurnId, call: string) => AskedApproval | undefined;
  /** The oldest first. */
  readonly all: () => readonly AskedApproval[];
  /** Questions that nobody has answered, the oldest first. */
  readonly open: () => readonly EntryOf<'approval_requested'>[];
  /** Whether the turn goes on as soon as a person has answered, or has been answered and did not go on yet. */
  readonly isWaiting: (turn: TurnId) => boolean;
  /** Questions that were answered with yes for more than one call. */
  readonly granted: () => readonly EntryOf<'approval_requested'>[];
  /** What it knows of the code of the workspace. */
  readonly codeMark: () => { readonly changed: string | null; readonly approved: string | null };
}

export interface AskedApproval {
  readonly asked: EntryOf<'approval_requested'>;
  readonly answer: EntryOf<'approval_answered'> | null;
  /** Why it does not count any more; null: it does. */
  readonly voided: string | null;
  /** The call went on since. */
  readonly isUsed: boolean;
}

type Draft = { -readonly [Key in keyof AskedApproval]: AskedApproval[Key] };

/** `holds` says which entries give a right here. */
export function createApprovalFold(holds: Seal['holds']): ApprovalFold {
  const byId = new Map<string, Draft>();
  const byCall = new Map<string, Draft>();
  const all = () => [...byId.values()];
  /** When files were last changed since a person said yes to a run of code, and when that was. */
  let changed: string | null = null;
  let approved: string | null = null;

  function addEntry(entry: Entry): void {
    switch (entry.event_type) {
      case 'approval_requested': {
        // What somebody else was asked is nobody's to answer here.
        if (!givesRight(entry) || !holds(entry) || byId.has(entry.approval_id)) break;
        const draft: Draft = { asked: entry, answer: null, voided: null, isUsed: false };
        byId.set(entry.approval_id, draft);
        byCall.set(callKey(entry.turn_id, entry.tool_use_id), draft);
        break;
      }
      case 'approval_answered': {
        const draft = givesRight(entry) && holds(entry) ? byId.get(entry.approval_id) : undefined;
        // The first answer counts.
        if (draft?.voided === null) draft.answer ??= entry;
        if (draft?.answer === entry && agreesToCode(draft.asked, entry))
          [changed, approved] = [null, entry.timestamp];
        break;
      }
      case 'approval_voided': {
        const draft = givesRight(entry) ? byId.get(entry.approval_id) : undefined;
        if (draft !== undefined) draft.voided ??= entry.reason;
        break;
      }
      case 'tool_call_allowed':
      case 'tool_call_refused':
      case 'tool_call': {
        const draft = byCall.get(callKey(entry.turn_id, entry.tool_use_id ?? ''));
        if (draft !== undefined && draft.answer !== null) draft.isUsed = true;
        break;
      }
      case 'change_set_applied':
        changed = entry.timestamp;
        break;
      case 'command_started':
        // Files that git ignores are in no change set.
        if (entry.writes === true) changed = entry.timestamp;
        break;
      case 'turn':
        for (const draft of byId.values())
          if (draft.asked.turn_id === entry.turn_id) {
            draft.isUsed = true;
            if (draft.answer === null) draft.voided ??= 'The turn is over.';
          }
        break;
      default:
    }
  }

  return {
    add: (read) => {
      if (read.kind === 'known') addEntry(read.entry);
    },
    find: (id) => byId.get(id),
    ofCall: (turn, call) => byCall.get(callKey(turn, call)),
    all,
    open: () => all().flatMap((draft) => (isOpen(draft) ? [draft.asked] : [])),
    isWaiting: (turn) =>
      all().some((draft) => draft.asked.turn_id === turn && draft.voided === null && !draft.isUsed),
    codeMark: () => ({ changed, approved }),
    granted: () =>
      all().flatMap(({ asked, answer, voided }) =>
        voided === null && answer?.answer === 'yes' && answer.scope !== 'once' ? [asked] : [],
      ),
  };
}

/** Whether a person has to answer it. */
export function isOpen({ answer, voided, isUsed }: AskedApproval): boolean {
  return answer === null && voided === null && !isUsed;
}

/** A pattern that is kept makes code of the workspace of what it lets run, so that who keeps it has said yes to that. */
function agreesToCode(
  { runs_code: runs, adds_code: adds }: EntryOf<'approval_requested'>,
  { answer, scope }: EntryOf<'approval_answered'>,
): boolean {
  return answer === 'yes' && (runs === true || (adds === true && scope === 'always'));
}

function callKey(turn: string, call: string): string {
  return `${turn} ${call}`;
}
