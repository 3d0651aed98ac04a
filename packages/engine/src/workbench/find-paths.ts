/** Paths whose letters come in the order of what was typed, the best first: names over folders, whole pieces over single letters. */
export function findPaths(paths: readonly string[], typed: string, limit: number): string[] {
  const wanted = typed.trim().toLowerCase().replaceAll('\\', '/');
  const found: { readonly path: string; readonly score: number }[] = [];
  for (const path of paths) {
    const score = wanted === '' ? -path.split('/').length : scoreOf(path.toLowerCase(), wanted);
    if (score !== null) found.push({ path, score });
  }
  return found
    .toSorted((a, b) => b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, limit)
    .map(({ path }) => path);
}

const WHOLE = 1000;
const IN_NAME = 500;

/** Null where it does not fit. */
function scoreOf(path: string, wanted: string): number | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith(wanted)) return WHOLE + IN_NAME + wanted.length - name.length / WHOLE;
  if (name.includes(wanted)) return IN_NAME + wanted.length;
  const whole = path.indexOf(wanted);
  if (whole !== -1) return IN_NAME / 2 + (whole === 0 || path[whole - 1] === '/' ? 1 : 0);
  let [at, runs, last] = [0, 0, -2];
  for (const letter of wanted) {
    const found = path.indexOf(letter, at);
    if (found === -1) return null;
    if (found !== last + 1) runs += 1;
    last = found;
    at = found + 1;
  }
  return -runs;
}
