import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runJson } from './command-rook.ts';
import { textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const PATHS = ['README', 'readme', 'Doc/a', 'doc/b', 'e\u0301', '\u00e9', 'in/X/Y/z', 'in/x/y/z'];

function contentsOf({ workspace }: Sandbox): Readonly<Record<string, string>> {
  const names = readdirSync(workspace, { recursive: true, encoding: 'utf8', withFileTypes: true });
  const files = names.filter((one) => one.isFile() && !one.parentPath.includes('.rook'));
  const paths = files.map(({ name, parentPath }) => join(parentPath, name)).toSorted();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

// Elsewhere the disk mostly takes such names for one.
it.skipIf(process.platform !== 'linux')(
  'E-16 names that differ only in how they are spelled come back where the disk tells them apart',
  async () => {
    const sandbox = makeSandbox();
    for (const path of PATHS) place(join(sandbox.workspace, path), `${path}\n`);
    const before = contentsOf(sandbox);
    expect(Object.keys(before)).toHaveLength(PATHS.length);
    const id = textAt(await runJson(sandbox, 'rm -r README readme Doc doc e\u0301 \u00e9 in'), 'changeSet');
    const rehearsed = await runRook(sandbox, ['rewind', id, '--dry-run']);
    expect([rehearsed.code, contentsOf(sandbox)]).toEqual([0, {}]);
    const rewound = await runRook(sandbox, ['rewind', id, '--yes']);
    expect([rewound.code, rewound.stderr, contentsOf(sandbox)]).toEqual([0, '', before]);
    expect((await runRook(sandbox, ['forward', '--yes'])).code).toBe(0);
    expect(contentsOf(sandbox)).toEqual({});
    for (const path of PATHS) {
      const one = await runRook(sandbox, ['rewind', id, '--yes', '--file', path]);
      expect([path, one.code, one.stderr]).toEqual([path, 0, '']);
    }
    expect(contentsOf(sandbox)).toEqual(before);
  },
);
