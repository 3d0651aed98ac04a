import { expect, it } from 'vitest';

import { matchBlock } from './match-block.ts';
import { askPlan, messageOf, outcomeOf } from './test-plan.ts';
import { indexLines } from './text-lines.ts';

function repeat(line: string, count: number): string[] {
  return Array.from({ length: count }, () => line);
}

it('E-02 explains a block that is missing in a file of equal lines without comparing all with all', () => {
  const file = `${repeat('same line', 100_000).join('\n')}\n`;
  const rows = [...repeat('same line', 3000), 'same lime'];
  const lines = [...rows.map((row) => `-${row}`), '+new'];
  const diff = `@@ -1,${rows.length} +1,1 @@\n${lines.join('\n')}\n`;
  for (const change of [{ edits: [{ search: `${rows.join('\n')}\n`, replace: 'new\n' }] }, { diff }]) {
    const [planned] = askPlan({ files: { 'a.ts': file }, changes: [{ path: 'a.ts', ...change }] }).files;
    expect(outcomeOf(planned)).toBe('not_found');
    expect(messageOf(planned)).toContain(
      'A near place is line 1; line 3001 is "same line" and was written as "same lime"',
    );
  }
});

it.each([1, 2])('E-02 finds all %i places in a file of nearly equal lines', (places) => {
  const block = [...repeat('  a', 49), '  b'];
  const file = repeat('', places).flatMap(() => repeat('\ta ', 15_000).concat('\tb'));
  const expected = file.flatMap((line, at) => (line === '\tb' ? [at - 49] : []));
  const found = matchBlock(indexLines(file.join('\n')), block);
  expect(found.map(({ line }) => line)).toEqual(expected);
  expect(found.every(({ shift, exact }) => shift.kind === 'other' && !exact)).toBe(true);
});

it('E-02 says which places a text has on lines of equal characters', () => {
  const file = `${'a'.repeat(200_000)}\nb\n${'a'.repeat(200_000)}\n`;
  const edits = [{ search: 'a'.repeat(100_000), replace: 'x' }];
  const [planned] = askPlan({ files: { 'a.ts': file }, changes: [{ path: 'a.ts', edits }] }).files;
  expect(outcomeOf(planned)).toBe('ambiguous');
  expect(messageOf(planned)).toContain('lines 1, 3.');
});
