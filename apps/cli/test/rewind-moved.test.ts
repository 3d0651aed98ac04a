import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runJson } from './command-rook.ts';
import { listAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const at = ({ workspace }: Sandbox, path: string): string => join(workspace, path);

/** The contents of all plain files but those of Rook. */
function contentsIn({ workspace }: Sandbox): ReadonlySet<string> {
  const names = readdirSync(workspace, { recursive: true, encoding: 'utf8' });
  const files = names.filter(
    (name) => !name.startsWith('.rook') && lstatSync(join(workspace, name)).isFile(),
  );
  return new Set(files.map((name) => readFileSync(join(workspace, name), 'utf8')));
}

const leftOut = (printed: string): ReadonlySet<unknown> =>
  new Set(listAt(JSON.parse(printed.split('\n')[0] ?? ''), 'leftOut').map((file) => valueAt(file, 'path')));

it.skipIf(process.platform === 'win32').each([
  ['a link of yours to where it is now', 'mv d d2', ['d/n', 'd2/n'], { d: 'd2' }],
  ['a folder with something of yours', 'mv f g; mkdir f; echo x > f/x', ['f', 'f/x', 'g'], 'f/mine'],
  ['a chain of moves', 'mv g h; mv f g; mkdir f', ['f', 'g', 'h'], 'f/mine'],
  ['a link of yours to a link', 'mv d/n k; rm -r d', ['d/n', 'k'], { l: 'o', d: 'l' }],
] as const)(
  'E-16 --partial keeps what a command moved, where in its old place is %s',
  async (_title, command, stays, mine) => {
    const sandbox = makeSandbox();
    for (const path of ['d/n', 'f', 'o', ...(command.startsWith('mv g') ? ['g'] : [])])
      place(at(sandbox, path), `precious ${path}\n`);
    const before = contentsIn(sandbox);
    await runJson(sandbox, `${command}; echo more >> o; echo new > made`);
    if (typeof mine === 'string') place(at(sandbox, mine), 'mine\n');
    else for (const [name, target] of Object.entries(mine)) symlinkSync(target, at(sandbox, name));
    for (const how of ['--dry-run', '--yes']) {
      const partial = await runRook(sandbox, ['rewind', '--partial', how, '--json']);
      expect([partial.code, leftOut(partial.stdout)]).toEqual([0, new Set(stays)]);
    }
    for (const content of before) expect(contentsIn(sandbox)).toContain(content);
    expect(existsSync(at(sandbox, 'made'))).toBe(false);
    rmSync(at(sandbox, typeof mine === 'string' ? mine : 'd'));
    expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
    expect(contentsIn(sandbox)).toEqual(before);
  },
);

it.skipIf(process.platform === 'win32')(
  'E-16 where all of a set stays, it is refused, and nobody is sent to --partial',
  async () => {
    const sandbox = makeSandbox();
    place(at(sandbox, 'd/n'), 'precious\n');
    await runJson(sandbox, 'mv d d2');
    symlinkSync('d2', at(sandbox, 'd'));
    for (const words of [['--yes'], ['--yes', '--partial']]) {
      const refused = await runRook(sandbox, ['rewind', ...words]);
      expect([refused.code, readFileSync(at(sandbox, 'd2/n'), 'utf8')]).toEqual([1, 'precious\n']);
      expect(refused.stderr).not.toContain('--partial');
    }
  },
);
