import { expect, it } from 'vitest';

import { describeForModel, describeProgress, type BatchProgress } from './batch-progress.ts';

const PROGRESS: BatchProgress = {
  number: 2,
  command: 'npm run lint',
  isOk: false,
  output: 'src/a.ts:4  unused variable\nExit code: 1',
  succeeded: 1,
  failed: 1,
  remaining: ['npm test', 'npm run build'],
};

it('G-13 says how far a batch is, in these words', () => {
  expect(describeProgress(PROGRESS)).toBe(
    [
      'Command 2/4 ✗',
      'npm run lint',
      '',
      'Output:',
      'src/a.ts:4  unused variable',
      'Exit code: 1',
      '',
      'Progress: ✓ 1 succeeded, ✗ 1 failed',
      'Remaining: npm test, npm run build',
    ].join('\n'),
  );
  expect(describeForModel('told', PROGRESS)).toMatch(/\nRemaining:\n1\. npm test\n2\. npm run build$/u);
});

it('G-12 G-13 what remains has a cap, for a person and for the model, which reads the next one whole', () => {
  const next = `printf 'a\nb' ${'x'.repeat(1000)}`;
  const long = `echo ${'y'.repeat(20_000)} end`;
  const progress = { ...PROGRESS, remaining: [next, ...Array<string>(49).fill(long)] };
  const forModel = describeForModel('told', progress);
  expect(forModel).toContain(`Remaining:\n1. ${next}\n2. echo yyy`);
  expect(forModel.endsWith('y end\nand 40 more')).toBe(true);
  const forPerson = describeProgress(progress);
  expect(forPerson.split('\n').at(-1)).toMatch(/^Remaining: printf 'a b' x+…x+, echo y.*, and 40 more$/u);
  expect(Math.max(forModel.length, forPerson.length)).toBeLessThan(5000);
});
