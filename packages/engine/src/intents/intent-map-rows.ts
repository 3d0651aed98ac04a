/** A row of the map as it stands in the file. */
export interface MapRow {
  /** Escaped for Markdown. */
  readonly path: string;
  readonly changeSets: number;
  readonly takenBack: number;
  readonly added: number;
  readonly removed: number;
  /** The lines that are there now, in words. */
  readonly where: string;
}

interface MapTable {
  /** Null: what was changed for no intent. */
  readonly id: string | null;
  readonly rows: readonly MapRow[];
}

export const WITHOUT_INTENT = 'Without an intent';
const ROW =
  /^\| (?<path>(?:\\.|[^\\|])+) \| (?<sets>\d{1,9})(?: \((?<back>\d{1,9}) taken back\))? \| (?<added>\d{1,9}) \| (?<removed>\d{1,9}) \| (?<where>[^|]*) \|$/u;

export function lineOf({ path, changeSets, takenBack, added, removed, where }: MapRow): string {
  const sets = takenBack === 0 ? `${changeSets}` : `${changeSets} (${takenBack} taken back)`;
  return `| ${path} | ${sets} | ${added} | ${removed} | ${where} |`;
}

/** The tables of a map that was written before. */
export function readTables(section: string): readonly MapTable[] {
  const tables: { readonly id: string | null; readonly rows: MapRow[] }[] = [];
  for (const line of section.split(/\r?\n/u)) {
    const heading = /^## (?<title>(?<id>\S+).*)$/u.exec(line)?.groups;
    if (heading !== undefined)
      tables.push({ id: heading['title'] === WITHOUT_INTENT ? null : (heading['id'] ?? null), rows: [] });
    const row = ROW.exec(line)?.groups;
    if (row === undefined) continue;
    const { path = '', sets, back = '0', added, removed, where = '' } = row;
    tables.at(-1)?.rows.push({
      path,
      changeSets: Number(sets),
      takenBack: Number(back),
      added: Number(added),
      removed: Number(removed),
      where,
    });
  }
  return tables;
}

/**
 * Change sets never become fewer, so that an older row which counts more of them knows of some that nothing here tells: it stays. Where
 * its lines are now is not known then.
 */
export function mergeRows(fresh: readonly MapTable[], older: readonly MapTable[]): readonly MapTable[] {
  const tables = new Map(
    fresh.map(({ id, rows }) => [id, new Map(rows.map((row) => [row.path, row]))] as const),
  );
  for (const { id, rows } of older)
    for (const row of rows) {
      const table = tables.get(id) ?? new Map<string, MapRow>();
      if (countOf(table.get(row.path)) >= countOf(row)) continue;
      tables.set(id, table.set(row.path, { ...row, where: 'not known here' }));
    }
  return [...tables]
    .map(([id, rows]) => ({ id, rows: [...rows.values()].toSorted((a, b) => compare(a.path, b.path)) }))
    .toSorted((a, b) => (a.id === null ? 1 : b.id === null ? -1 : compare(a.id, b.id)));
}

function countOf(row: MapRow | undefined): number {
  return row === undefined ? 0 : row.changeSets + row.takenBack;
}

export function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
