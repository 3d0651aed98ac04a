import { writeSync } from 'node:fs';

import { previewRewind, rewindChanges } from '@rook/engine';

import { makeSetup } from '../make-change-set.ts';

/** Rewinds the newest change set and dies right before the step of the given number. */
const [rookHome = '', workspace = '', number = '0'] = process.argv.slice(2);
let steps = 0;
const watch = () => {
  steps += 1;
  if (steps === Number(number)) process.kill(process.pid, 'SIGKILL');
};
const setup = await makeSetup({ rookHome, workspace }, { watch });
const preview = await previewRewind(setup, { direction: 'rewind', cascade: false });
if (!preview.ok) throw new Error(preview.error.message);
const done = await rewindChanges(setup, {
  plan: preview.value,
  cascade: false,
  label: 'rook rewind',
  dryRun: false,
});
writeSync(1, done.ok ? 'done' : done.error.message);
