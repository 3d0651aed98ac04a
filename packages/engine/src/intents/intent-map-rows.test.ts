import { array, assert, constantFrom, nat, property, record, uniqueArray } from 'fast-check';
import { expect, it } from 'vitest';

import { lineOf, mergeRows, readTables, WITHOUT_INTENT } from './intent-map-rows.ts';

const row = record({
  path: constantFrom('a', String.raw`b\|c`, String.raw`d \\ e`, 'f g', String.raw`\#`),
  changeSets: nat(9),
  takenBack: nat(3),
  added: nat(1000),
  removed: nat(1000),
  where: constantFrom('none', '1-2, 4', 'the file is gone', 'not known here'),
});
const rows = uniqueArray(row, { selector: ({ path }) => path });

it('H-29 reads the rows that it wrote', () => {
  assert(
    property(array(rows), (all) => {
      const tables = all.map((table, index) => ({ id: index === 0 ? null : `INT-${index}`, rows: table }));
      const text = tables.flatMap(({ id, rows: table }) => [
        `## ${id ?? WITHOUT_INTENT}${id === null ? '' : ' Name (DONE)'}`,
        '| file | change sets | added | removed | lines now |',
        '|---|--:|--:|--:|---|',
        ...table.map(lineOf),
      ]);
      for (const end of ['\n', '\r\n']) expect(readTables(text.join(end))).toEqual(tables);
    }),
  );
});

it('H-29 keeps older rows that count more change sets, and no others', () => {
  assert(
    property(rows, rows, (fresh, older) => {
      const [table] = mergeRows([{ id: 'INT-1', rows: fresh }], [{ id: 'INT-1', rows: older }]);
      const countOf = (all: typeof fresh, path: string) =>
        all.filter((one) => one.path === path).reduce((sum, one) => sum + one.changeSets + one.takenBack, 0);
      for (const { path } of fresh) expect(table?.rows.map((one) => one.path)).toContain(path);
      for (const one of table?.rows ?? []) {
        const isOld = countOf(older, one.path) > countOf(fresh, one.path);
        const source = (isOld ? older : fresh).find(({ path }) => path === one.path);
        expect(one).toEqual(isOld ? { ...source, where: 'not known here' } : source);
      }
    }),
  );
});
