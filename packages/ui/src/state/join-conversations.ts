import { settleStatus } from './conversation-draft.ts';
import type { CommandView, Conversation, StrayEnd, TurnView } from './conversation.ts';
import { closeApproval } from './fold-approval.ts';

/** Puts older turns before newer ones, as if all of their entries had been folded at once. */
export function joinConversations(older: Conversation, newer: Conversation): Conversation {
  if (older.firstSeq === null) return newer;
  if (newer.firstSeq === null) return older;
  const { turns, taken } = joinTurns(older, newer);
  const closed = closeStray(endCommands(turns, newer.commands), newer.strayEnds);
  const title = newer.title !== null && (newer.title.isByPerson || older.title?.isByPerson !== true);
  return {
    turns: closed.turns.filter((turn) => !taken.has(turn)),
    commands: joinCommands(older, newer),
    marks: [...older.marks, ...newer.marks],
    todos: newer.todos ?? older.todos,
    todoLists: [...older.todoLists, ...newer.todoLists],
    todosSeq: Math.max(newer.todosSeq, older.todosSeq),
    title: title ? newer.title : older.title,
    mode: newer.mode ?? older.mode,
    intent: newer.intent ?? older.intent,
    isLedgerDegraded: newer.isLedgerDegraded ?? older.isLedgerDegraded,
    unknown: older.unknown + newer.unknown,
    strayEnds: [...older.strayEnds, ...closed.left],
    firstSeq: older.firstSeq,
    lastSeq: newer.lastSeq,
  };
}

/** A turn whose message was admitted among the older entries gets its question from there, and its place. */
function joinTurns(
  older: Conversation,
  newer: Conversation,
): { readonly turns: readonly TurnView[]; readonly taken: ReadonlySet<TurnView> } {
  const waiting = new Map(older.turns.flatMap((turn) => (turn.id === null ? [[turn.messageId, turn]] : [])));
  const taken = new Set<TurnView>();
  const turns = older.turns.map((turn) => {
    if (turn.id !== null) return turn;
    const begun = newer.turns.find(({ messageId }) => messageId !== null && messageId === turn.messageId);
    if (begun === undefined || !waiting.has(begun.messageId)) return turn;
    taken.add(begun);
    const { key, seq, question, images, files, asked, isBatch } = turn;
    return { ...begun, key, seq, question, images, files, asked, isBatch };
  });
  return { turns: placeBegun([...turns, ...newer.turns], taken), taken };
}

/** One that began later than turns behind its message stands behind those. */
function placeBegun(turns: readonly TurnView[], taken: ReadonlySet<TurnView>): readonly TurnView[] {
  const begunIds = new Set([...taken].map(({ id }) => id));
  const placed = [...turns];
  for (const turn of turns) {
    if (!begunIds.has(turn.id) || taken.has(turn)) continue;
    const behind = placed.findLastIndex((one) => isEarlier(one, turn));
    const place = placed.indexOf(turn);
    if (behind > place) placed.splice(behind, 0, ...placed.splice(place, 1));
  }
  return placed;
}

function isEarlier({ id: one }: TurnView, { id: other }: TurnView): boolean {
  if (one === null || other === null) return false;
  return one.length === other.length ? one < other : one.length < other.length;
}

/** An end that was read without its beginning finds it among the older entries. */
function joinCommands(older: Conversation, newer: Conversation): readonly CommandView[] {
  const ended = new Map(newer.commands.map((command) => [command.id, command.end]));
  const own = new Set(
    [...older.commands, ...older.turns.flatMap(({ commands }) => commands)].map(({ id }) => id),
  );
  return [
    ...older.commands.map((command) => ({ ...command, end: command.end ?? ended.get(command.id) ?? null })),
    ...newer.commands.filter(({ id }) => !own.has(id)),
  ];
}

function endCommands(turns: readonly TurnView[], ends: readonly CommandView[]): readonly TurnView[] {
  const ended = new Map(ends.map((command) => [command.id, command.end]));
  return turns.map((turn) =>
    turn.commands.some(({ id, end }) => end === null && ended.has(id))
      ? {
          ...turn,
          commands: turn.commands.map((one) => ({ ...one, end: one.end ?? ended.get(one.id) ?? null })),
        }
      : turn,
  );
}

function closeStray(
  turns: readonly TurnView[],
  ends: readonly StrayEnd[],
): { readonly turns: readonly TurnView[]; readonly left: readonly StrayEnd[] } {
  if (ends.length === 0) return { turns, left: [] };
  const left: StrayEnd[] = [];
  let closed = turns;
  for (const end of ends) {
    const place = closed.findLastIndex(({ approvals }) => approvals.some(({ id }) => id === end.id));
    const turn = closed[place];
    if (turn === undefined) left.push(end);
    else closed = closed.with(place, settleStatus(closeApproval(turn, end)));
  }
  return { turns: closed, left };
}
