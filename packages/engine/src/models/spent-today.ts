import type { Clock } from '../ports/clock.ts';
import type { Spend } from '../ports/spend.ts';
import { localDay } from './local-day.ts';
import { toDollars } from './money.ts';

/** What this user has spent today, over all sessions; null where nobody can say. */
export async function spentToday(spend: Spend, clock: Pick<Clock, 'now'>): Promise<number | null> {
  const used = await spend.used(localDay(clock.now()));
  return used.ok ? toDollars(used.value) : null;
}
