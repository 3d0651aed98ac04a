import type { SessionItem } from '@rook/contract';

export interface SessionGroup {
  readonly name: string;
  readonly items: readonly SessionItem[];
}

/** Today, yesterday and earlier by the calendar of the person who looks; the order within stays. */
export function groupByDay(items: readonly SessionItem[], now: Date): readonly SessionGroup[] {
  const today = startOfDay(now, 0);
  const yesterday = startOfDay(now, -1);
  const name = ({ updated }: SessionItem): string => {
    const time = Date.parse(updated);
    if (time >= today) return 'Today';
    return time >= yesterday ? 'Yesterday' : 'Earlier';
  };
  return ['Today', 'Yesterday', 'Earlier']
    .map((group) => ({ name: group, items: items.filter((item) => name(item) === group) }))
    .filter((group) => group.items.length > 0);
}

function startOfDay(now: Date, days: number): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime();
}
