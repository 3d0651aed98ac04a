import type { Result } from '@rook/contract';

/**
 * What was spent on a day, over all sessions and processes of one user. Money is in whole billionths of a US
 * dollar; null is an amount that nobody knows, which counts in no sum. What is neither null nor a whole number of at least 0
 * is refused. A sum that is too large to be exact is said as some number above every limit.
 */
export interface Spend {
  /**
   * In one step, whoever else does the same: looks whether the amount fits below the limit and, if it does, counts
   * it. It counts in full until it is settled, also when this process dies. Zero always fits. An id is reserved
   * once; the second time is refused.
   */
  reserve(reservation: SpendReservation): Promise<Result<SpendAnswer>>;
  /** Puts what it really was in the place of what was reserved; the last word counts. Refuses an unknown id. */
  settle(id: string, amount: number | null): Promise<Result<void>>;
  /** The sum of a day: settled amounts, and reserved ones in full. */
  used(day: string): Promise<Result<number>>;
}

export interface SpendReservation {
  readonly id: string;
  /** `YYYY-MM-DD` where the user is; a call that ends after midnight stays on the day it began. */
  readonly day: string;
  readonly amount: number | null;
  /** The most that the day may cost; null is no limit. */
  readonly limit: number | null;
}

export interface SpendAnswer {
  readonly fits: boolean;
  /** What the day had cost before. */
  readonly used: number;
}
