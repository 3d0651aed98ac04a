import type { Tighten } from '@rook/contract';

/** What remains of a value that a workspace asks for, beside the one that holds without it. */
export interface Tightened {
  readonly value: unknown;
  /** Set when anything of the wish was not heard. */
  readonly ignored?: string;
}

/** Never gives a value that is looser than `current`. */
export function tightenValue(tighten: Tighten, current: unknown, wanted: unknown): Tightened {
  switch (tighten.kind) {
    case 'lower':
      return asNumber(wanted) <= asNumber(current)
        ? { value: wanted }
        : { value: current, ignored: 'a workspace can only lower it' };
    case 'add':
      return { value: [...new Set([...asList(current), ...asList(wanted)])] };
    case 'keep':
      return keepCommon(current, wanted);
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

function keepCommon(current: unknown, wanted: unknown): Tightened {
  if (!Array.isArray(wanted)) return { value: current, ignored: 'a workspace can only narrow it' };
  if (!Array.isArray(current)) return { value: wanted };
  const common = wanted.filter((entry) => current.includes(entry));
  return common.length === wanted.length
    ? { value: common }
    : { value: common, ignored: 'a workspace can only narrow it' };
}
