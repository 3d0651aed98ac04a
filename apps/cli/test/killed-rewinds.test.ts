import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { previewRewind, rewindChanges } from '@rook/engine';
import { expect, it } from 'vitest';

import { dieInRewinds } from './die-at-step.ts';
import { makeChangeSet, makeSetup } from './make-change-set.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const BEFORE = { a: 'old a\n', from: 'moved\n', gone: 'gone\n', 'src/b': 'old b\n' };
const AFTER = { a: 'new a\n', 'made/deep/d': 'made\n', 'src/b': 'new b\n', to: 'moved\n' };

/** All files of the workspace but those of Rook, with what they hold. */
function tell({ workspace }: Sandbox): Readonly<Record<string, string>> {
  const names = readdirSync(workspace, { recursive: true, encoding: 'utf8' }).toSorted();
  const files = names.filter(
    (name) => !name.startsWith('.rook/') && statSync(join(workspace, name)).isFile(),
  );
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(workspace, name), 'utf8')]));
}

async function makeFive(): Promise<Sandbox> {
  const sandbox = makeSandbox();
  for (const [path, text] of Object.entries(BEFORE)) place(join(sandbox.workspace, path), text);
  await makeChangeSet(
    sandbox,
    { path: 'a', content: 'new a\n' },
    { path: 'src/b', content: 'new b\n' },
    { path: 'gone', delete: true },
    { path: 'made/deep/d', content: 'made\n' },
    { path: 'from', renameTo: 'to' },
  );
  return sandbox;
}

/** What the next process finds and makes of it; all of the rewind is there, or nothing is, and it can be done then. */
async function findHarm(sandbox: Sandbox): Promise<string | null> {
  const setup = await makeSetup(sandbox);
  const preview = await previewRewind(setup, { direction: 'rewind', cascade: false });
  if (!preview.ok) return preview.error.message;
  const found = JSON.stringify(tell(sandbox));
  if (found === JSON.stringify(BEFORE))
    return preview.value.target === null ? null : 'done, and not written down';
  if (found !== JSON.stringify(AFTER)) return `half: ${found}`;
  const order = { plan: preview.value, cascade: false, label: 'rook rewind', dryRun: false };
  const done = await rewindChanges(setup, order);
  if (!done.ok) return done.error.message;
  return JSON.stringify(tell(sandbox)) === JSON.stringify(BEFORE) ? null : 'rewound to something else';
}

it('E-16 E-28 killed at any step of a rewind of five files, all of it is there or nothing, and the next process goes on', async () => {
  // Every second step: the steps of one file follow each other, and five files make enough of them.
  const { harms, deaths } = await dieInRewinds({
    make: makeFive,
    judge: async (sandbox) =>
      (await findHarm(sandbox)) ?? (existsSync(join(sandbox.workspace, 'made')) ? 'a folder is left' : null),
    stride: 2,
  });
  expect(harms).toEqual([]);
  expect(deaths).toBeGreaterThan(8);
}, 180_000);
