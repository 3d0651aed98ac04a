import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { medianMemory, medianTimes, type Run } from './measure.ts';
import type { Measurement } from './measurement.ts';

const ROUNDS = 31;
const NEEDED_MAJOR = 24;

/** How long `rook --help` takes and what it holds, beside an empty program on the same Node. */
export function measureStartup(): Measurement[] {
  const node = process.execPath;
  const launcher = join(import.meta.dirname, '..', 'apps', 'cli', 'bin', 'rook.cjs');
  const empty: Run = [node, '-e', '0'];
  const help: Run = [node, launcher, '--help'];
  const [emptyTime = 0, helpTime = 0] = medianTimes([empty, help], ROUNDS);
  const [emptyMemory = 0, helpMemory = 0] = medianMemory([empty, help], 5);
  return [
    {
      name: 'rook --help, time',
      reference: 'node -e 0',
      unit: 'ms',
      measured: helpTime,
      against: emptyTime,
      limit: 2,
    },
    {
      name: 'rook --help, peak memory',
      reference: 'node -e 0',
      unit: 'KB',
      measured: helpMemory,
      against: emptyMemory,
      limit: 2,
    },
    ...measureOlderNode(launcher, empty),
  ];
}

/** From an older Node the launcher may cost one empty program of that Node more. */
function measureOlderNode(launcher: string, empty: Run): Measurement[] {
  const older = findOlderNode();
  if (older === undefined) {
    process.stdout.write('not measured: starting from an older Node, because this machine has none\n');
    return [];
  }
  const [emptyTime = 0, olderEmptyTime = 0, olderHelpTime = 0] = medianTimes(
    [empty, [older, '-e', '0'], [older, launcher, '--help']],
    ROUNDS,
  );
  return [
    {
      name: 'rook --help from an older Node, time',
      reference: '2 × node -e 0 and one of the older Node',
      unit: 'ms',
      measured: olderHelpTime,
      against: 2 * emptyTime + olderEmptyTime,
      limit: 1,
    },
  ];
}

function findOlderNode(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  return folders
    .map((folder) => join(folder, 'node'))
    .find((node) => {
      const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
      return status === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) < NEEDED_MAJOR;
    });
}
