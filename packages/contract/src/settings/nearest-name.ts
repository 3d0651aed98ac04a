/** The name that was most likely meant, or undefined when none is close. Case does not count. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase();
  const ending = names.filter((name) => name.toLowerCase().endsWith(`.${wanted}`));
  if (ending.length === 1) return ending[0];
  const limit = Math.max(1, Math.floor(typed.length * 0.4));
  const ranked = names
    .filter((name) => Math.abs(name.length - typed.length) <= limit)
    .map((name) => ({ name, steps: editSteps(wanted, name.toLowerCase()) }))
    .filter(({ steps }) => steps <= limit)
    .toSorted((a, b) => a.steps - b.steps);
  return ranked[0]?.name;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function editSteps(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_unused, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
