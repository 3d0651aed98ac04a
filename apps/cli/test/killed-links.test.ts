import { symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { startRook } from './ask-rook.ts';
import { PLAIN } from './command-rook.ts';
import { dieInRewinds } from './die-at-step.ts';
import { makeSetup } from './make-change-set.ts';
import { textAt } from './read-output.ts';
import { findHalf, rewindOnce } from './rewind-once.ts';
import { runRook } from './run-rook.ts';
import { place, type Sandbox } from './sandbox.ts';
import { act, ALL_CHANGES, fillWithLinks, SCRIPT, tellLinks, tellMoving } from './test-links.ts';

const HAS_LINKS = process.platform !== 'win32';
const BEFORE = {
  current: '-> v1',
  dangling: '-> none',
  'dir/deep/y': 'dir/deep/y\n',
  'dir/in': '-> ../file',
  'dir/x': 'dir/x\n',
  file: 'file\n',
  other: '-> v2',
  out: '-> /nowhere/at/all',
  'v1/a': 'v1/a\n',
  'v2/a': 'v2/a\n',
};
const AFTER = {
  current: '-> v2',
  dangling: '-> elsewhere',
  dir: '-> moved',
  file: '-> v2/a',
  made: '-> v1/a',
  'moved/deep/y': 'dir/deep/y\n',
  'moved/in': '-> ../file',
  'moved/x': 'dir/x\n',
  other: 'o',
  'v1/a': 'v1/a\n',
  'v2/a': 'v2/a\n',
};

async function makeChanged(): Promise<Sandbox> {
  const sandbox = fillWithLinks();
  expect(textAt(await act(sandbox, ALL_CHANGES), 'changeSet')).toMatch(/^cs-/u);
  expect(tellLinks(sandbox)).toEqual(AFTER);
  return sandbox;
}

const findHarm = async (sandbox: Sandbox): Promise<string | null> =>
  findHalf(sandbox, tellLinks, { before: BEFORE, after: [AFTER] });

/** Somebody leads a link elsewhere after the crash: it stays so, whatever becomes of the rest. */
async function findLoss(sandbox: Sandbox): Promise<string | null> {
  const mine = join(sandbox.workspace, 'current');
  try {
    unlinkSync(mine);
  } catch {
    // It lay aside in that moment.
  }
  symlinkSync('mine', mine);
  await rewindOnce(await makeSetup(sandbox));
  const { current } = tellLinks(sandbox);
  return current === '-> mine' ? null : `lost: ${current ?? 'gone'}`;
}

it.runIf(HAS_LINKS).each([
  // Not every step, because each takes a sandbox and three processes.
  ['all of it is there or nothing, and the next process goes on', findHarm, 2],
  ['a link that somebody leads elsewhere then is not lost', findLoss, 5],
] as const)(
  'E-16 E-28 killed at any step of a rewind of links: %s',
  async (_title, judge, stride) => {
    const { harms, deaths } = await dieInRewinds({
      make: makeChanged,
      judge: async (sandbox, _step, isKilled) => (isKilled ? judge(sandbox) : null),
      stride,
    });
    expect(harms).toEqual([]);
    expect(deaths).toBeGreaterThan(9);
  },
  600_000,
);

it.runIf(HAS_LINKS)('E-16 what a command did to links before Rook was killed is rewound too', async () => {
  const sandbox = fillWithLinks();
  place(join(sandbox.workspace, SCRIPT), `${ALL_CHANGES}; sleep 611`);
  const rook = startRook(sandbox, ['command', 'run', `sh ${SCRIPT}`], { env: PLAIN });
  await vi.waitUntil(() => tellMoving(sandbox)['dir'] === '-> moved', { timeout: 15_000 });
  rook.kill('SIGKILL');
  await rook.ended;
  expect((await runRook(sandbox, ['rewind', '--yes'])).stderr).toContain('found after a crash');
  const [id = ''] = /cs-\d+/u.exec((await runRook(sandbox, ['changes'])).stdout) ?? [];
  expect(await runRook(sandbox, ['rewind', id, '--yes'])).toMatchObject({ code: 0 });
  expect(tellLinks(sandbox)).toEqual(BEFORE);
});
