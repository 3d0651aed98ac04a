import { diffLines as referenceDiff } from 'diff';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { countChanges, diffLines } from './diff-lines.ts';
import { tokensOf } from './finish-text.ts';
import { previewChange } from './preview-change.ts';

const line = fc.constantFrom('a', 'b', 'c', '}', '', '  x');
const text = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'));

function count(before: string, after: string): { added: number; removed: number } {
  return countChanges(diffLines(tokensOf(before), tokensOf(after)));
}

it('E-07 counts added and removed lines as a reference diff does', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = referenceDiff(before, after);
      const sum = (kind: 'added' | 'removed'): number =>
        changes.filter((change) => change[kind]).reduce((total, change) => total + change.count, 0);
      expect(count(before, after)).toEqual({ added: sum('added'), removed: sum('removed') });
    }),
    { numRuns: 500 },
  );
});

it('E-07 hunks lead from the old lines to the new ones', () => {
  fc.assert(
    fc.property(fc.array(line), fc.array(line), (before, after) => {
      const hunks = diffLines(before, after);
      const built: string[] = [];
      let at = 0;
      for (const { oldStart, oldEnd, newStart, newEnd } of hunks) {
        built.push(...before.slice(at, oldStart), ...after.slice(newStart, newEnd));
        at = oldEnd;
      }
      expect([...built, ...before.slice(at)]).toEqual(after);
    }),
  );
});

it('E-07 stays correct where two files have nearly nothing in common', () => {
  const before = Array.from({ length: 4000 }, (_, index) => `old ${index % 3900}`);
  const after = Array.from({ length: 4000 }, (_, index) =>
    index % 100 === 0 ? `old ${index}` : `new ${index}`,
  );
  const { added, removed } = countChanges(diffLines(before, after));
  expect(added).toBe(removed);
  expect(added).toBeLessThanOrEqual(4000);
  expect(added).toBeGreaterThanOrEqual(3960);
});

it('E-07 counts a lost final line break as a changed line', () => {
  expect(count('a\nb\n', 'a\nb')).toEqual({ added: 1, removed: 1 });
});

it('E-07 shows a change as a unified diff within its limits', () => {
  const before = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join('\n');
  const preview = previewChange(
    'a.txt',
    Buffer.from(before),
    Buffer.from(before.replace('line 12', 'other')),
  );
  expect(preview).toBe(
    [
      '--- a/a.txt',
      '+++ b/a.txt',
      '@@ -9,7 +9,7 @@',
      ' line 9',
      ' line 10',
      ' line 11',
      '-line 12',
      '+other',
      ' line 13',
      ' line 14',
      ' line 15',
      '',
    ].join('\n'),
  );
  const cut = previewChange('a.txt', null, Buffer.from(before), { lines: 3, characters: 5 });
  expect(cut).toBe('--- /dev/null\n+++ b/a.txt\n@@ -0…\n+line…\n+line…\n… 29 more lines\n');
  expect(previewChange('a.bin', Buffer.from([0, 1]), null)).toContain('Binary files differ');
  expect(previewChange('a.txt', Buffer.from('a'), Buffer.from('a\n'))).toContain(
    '\\ No newline at end of file',
  );
});

it('E-24 shows the old name of a file that is renamed', () => {
  const [before, after] = [Buffer.from('a\n'), Buffer.from('b\n')];
  expect(previewChange('new.txt', before, after, undefined, 'old.txt')).toBe(
    '--- a/old.txt\n+++ b/new.txt\n@@ -1,1 +1,1 @@\n-a\n+b\n',
  );
});

it('E-24 lets no name of a file forge lines of the preview', () => {
  const path = 'a\n+++ b/safe.txt\r\u001b[2K\u2028\u202e.txt';
  const [first, second, third] = previewChange(path, Buffer.from('a\n'), null).split('\n');
  expect(first).toBe(String.raw`--- a/a\u000a+++ b/safe.txt\u000d\u001b[2K\u2028\u202e.txt`);
  expect([second, third]).toEqual(['+++ /dev/null', '@@ -1,1 +0,0 @@']);
  expect(previewChange(path, null, Buffer.from([0])).split('\n')).toHaveLength(4);
});
