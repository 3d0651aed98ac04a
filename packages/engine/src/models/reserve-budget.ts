import { randomUUID } from 'node:crypto';

import {
  fail,
  rookError,
  succeed,
  type EntryDraft,
  type Result,
  type SessionId,
  type TurnId,
  type Usage,
} from '@rook/contract';

import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Spend } from '../ports/spend.ts';
import { explainLimit, judgeLimits, limitOf, type BudgetLimits } from './budget-limits.ts';
import { localDay } from './local-day.ts';
import { toDollars, toNanodollars } from './money.ts';
import { createPurse, type BudgetEntry } from './purse.ts';

/** The money of one session and of all its sub-tasks: they are given the same one. */
export interface Budget {
  /**
   * Sets aside what the call can cost at most, before it is sent, or refuses: which limit it was, what is left,
   * how to raise it. Looking and setting aside is one step, so calls at the same time cannot spend the same money.
   */
  reserve(call: CallToReserve): Promise<Result<Reservation>>;
}

export interface CallToReserve {
  readonly model: string;
  /** In nanodollars; null when the price is not known. */
  readonly amount: number | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly insteadOf?: string;
  readonly place: CallPlace;
  /** Ends the waiting for the purse of the day. */
  readonly signal?: AbortSignal;
}

/** What the call counts for. Of a sub-task: the turn and the run of its parent, which it is a part of. */
export interface CallPlace {
  readonly turn?: TurnId;
  readonly run?: string;
  /** The session of the sub-task that makes the call. */
  readonly child?: SessionId;
}

export interface Reservation {
  readonly id: string;
  /** Puts what was really used in the place of what was reserved. Does not fail: until then it counts in full. */
  settle(usage: Usage): Promise<void>;
}

export interface BudgetSetup {
  readonly limits: () => BudgetLimits;
  readonly clock: Clock;
  readonly spend: Spend;
  /** Writes entries to the journal of the session and forces them to disk; without a session there is none. */
  readonly record?: (drafts: readonly EntryDraft[]) => Promise<Result<unknown>>;
  /** What the journal holds of earlier, in order. */
  readonly earlier?: Iterable<BudgetEntry>;
  /** What is typed in a terminal: `rook`. */
  readonly binary: string;
  readonly log?: Log;
}

export function createBudget(setup: BudgetSetup): Budget {
  const { spend, record, log, binary, clock } = setup;
  const purse = createPurse();
  for (const entry of setup.earlier ?? []) purse.apply(entry);

  const settleDay = async (id: string, amount: number | null): Promise<void> => {
    const settled = await spend.settle(id, amount);
    if (!settled.ok)
      log?.write('warn', `The day's purse keeps a call in full: ${settled.error.message}`, { id });
  };

  let leaveDayUntil = 0;
  /** A damaged purse of the day stops nobody who set no limit for the day; it is noted. One that others hold is left alone for a while. */
  const reserveDay = async (id: string, call: CallToReserve): Promise<Result<boolean>> => {
    const limit = limitOf(setup.limits(), 'budget.day');
    const { amount } = call;
    if (limit === null && clock.monotonic() < leaveDayUntil) return succeed(false);
    const answer = await spend.reserve({ id, day: localDay(clock.now()), amount, limit });
    if (!answer.ok && limit !== null) return answer;
    if (!answer.ok && answer.error.code === 'busy') leaveDayUntil = clock.monotonic() + LEAVE_MILLISECONDS;
    if (!answer.ok) log?.write('warn', `The day's purse counts nothing: ${answer.error.message}`, { id });
    if (!answer.ok || answer.value.fits) return succeed(answer.ok);
    const reached = {
      name: 'budget.day',
      limit: limit ?? 0,
      spent: answer.value.used,
      amount: amount ?? 0,
    } as const;
    return fail(explainLimit(reached, call, binary));
  };

  return {
    reserve: async (call) => {
      const id = randomUUID();
      const refusal = judgeLimits(purse, setup.limits(), call, binary);
      if (refusal !== null) return fail(refusal);
      const entry = reservedEntry(id, call);
      // In the same step as the look above: nothing waits in between.
      purse.apply(entry);
      const giveBack = () => purse.apply(settledEntry(id, UNUSED));

      // Others may hold the purse of the day for a while, and nobody waits for it once it is not wanted.
      const day = await unlessAborted(reserveDay(id, call), call.signal, async (late) => {
        if (late.ok && late.value) await settleDay(id, 0);
      });
      if (!day.ok) {
        giveBack();
        return day;
      }
      const written = await record?.([entry]);
      if (written?.ok === false) {
        giveBack();
        if (day.value) await settleDay(id, 0);
        // The journal keeps what it could not write and may write it later; then this must follow.
        await record?.([settledEntry(id, UNUSED)]);
        return fail(written.error);
      }
      const settle = async (usage: Usage): Promise<void> => {
        const settled = settledEntry(id, usage);
        purse.apply(settled);
        const { cost_usd: cost } = usage;
        if (day.value) await settleDay(id, cost === null ? call.amount : toNanodollars(cost));
        const kept = await record?.([settled]);
        if (kept?.ok === false) log?.write('warn', `A settlement waits: ${kept.error.message}`, { id });
      };
      return succeed({ id, settle });
    },
  };
}

/** Ends at once when the signal aborts; what comes after that goes to `late`. */
async function unlessAborted<Value>(
  waiting: Promise<Result<Value>>,
  signal: AbortSignal | undefined,
  late: (value: Result<Value>) => Promise<void>,
): Promise<Result<Value>> {
  if (signal === undefined) return waiting;
  const { promise, resolve } = Promise.withResolvers<null>();
  const stop = () => resolve(null);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const first = await Promise.race([waiting, promise]);
  signal.removeEventListener('abort', stop);
  if (first !== null) return first;
  void waiting.then(late);
  return fail(rookError('cancelled', 'The call was cancelled before it was sent.'));
}

/** How long nobody waits again for a purse that others held for so long that the wait was given up. */
const LEAVE_MILLISECONDS = 60_000;

const UNUSED: Usage = { input_tokens: 0, output_tokens: 0, cost_usd: 0 };

function reservedEntry(id: string, call: CallToReserve): BudgetEntry {
  const { model, amount, inputTokens, outputTokens, insteadOf, place } = call;
  return {
    event_type: 'budget_reserved',
    reservation_id: id,
    model,
    amount_usd: amount === null ? null : toDollars(amount),
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    ...(place.turn === undefined ? {} : { turn_id: place.turn }),
    ...(insteadOf === undefined ? {} : { instead_of: insteadOf }),
    ...(place.run === undefined ? {} : { run_id: place.run }),
    ...(place.child === undefined ? {} : { child_session_id: place.child }),
  };
}

function settledEntry(id: string, usage: Usage): BudgetEntry {
  const { estimated } = usage;
  return {
    event_type: 'budget_settled',
    reservation_id: id,
    usage,
    ...(estimated === true ? { estimated } : {}),
  };
}
