import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { entriesOf, journalLines } from './ask-rook.ts';
import { runJson } from './command-rook.ts';
import { textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const at = ({ workspace }: Sandbox, path: string): string => join(workspace, path);

function makeFiles(...paths: readonly string[]): Sandbox {
  const sandbox = makeSandbox();
  for (const path of paths) place(at(sandbox, path), `${path}\n`);
  return sandbox;
}

/** All files and folders but those of Rook. */
function namesIn({ workspace }: Sandbox): readonly string[] {
  const names = readdirSync(workspace, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => !name.startsWith('.rook')).toSorted();
}

const SETS: readonly (readonly [string, readonly string[], string, readonly string[], readonly string[]])[] =
  [
    ['a folder became a file', ['d/a', 'd/deep/b'], 'rm -rf d; echo file > d', ['d'], []],
    ['a file became a folder', ['lf'], 'rm lf; mkdir lf; echo x > lf/x', ['lf', 'lf/x'], []],
    ['a file became an empty folder', ['lf', 'o'], 'rm lf; mkdir lf; rm o', ['lf'], ['lf']],
    [
      'both, deeper, with others',
      ['s/d/a', 's/lf', 'o'],
      'rm -r s/d; echo f > s/d; rm s/lf; mkdir -p s/lf/in/none; echo x > s/lf/in/x; echo more >> o',
      ['o', 's', 's/d', 's/lf', 's/lf/in', 's/lf/in/none', 's/lf/in/x'],
      ['s/lf/in/none'],
    ],
  ];

it.each(SETS)(
  'E-16 %s by a command: rewind, forward and rewind again',
  async (_title, paths, command, after, isEmpty) => {
    const sandbox = makeFiles(...paths);
    const before = namesIn(sandbox);
    await runJson(sandbox, command);
    expect(namesIn(sandbox)).toEqual(after);
    const rehearsed = await runRook(sandbox, ['rewind', '--dry-run']);
    expect([rehearsed.code, namesIn(sandbox)]).toEqual([0, after]);
    const done = await runRook(sandbox, ['rewind', '--yes']);
    expect([done.code, done.stderr]).toEqual([0, '']);
    for (const line of rehearsed.stdout
      .split('\n')
      .filter((one) => /^(?:as before|removed|made|back) /u.test(one)))
      expect(done.stdout).toContain(line);
    expect(namesIn(sandbox)).toEqual(before);
    for (const path of paths) expect(readFileSync(at(sandbox, path), 'utf8')).toBe(`${path}\n`);
    expect((await runRook(sandbox, ['forward', '--dry-run'])).code).toBe(0);
    const again = await runRook(sandbox, ['forward', '--yes']);
    expect([again.code, again.stderr]).toEqual([0, '']);
    // A folder that held nothing is no part of a change set.
    expect(namesIn(sandbox)).toEqual(after.filter((path) => !isEmpty.includes(path)));
    expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
    expect(namesIn(sandbox)).toEqual(before);
    expect(entriesOf(journalLines(sandbox), 'change_set_refused')).toEqual([]);
  },
);

it('E-16 a file of somebody else in the new folder stays, and it is said what helps', async () => {
  const sandbox = makeFiles('lf', 'o');
  const id = textAt(await runJson(sandbox, 'rm lf; mkdir lf; echo x > lf/x; echo more >> o'), 'changeSet');
  place(at(sandbox, 'lf/deep/mine'), 'mine\n');
  for (const how of ['--dry-run', '--yes']) {
    const refused = await runRook(sandbox, ['rewind', how]);
    expect([refused.code, namesIn(sandbox)]).toEqual([1, ['lf', 'lf/deep', 'lf/deep/mine', 'lf/x', 'o']]);
    expect(refused.stdout).toContain('lf is a folder now, in which lf/deep');
    expect(refused.stdout).toMatch(/Remove lf\/deep(?:\/mine)? or move it away, then try again\./u);
    expect(refused.stderr).toContain(`\`rook rewind ${id} --partial\``);
  }
  rmSync(at(sandbox, 'lf/deep/mine'));
  // A folder is somebody's too.
  expect((await runRook(sandbox, ['rewind', '--yes'])).stdout).toContain('in which lf/deep stays');
  rmSync(at(sandbox, 'lf/deep'), { recursive: true });
  expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
  expect(readFileSync(at(sandbox, 'lf'), 'utf8')).toBe('lf\n');
});

it('E-16 an edit of the new file, or of a file in the new folder, stays', async () => {
  const sandbox = makeFiles('d/a', 'lf');
  await runJson(sandbox, 'rm -r d; echo file > d; rm lf; mkdir lf; echo x > lf/x');
  for (const path of ['d', 'lf/x']) {
    const old = readFileSync(at(sandbox, path), 'utf8');
    place(at(sandbox, path), 'mine\n');
    const refused = await runRook(sandbox, ['rewind', '--yes']);
    expect([refused.code, readFileSync(at(sandbox, path), 'utf8')]).toEqual([1, 'mine\n']);
    expect(refused.stdout).toContain(`${path} was made by the change set and changed since`);
    place(at(sandbox, path), old);
  }
  expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
  expect(namesIn(sandbox)).toEqual(['d', 'd/a', 'lf']);
});

it('E-16 one file of such a set alone is refused while the others are in its way', async () => {
  const sandbox = makeFiles('d/a', 'lf');
  const id = textAt(
    await runJson(sandbox, 'rm -r d; echo f > d; rm lf; mkdir lf; echo x > lf/x'),
    'changeSet',
  );
  for (const [file, words] of [
    ['d/a', 'Remove d or move it away'],
    ['lf', 'lf is a folder now, in which lf/x stays'],
  ] as const) {
    const refused = await runRook(sandbox, ['rewind', id, '--file', file, '--yes']);
    expect([refused.code, namesIn(sandbox)]).toEqual([1, ['d', 'lf', 'lf/x']]);
    expect(refused.stdout).toContain(words);
  }
});

it('E-16 a forward after a rewind leaves what somebody put into the folder that came back', async () => {
  const sandbox = makeFiles('d/a');
  await runJson(sandbox, 'rm -r d; echo file > d');
  expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
  mkdirSync(at(sandbox, 'd/own'));
  const refused = await runRook(sandbox, ['forward', '--yes']);
  expect([refused.code, namesIn(sandbox)]).toEqual([1, ['d', 'd/a', 'd/own']]);
  expect(refused.stdout).toContain('Remove d/own or move it away');
});

it.skipIf(process.platform !== 'linux')(
  'E-16 a folder that a command spelled anew: rewind and forward, unless somebody put something into it',
  async () => {
    const sandbox = makeFiles('Sub/a', 'Sub/deep/b', 'o');
    const before = namesIn(sandbox);
    await runJson(sandbox, 'mv Sub SUB; mv SUB/deep SUB/Deep; echo more >> o');
    const after = namesIn(sandbox);
    expect(after).toEqual(['SUB', 'SUB/Deep', 'SUB/Deep/b', 'SUB/a', 'o']);
    place(at(sandbox, 'SUB/mine'), 'mine\n');
    const refused = await runRook(sandbox, ['rewind', '--yes']);
    expect([refused.code, namesIn(sandbox)]).toEqual([1, [...after, 'SUB/mine'].toSorted()]);
    expect(refused.stdout).toContain('move away what stays in SUB first');
    rmSync(at(sandbox, 'SUB/mine'));
    for (const [words, names] of [
      [['rewind', '--dry-run'], after],
      [['rewind', '--yes'], before],
      [['forward', '--yes'], after],
      [['rewind', '--yes'], before],
    ] as const) {
      const done = await runRook(sandbox, words);
      expect([done.code, namesIn(sandbox)]).toEqual([0, names]);
    }
    for (const path of ['Sub/a', 'Sub/deep/b', 'o'])
      expect(readFileSync(at(sandbox, path), 'utf8')).toBe(`${path}\n`);
  },
);

it.skipIf(process.platform !== 'linux')(
  'E-16 a name that a command spelled anew: rewind and forward',
  async () => {
    const sandbox = makeFiles('lf', 'Sub/a');
    await runJson(sandbox, 'mv lf LF');
    for (const [words, names] of [
      [['rewind', '--dry-run'], ['LF']],
      [['rewind', '--yes'], ['lf']],
      [['forward', '--yes'], ['LF']],
      [['rewind', '--yes'], ['lf']],
    ] as const) {
      const done = await runRook(sandbox, words);
      expect([done.code, namesIn(sandbox), done.stderr]).toEqual([
        0,
        [...names, 'Sub', 'Sub/a'].toSorted(),
        done.stderr,
      ]);
    }
  },
);
