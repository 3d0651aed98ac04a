import type { Entry, EntryOf } from '@rook/contract';

import { changeTurn, type ConversationDraft } from './conversation-draft.ts';
import type { ApprovalEnd, ApprovalView, StrayEnd, TurnView } from './conversation.ts';
import { readLongText } from './read-long-text.ts';

/** Questions and their answers. The first answer counts. */
export function foldApproval(draft: ConversationDraft, entry: Entry): void {
  switch (entry.event_type) {
    case 'approval_requested':
      ask(draft, entry);
      break;
    case 'approval_answered':
      close(draft, entry, { id: entry.approval_id, answer: readAnswer(entry), voided: null });
      break;
    case 'approval_voided':
      close(draft, entry, { id: entry.approval_id, answer: null, voided: entry.reason });
      break;
    default:
  }
}

export function readApproval(entry: EntryOf<'approval_requested'>): ApprovalView {
  return {
    id: entry.approval_id,
    seq: entry.seq,
    turn: entry.turn_id,
    call: entry.tool_use_id,
    question: beginSentence(entry),
    preview: entry.preview === undefined ? null : readLongText(entry.preview),
    rule: entry.rule ?? null,
    tool: entry.tool ?? null,
    effect: entry.effect ?? null,
    paths: entry.paths ?? [],
    host: entry.host ?? null,
    source: entry.source ?? null,
    command: entry.command === undefined ? null : readLongText(entry.command),
    patterns: entry.patterns ?? [],
    alsoAllows: entry.also_allows ?? [],
    runsCode: entry.runs_code === true,
    removes: entry.removes ?? [],
    scopes: entry.scopes ?? ['once'],
    // What somebody else was asked is nobody's to answer here.
    state: entry.imported === true ? 'voided' : 'open',
    answer: null,
    voided: entry.imported === true ? 'It came with an import.' : null,
  };
}

/** Its first half is written to stand behind others. Names of files, tools and programs stay as they are. */
function beginSentence({ question, tool, paths = [], command }: EntryOf<'approval_requested'>): string {
  const [word] = /^[a-z]+(?=[\s,])/u.exec(question) ?? [];
  if (word === undefined) return question;
  const programs = command === undefined ? [] : readLongText(command).text.split(/\W+/u);
  if ([tool, ...paths, ...programs].includes(word)) return question;
  return word.charAt(0).toUpperCase() + question.slice(1);
}

function readAnswer(entry: EntryOf<'approval_answered'>): ApprovalEnd {
  return { answer: entry.answer, scope: entry.scope, by: entry.by, reason: entry.reason ?? '' };
}

function ask(draft: ConversationDraft, entry: EntryOf<'approval_requested'>): void {
  const asked = readApproval(entry);
  changeTurn(draft, entry.turn_id, entry, (turn) =>
    turn.approvals.some(({ id }) => id === asked.id)
      ? turn
      : { ...turn, approvals: [...turn.approvals, asked] },
  );
}

function close(draft: ConversationDraft, entry: Entry, end: StrayEnd): void {
  const turn = draft.turns.findLast(({ approvals }) => approvals.some(({ id }) => id === end.id));
  if (turn === undefined || turn.id === null) {
    const { conversation } = draft;
    draft.conversation = { ...conversation, strayEnds: [...conversation.strayEnds, end] };
    return;
  }
  changeTurn(draft, turn.id, entry, (before) => closeApproval(before, end));
}

export function closeApproval(turn: TurnView, { id, answer, voided }: StrayEnd): TurnView {
  const approvals = turn.approvals.map((approval): ApprovalView => {
    if (approval.id !== id || approval.state !== 'open') return approval;
    return { ...approval, state: answer === null ? 'voided' : 'answered', answer, voided };
  });
  return { ...turn, approvals };
}
