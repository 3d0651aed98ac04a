import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runJson } from './command-rook.ts';
import { dieInRewinds } from './die-at-step.ts';
import { textAt } from './read-output.ts';
import { findHalf } from './rewind-once.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const BEFORE = ['a 444 a', 'b 400 b', 'c 644 c', 'd 555 d', 'm -', 'n -'];
const AFTER = ['a -', 'b -', 'c 644 C', 'd -', 'm 444 m', 'n 500 n'];
const COMMAND = 'rm -f a b d; printf C > c; printf m > m; chmod 444 m; printf n > n; chmod 500 n';

/** Each file with its permissions and what it holds. */
function tell({ workspace }: Sandbox): readonly string[] {
  return ['a', 'b', 'c', 'd', 'm', 'n'].map((name) => {
    const found = statSync(join(workspace, name), { throwIfNoEntry: false });
    if (found === undefined) return `${name} -`;
    return `${name} ${(found.mode & 0o777).toString(8)} ${readFileSync(join(workspace, name), 'utf8')}`;
  });
}

async function makeChanged(): Promise<Sandbox> {
  const sandbox = makeSandbox();
  for (const line of BEFORE) {
    const [name = '', mode = '', text] = line.split(' ');
    if (text === undefined) continue;
    place(join(sandbox.workspace, name), text);
    chmodSync(join(sandbox.workspace, name), Number.parseInt(mode, 8));
  }
  expect(textAt(await runJson(sandbox, COMMAND), 'changeSet')).toMatch(/^cs-/u);
  expect(tell(sandbox)).toEqual(AFTER);
  return sandbox;
}

it.skipIf(process.platform === 'win32')(
  'E-16 E-28 killed at any step of a rewind of read-only files, all of it is there or nothing, and the next process goes on',
  async () => {
    const { harms, deaths } = await dieInRewinds({
      make: makeChanged,
      judge: async (sandbox, _step, isKilled) =>
        isKilled ? findHalf(sandbox, tell, { before: BEFORE, after: [AFTER] }) : null,
      most: 100,
    });
    expect(harms).toEqual([]);
    expect(deaths).toBeGreaterThan(8);
  },
  240_000,
);
