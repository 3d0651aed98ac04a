import { expect, it } from 'vitest';

import type { Difference } from '../edits/compare-surveys.ts';
import type { FileStamp } from '../ports/file-table.ts';
import { sortOutMoved, type Judged } from './find-moved-here.ts';

const LOOKED = 100_000;

function stampOf(inode: number, changed: number): FileStamp {
  return { size: 2_000_000, mode: 0o10_0644, inode, modified: 1, changed };
}

const judged = (difference: Difference): Judged => ({ difference, counts: true, canCount: false });
const GONE = judged({ path: 'old', before: stampOf(5, 50_000), after: null });

/** What becomes of `old`, whose bytes nobody holds, and of a new file with its number, size and time that was made then. */
function sortOut(born: number): readonly Difference[] {
  const workspace = { birthOf: () => ({ inode: 5, born, names: 1 }) };
  const made = judged({ path: 'new', before: null, after: stampOf(5, LOOKED + 10) });
  return sortOutMoved(workspace, [GONE, made], { looked: LOOKED, isHeld: () => false });
}

it('E-28 takes the old bytes of a file that was moved from where it lies now', () => {
  expect(sortOut(40_000)).toMatchObject([{ path: 'old', movedTo: 'new' }, { path: 'new' }]);
  expect(sortOut(40_000)[1]).not.toHaveProperty('isMovedHere');
});

it('E-28 takes no bytes of another file that got the number of one that is gone, and takes it away from nobody', () => {
  const [old, other] = sortOut(LOOKED + 10);
  expect(old).not.toHaveProperty('movedTo');
  expect(other).toMatchObject({ path: 'new', isMovedHere: true });
});
