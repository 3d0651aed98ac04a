import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { commitAll, PLAIN } from './command-rook.ts';
import { runRook, type End } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

/** Longer than what is made right before a command is taken for made by it. */
const LONG_BEFORE_MILLISECONDS = 2500;
const SCRIPT = 'act.sh';

async function fill(script: string): Promise<Sandbox> {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, '.gitignore'), 'build/\nlocal.*\n');
  place(join(sandbox.workspace, SCRIPT), script);
  place(join(sandbox.workspace, 'seen/file'), 'seen\n');
  symlinkSync('file', join(sandbox.workspace, 'seen/link'));
  commitAll(sandbox);
  for (const path of ['build/a', 'build/deep/b', 'local.txt'])
    place(join(sandbox.workspace, path), `${path}\n`);
  symlinkSync('a', join(sandbox.workspace, 'build/link'));
  mkdirSync(join(sandbox.folder, 'outside'));
  place(join(sandbox.folder, 'outside/far'), 'far\n');
  await wait(LONG_BEFORE_MILLISECONDS);
  return sandbox;
}

async function run(sandbox: Sandbox): Promise<End> {
  return runRook(sandbox, ['command', 'run', `sh ${SCRIPT}`, '--set', 'commands.sandbox=off'], {
    env: PLAIN,
  });
}

function read({ workspace }: Sandbox, path: string): string | null {
  const file = join(workspace, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

it.skipIf(process.platform === 'win32')(
  'E-28 what a command moved there from where nobody looked is not taken away by a rewind, and that is said at once',
  async () => {
    const sandbox = await fill(
      'mv build out; mv ../outside in; mv out/a alone; echo n > new; cp -p alone copy',
    );
    const told = await run(sandbox);
    expect(told.stderr).toContain(
      'Cannot be rewound, because they were there before, and were moved from where nobody looked, such as an ignored folder: alone, in/far, out/deep/b, out/link.',
    );
    const listed = await runRook(sandbox, ['changes']);
    expect(listed.stdout).toContain('(4 of them cannot be rewound)');
    const refused = await runRook(sandbox, ['rewind', '--yes']);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('alone cannot be rewound')]);
    expect(await runRook(sandbox, ['rewind', '--yes', '--partial'])).toMatchObject({ code: 0 });
    expect(['alone', 'in/far', 'out/deep/b', 'new', 'copy'].map((path) => read(sandbox, path))).toEqual([
      'build/a\n',
      'far\n',
      'build/deep/b\n',
      null,
      null,
    ]);
  },
);

it.skipIf(process.platform === 'win32')(
  'E-28 an ignored file that a command gave another name has its own again after a rewind, as one that counts has',
  async () => {
    const sandbox = await fill('mv local.txt shown; mv seen moved');
    expect((await run(sandbox)).stderr).not.toContain('Cannot be rewound');
    expect(await runRook(sandbox, ['rewind', '--yes'])).toMatchObject({ code: 0 });
    expect(
      ['local.txt', 'shown', 'seen/file', 'seen/link', 'moved/file'].map((path) => read(sandbox, path)),
    ).toEqual(['local.txt\n', null, 'seen\n', 'seen\n', null]);
  },
);

it.skipIf(process.platform === 'win32')(
  'E-16 E-28 a file that nobody holds and that a command only moved goes back, ignored or not',
  async () => {
    const sandbox = await fill(
      'mv large moved; mv local.bin shown; mv other there; echo more >> there; mv seen/file f; echo m >> f',
    );
    const large = new Uint8Array(1_500_000).fill(7);
    for (const name of ['large', 'local.bin', 'other']) writeFileSync(join(sandbox.workspace, name), large);
    await wait(LONG_BEFORE_MILLISECONDS);
    const told = await run(sandbox);
    expect(told.stderr).toContain(
      'Cannot be rewound, because nobody has their content from before or after: other.',
    );
    expect(told.stderr).toContain('local.bin (gone)');
    expect(await runRook(sandbox, ['rewind', '--yes', '--partial'])).toMatchObject({ code: 0 });
    for (const name of ['large', 'local.bin'])
      expect(readFileSync(join(sandbox.workspace, name)).equals(large)).toBe(true);
    expect(['moved', 'f', 'seen/file'].map((path) => read(sandbox, path))).toEqual([null, null, 'seen\n']);
    // What was written into it since cannot be told from what it held.
    expect(read(sandbox, 'there')).toHaveLength(large.length + 'more\n'.length);
  },
);

it.skipIf(process.platform === 'win32')(
  'E-28 a further name that a command gave a file is not said to have been moved there',
  async () => {
    const sandbox = await fill('ln seen/file twin; ln build/a other; mv build/deep/b b; ln b c');
    const told = await run(sandbox);
    expect(told.stderr).toContain('such as an ignored folder: b, c.');
    const refused = await runRook(sandbox, ['rewind', '--file', 'twin', '--yes']);
    expect(refused.stderr).toContain('twin has a second name (a hard link)');
    expect([read(sandbox, 'twin'), read(sandbox, 'seen/file')]).toEqual(['seen\n', 'seen\n']);
  },
);
