import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { previewRewind, rewindChanges } from '@rook/engine';
import { expect, it } from 'vitest';

import { runJson } from './command-rook.ts';
import { dieInRewinds } from './die-at-step.ts';
import { makeSetup } from './make-change-set.ts';
import { textAt } from './read-output.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const BEFORE = ['a 644 a', 'b 640 b', 'c 644 c', 'd 600 d', 'e 755 e'];
const AFTER = ['a 755 a', 'b 600 b', 'c 444 C', 'd -', 'e 644 E'];
const COMMAND =
  'chmod 755 a; chmod 600 b; printf C > c; chmod 444 c; rm d; printf E > n; mv n e; chmod 644 e';

/** Each file with its permissions and what it holds. */
function tell({ workspace }: Sandbox): readonly string[] {
  return ['a', 'b', 'c', 'd', 'e'].map((name) => {
    const found = statSync(join(workspace, name), { throwIfNoEntry: false });
    if (found === undefined) return `${name} -`;
    return `${name} ${(found.mode & 0o777).toString(8)} ${readFileSync(join(workspace, name), 'utf8')}`;
  });
}

async function makeChanged(): Promise<Sandbox> {
  const sandbox = makeSandbox();
  for (const line of BEFORE) {
    const [name = '', mode = '', text = ''] = line.split(' ');
    place(join(sandbox.workspace, name), text);
    chmodSync(join(sandbox.workspace, name), Number.parseInt(mode, 8));
  }
  expect(textAt(await runJson(sandbox, COMMAND), 'changeSet')).toMatch(/^cs-/u);
  expect(tell(sandbox)).toEqual(AFTER);
  return sandbox;
}

/** What the next process makes of it; `given` are files to which somebody gave other permissions after the crash. */
async function findHarm(sandbox: Sandbox, given: readonly string[]): Promise<string | null> {
  for (const name of given) chmodSync(join(sandbox.workspace, name), 0o711);
  const setup = await makeSetup(sandbox);
  const preview = await previewRewind(setup, { direction: 'rewind', cascade: false });
  if (!preview.ok) return preview.error.message;
  const theirs = given.map((name) => `${name} 711 ${name}`);
  const others = (lines: readonly string[]) =>
    JSON.stringify(lines.filter((line) => !given.includes(line.slice(0, 1))));
  const now = tell(sandbox);
  if (!theirs.every((line) => now.includes(line))) return `not theirs any more: ${now.join(', ')}`;
  if (others(now) === others(BEFORE)) return null;
  if (others(now) !== others(AFTER)) return `half: ${now.join(', ')}`;
  if (given.length > 0)
    return preview.value.error?.code === 'conflict' ? null : 'their permissions are no conflict';
  const order = { plan: preview.value, cascade: false, label: 'rook rewind', dryRun: false };
  const done = await rewindChanges(setup, order);
  if (!done.ok) return done.error.message;
  return others(tell(sandbox)) === others(BEFORE)
    ? null
    : `rewound to something else: ${tell(sandbox).join()}`;
}

it.skipIf(process.platform === 'win32').each([
  ['', []],
  [', and somebody gives other permissions then', ['a']],
])(
  'E-16 E-28 killed at any step of a rewind of permissions%s, all of it is there or nothing, and the next process goes on',
  async (_then, given) => {
    const { harms, deaths } = await dieInRewinds({
      make: makeChanged,
      judge: async (sandbox, _step, isKilled) => (isKilled ? findHarm(sandbox, given) : null),
      most: 100,
    });
    expect(harms).toEqual([]);
    expect(deaths).toBeGreaterThan(8);
  },
  240_000,
);
