import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { expect, it } from 'vitest';
import * as z from 'zod';

import { askPlan, md5, outcomeOf } from '../../src/edits/test-plan.ts';
import { createRandom, spoilBlocks, spoilDiff, spoilDiffLines, type SpoiledChange } from './spoil-change.ts';

/** Files before and after changes that were really made, from the history of this repository. */
const revisions = z
  .array(z.object({ path: z.string(), before: z.string(), after: z.string() }))
  .parse(
    JSON.parse(
      gunzipSync(readFileSync(join(import.meta.dirname, '../samples/revisions.json.gz'))).toString(),
    ),
  );

interface Tally {
  right: number;
  refused: number;
  readonly wrong: string[];
}

function judge(tallies: Map<string, Tally>, path: string, spoiled: SpoiledChange): void {
  const { mistake, before, after, change } = spoiled;
  const tally = tallies.get(mistake) ?? { right: 0, refused: 0, wrong: [] };
  tallies.set(mistake, tally);
  const hashes = { [path]: md5(before) };
  const [file] = askPlan({
    files: { [path]: before },
    changes: [change],
    hashes,
    options: { rule: 'disk' },
  }).files;
  if (file?.status === 'refused' || file?.status === 'skipped') tally.refused += 1;
  else if (after !== null && outcomeOf(file) === after) tally.right += 1;
  else tally.wrong.push(`${path}: ${JSON.stringify(change)}`);
}

function judgeAll(spoil: typeof spoilDiff): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  const random = createRandom(20_261_116);
  for (const revision of revisions) {
    for (const spoiled of spoil(revision, random)) judge(tallies, revision.path, spoiled);
  }
  return tallies;
}

function sumOf(tallies: ReadonlyMap<string, Tally>): number {
  return [...tallies.values()].reduce(
    (sum, { right, refused, wrong }) => sum + right + refused + wrong.length,
    0,
  );
}

it('E-13 applies real diffs with falsified hunk numbers rightly or refuses them, and none wrongly', () => {
  expect(revisions.length).toBeGreaterThanOrEqual(300);
  const tallies = judgeAll(spoilDiff);
  expect(sumOf(tallies) - revisions.length).toBeGreaterThanOrEqual(300);
  for (const [mistake, { wrong }] of tallies) expect(wrong, mistake).toEqual([]);
  // Wrong starts must not cost anything, for models rarely have them right.
  for (const mistake of [
    'right numbers',
    'starts a few lines off',
    'starts far off',
    'starts at random',
    'starts all 1',
  ]) {
    expect(tallies.get(mistake)?.right, mistake).toBeGreaterThanOrEqual(revisions.length * 0.95);
  }
});

it('E-13 applies real diffs with falsified lines rightly or refuses them, and none wrongly', () => {
  const tallies = judgeAll(spoilDiffLines);
  expect(sumOf(tallies)).toBeGreaterThanOrEqual(300);
  for (const [mistake, { wrong }] of tallies) expect(wrong, mistake).toEqual([]);
  for (const mistake of ['mark of kept blank lines lost', 'blanks after kept lines', 'lines wide']) {
    expect(tallies.get(mistake)?.right, mistake).toBeGreaterThanOrEqual(revisions.length * 0.8);
  }
});

it('E-22 applies real search/replace blocks with the mistakes of models rightly or refuses them, and none wrongly', () => {
  const tallies = judgeAll(spoilBlocks);
  expect(sumOf(tallies)).toBeGreaterThanOrEqual(300);
  for (const [mistake, { wrong }] of tallies) expect(wrong, mistake).toEqual([]);
  const goals: readonly [string, number][] = [
    ['none', 0.95],
    ['no final line break', 0.9],
    ['trailing blanks added', 0.85],
    ['indentation lost', 0.85],
    ['indented by two', 0.85],
    ['CRLF in the edit', 0.95],
    ['CRLF in the file', 0.95],
  ];
  for (const [mistake, share] of goals) {
    const { right = 0, refused = 0 } = tallies.get(mistake) ?? {};
    expect(right, mistake).toBeGreaterThanOrEqual((right + refused) * share);
  }
});
