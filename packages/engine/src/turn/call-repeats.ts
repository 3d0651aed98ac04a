import { isTooDeep } from '../journal/json-depth.ts';

/** Counts how often a turn made the same call; what changes something begins the count anew. */
export interface CallRepeats {
  /** How often it was made before, this one not counted. */
  count(name: string, input: unknown): number;
  /** Something was changed, so the same call may bring something else. */
  changed(): void;
}

export function createCallRepeats(): CallRepeats {
  const counts = new Map<string, number>();
  return {
    count: (name, input) => {
      const key = `${name}\n${canonical(input)}`;
      const before = counts.get(key) ?? 0;
      counts.set(key, before + 1);
      return before;
    },
    changed: () => counts.clear(),
  };
}

/** The same for the same fields in another order. */
function canonical(input: unknown): string {
  if (isTooDeep(input)) return 'too deep';
  return (
    JSON.stringify(input, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ) ?? 'undefined'
  );
}
