import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { askPlan, outcomeOf, showWhole, toDisk } from '../../src/edits/test-plan.ts';
import { spliceLines, splicedFile, textOf, writeChange } from './write-change.ts';

function plan(
  before: string,
  change: Record<string, unknown> | undefined,
): { refused: boolean; outcome: string } {
  const [file] = askPlan({ files: { 'a.ts': before }, changes: [{ path: 'a.ts', ...change }] }).files;
  return { refused: file?.status !== 'planned', outcome: outcomeOf(file) };
}

it.each(['content', 'lineOperations', 'edits', 'diff', 'patch'])(
  'E-22 what is planned from %s is what a plain splice makes of the file',
  (format) => {
    let planned = 0;
    fc.assert(
      fc.property(splicedFile, (file) => {
        const { refused, outcome } = plan(textOf(file.before), writeChange(file)[format]);
        if (refused) return;
        planned += 1;
        expect(outcome).toBe(textOf(file.after));
      }),
      { numRuns: 1500, seed: 8 },
    );
    // Most of the generated places stand several times in their file; those must be refused.
    expect(planned).toBeGreaterThan(format === 'content' || format === 'lineOperations' ? 700 : 100);
  },
);

it('E-09 no beginning of a patch plans anything but the whole of it', () => {
  fc.assert(
    fc.property(splicedFile, fc.nat(), (file, cut) => {
      const patch = String(writeChange(file)['patch']?.['patch']);
      const { refused, outcome } = plan(textOf(file.before), { patch: patch.slice(0, cut % patch.length) });
      expect(refused ? '' : outcome).toBe(refused ? '' : textOf(file.after));
    }),
    { numRuns: 3000, seed: 9 },
  );
});

it('E-09 no beginning of a diff plans a part of a hunk', () => {
  let planned = 0;
  fc.assert(
    fc.property(splicedFile, fc.nat(), (file, cut) => {
      const diff = String(writeChange(file)['diff']?.['diff']);
      const { refused, outcome } = plan(textOf(file.before), { diff: diff.slice(0, cut % diff.length) });
      if (refused) return;
      planned += 1;
      // A diff that ends between two hunks is a diff; that its reply was cut off shows in the reply.
      const whole = file.splices.map((_, index) =>
        textOf(spliceLines(file.before, file.splices.slice(0, index + 1))),
      );
      expect(whole).toContain(outcome);
    }),
    { numRuns: 4000, seed: 9 },
  );
  expect(planned).toBeGreaterThan(20);
});

it('E-25 any mutation of a file after it was shown is noticed, in every format', () => {
  const format = fc.constantFrom('content', 'lineOperations', 'edits', 'diff', 'patch');
  fc.assert(
    fc.property(splicedFile, fc.nat(), format, (file, place, kind) => {
      const before = textOf(file.before);
      const at = place % (before.length + 1);
      const mutated = `${before.slice(0, at)}~${before.slice(at)}`;
      const changes = [{ path: 'a.ts', ...writeChange(file)[kind] }];
      const shown = { 'a.ts': showWhole(toDisk(before)) };
      const { files } = askPlan({ files: { 'a.ts': mutated }, shown, changes });
      for (const { status } of files) expect(status).toBe('refused');
    }),
    { numRuns: 500 },
  );
});
