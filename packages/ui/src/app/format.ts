/** Words for numbers and times, the same everywhere. */
export function showCost(dollars: number): string {
  if (dollars > 0 && dollars < 0.01) return '<$0.01';
  return `$${dollars.toFixed(2)}`;
}

/** Today a time of the clock, this year a day, otherwise a date. */
export function showWhen(timestamp: string, now: Date = new Date()): string {
  const time = new Date(timestamp);
  if (Number.isNaN(time.getTime())) return '';
  if (time.toDateString() === now.toDateString())
    return time.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  const isThisYear = time.getFullYear() === now.getFullYear();
  return time.toLocaleDateString(undefined, {
    month: 'short',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}

const AGES = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const;

/** As in `3s ago`. A clock that went back makes it now. */
export function showAge(timestamp: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(timestamp)) / 1000));
  if (Number.isNaN(seconds)) return '';
  const [name, length] = AGES.find(([, least]) => seconds >= least) ?? ['s', 1];
  return `${Math.floor(seconds / length)}${name} ago`;
}
