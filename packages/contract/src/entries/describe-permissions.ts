/** As in `permissions 644 → 755`, of a file that got others; null where they stayed. */
export function describePermissions(before: number | undefined, after: number | undefined): string | null {
  if (after === undefined) return null;
  return before === undefined
    ? `permissions ${digitsOf(after)}`
    : `permissions ${digitsOf(before)} → ${digitsOf(after)}`;
}

function digitsOf(mode: number): string {
  return mode.toString(8).padStart(3, '0');
}
