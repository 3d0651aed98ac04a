import type { Tighten } from '@rook/contract';

/** What remains of a value that a workspace asks for, beside the one that holds without it. */
export interface Tightened {
  readonly value: unknown;
  /** Set when anything of the wish was not heard. */
  readonly ignored?: string;
}

const SHOWN_CHARS = 80;

/** Never gives a value that is looser than `current`. */
export function tightenValue(tighten: Tighten, current: unknown, wanted: unknown): Tightened {
  switch (tighten.kind) {
    case 'lower':
      return asNumber(wanted) <= asNumber(current)
        ? { value: wanted }
        : { value: current, ignored: 'a workspace can only lower it' };
    case 'add':
      return addUpTo(tighten.most, asList(current), asList(wanted));
    case 'keep':
      return keepNarrower(current, wanted);
    case 'stricter': {
      const holds = tighten.order.findIndex((step) => step === current);
      const asked = tighten.order.findIndex((step) => step === wanted);
      return asked >= holds
        ? { value: wanted }
        : { value: current, ignored: `a workspace can only make it stricter (${tighten.order.join(', ')})` };
    }
    case 'taste':
      return { value: wanted };
  }
}

/** Null means no limit, and so does whatever is no number. */
function asNumber(value: unknown): number {
  return typeof value === 'number' ? value : Number.POSITIVE_INFINITY;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function addUpTo(most: number, current: readonly unknown[], wanted: readonly unknown[]): Tightened {
  const added = [...new Set(wanted)].filter((entry) => !current.includes(entry));
  const surplus = added.splice(Math.max(0, most - current.length));
  const value = [...current, ...added];
  if (surplus.length === 0) return { value };
  const first = String(surplus[0]).slice(0, SHOWN_CHARS);
  const ignored = `only ${most} entries fit, so the workspace's last ${surplus.length} are left out, from ${first} on`;
  return { value, ignored };
}

function keepNarrower(current: unknown, wanted: unknown): Tightened {
  if (!Array.isArray(wanted)) return { value: current, ignored: 'a workspace can only narrow it' };
  if (!Array.isArray(current)) return { value: wanted };
  const kept = wanted.filter((entry) =>
    current.some((beginning) => String(entry).startsWith(String(beginning))),
  );
  return kept.length === wanted.length
    ? { value: kept }
    : { value: kept, ignored: 'a workspace can only narrow it' };
}
