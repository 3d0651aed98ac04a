import type { EntryDraft } from '@rook/contract';

import { toNanodollars } from './money.ts';

export type BudgetEntry = Extract<EntryDraft, { event_type: 'budget_reserved' | 'budget_settled' }>;

/** The parts of a session that have a limit of their own. */
export interface SpendingPlace {
  readonly turn?: string;
  readonly run?: string;
}

/** What a session has spent, in nanodollars; nothing but a fold of its entries. */
export interface Purse {
  /** Counts one entry. The same one twice counts once. */
  apply(entry: BudgetEntry): void;
  /** Settled amounts, and reserved ones in full: a call whose process died may have cost all of it. */
  used(): number;
  usedIn(place: SpendingPlace): { readonly turn: number; readonly run: number };
}

interface Kept {
  counted: number;
  readonly turn: string | undefined;
  readonly run: string | undefined;
}

export function createPurse(): Purse {
  const reservations = new Map<string, Kept>();
  const turns = new Map<string, number>();
  const runs = new Map<string, number>();
  let total = 0;

  const count = (kept: Kept, amount: number): void => {
    const difference = amount - kept.counted;
    kept.counted = amount;
    total += difference;
    if (kept.turn !== undefined) turns.set(kept.turn, (turns.get(kept.turn) ?? 0) + difference);
    if (kept.run !== undefined) runs.set(kept.run, (runs.get(kept.run) ?? 0) + difference);
  };

  return {
    apply: (entry) => {
      const id = entry.reservation_id;
      const known = reservations.get(id);
      const kept = known ?? { counted: 0, turn: turnOf(entry), run: runOf(entry) };
      if (known === undefined) reservations.set(id, kept);
      const cost = entry.event_type === 'budget_reserved' ? entry.amount_usd : entry.usage.cost_usd;
      // A cost that nobody knows leaves what was reserved; a reservation that was counted is not made again.
      if (cost === null || (entry.event_type === 'budget_reserved' && known !== undefined)) return;
      count(kept, toNanodollars(cost));
    },
    used: () => total,
    usedIn: ({ turn, run }) => ({
      turn: turn === undefined ? 0 : (turns.get(turn) ?? 0),
      run: run === undefined ? 0 : (runs.get(run) ?? 0),
    }),
  };
}

function turnOf(entry: BudgetEntry): string | undefined {
  return entry.event_type === 'budget_reserved' ? entry.turn_id : undefined;
}

function runOf(entry: BudgetEntry): string | undefined {
  return entry.event_type === 'budget_reserved' ? entry.run_id : undefined;
}
