import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { entriesOf, journalLines, startRook } from './ask-rook.ts';
import { commitAll, isRunning, PLAIN, runCommand } from './command-rook.ts';
import { dieAtStep } from './die-at-step.ts';
import { listAt, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

// Each starts several processes one after the other.
vi.setConfig({ testTimeout: 120_000 });

function read({ workspace }: Sandbox, path: string): string | null {
  const file = join(workspace, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Writes files that were changed long ago, so that nothing about them is doubtful. */
function placeOld({ workspace }: Sandbox, files: Readonly<Record<string, string | Uint8Array>>): void {
  const time = Date.now() / 1000 - 1000;
  for (const [path, content] of Object.entries(files)) {
    place(join(workspace, path), content);
    utimesSync(join(workspace, path), time, time);
  }
}

/** Kills the process of Rook when the command has done all that is named. */
async function killDuring(sandbox: Sandbox, command: string): Promise<number> {
  const rook = startRook(sandbox, ['command', 'run', `${command}; echo $$ > id; sleep 611`], { env: PLAIN });
  await vi.waitUntil(() => read(sandbox, 'id')?.endsWith('\n') === true, { timeout: 60_000 });
  rook.kill('SIGKILL');
  await rook.ended;
  const id = Number(read(sandbox, 'id'));
  expect(isRunning(id)).toBe(true);
  return id;
}

function setsOf(sandbox: Sandbox): readonly unknown[] {
  return entriesOf(journalLines(sandbox), 'change_set_applied');
}

/** The ends of commands of which nobody knows how they ended. */
function leftEnds(sandbox: Sandbox): readonly unknown[] {
  const ends = entriesOf(journalLines(sandbox), 'command_ended');
  return ends.filter((end) => valueAt(end, 'ended_by') === 'unknown');
}

/** Each file of the newest set, with how it is told of. */
function tellSet(sandbox: Sandbox): Readonly<Record<string, string>> {
  return Object.fromEntries(
    listAt(setsOf(sandbox).at(-1), 'files').map((file) => {
      const [before, after] = [valueAt(file, 'before_hash'), valueAt(file, 'after_hash')];
      const how = before === null ? 'new' : after === null ? 'gone' : 'changed';
      return [textAt(file, 'path'), valueAt(file, 'unkept') === undefined ? how : `${how}, lost`];
    }),
  );
}

/** All that lies beside the journals; nothing of a look may stay there. */
function leftLooks({ workspace }: Sandbox, prefix = 'look-'): readonly string[] {
  const names = readdirSync(join(workspace, '.rook', 'chats'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.includes(prefix));
}

const LARGE = new Uint8Array(1_500_000);

it('E-16 G-07 what a command did before Rook was killed is a change set that can be rewound', async () => {
  const sandbox = makeSandbox();
  placeOld(sandbox, { clean: 'clean\n', gone: LARGE, 'd/deep': 'deep\n', same: 'same\n' });
  commitAll(sandbox);
  placeOld(sandbox, { dirty: 'not in git\n', large: LARGE });
  const id = await killDuring(
    sandbox,
    'echo more >> clean; rm -r gone d; echo x >> dirty; echo x >> large; touch same; mkdir n; echo n > n/n',
  );
  expect(leftLooks(sandbox)).toHaveLength(1);
  const { stderr } = await runCommand(sandbox, 'true');
  expect(isRunning(id)).toBe(false);
  expect(tellSet(sandbox)).toEqual({
    clean: 'changed',
    'd/deep': 'gone',
    dirty: 'changed',
    gone: 'gone',
    id: 'new',
    large: 'changed, lost',
    'n/n': 'new',
  });
  const [set] = setsOf(sandbox);
  const [end] = leftEnds(sandbox);
  const changeSet = textAt(set, 'change_set_id');
  expect([valueAt(set, 'kind'), valueAt(set, 'recovered')]).toEqual(['by_command', true]);
  expect([valueAt(end, 'change_set_id'), valueAt(end, 'ended_by')]).toEqual([changeSet, 'unknown']);
  expect(valueAt(set, 'command_id')).toBe(valueAt(end, 'command_id'));
  expect(stderr).toContain(
    `Changed since it began, by it or by somebody else (${changeSet}): clean (changed), d/deep (gone), `,
  );
  expect(stderr).toContain('Cannot be rewound, because nobody has their content: large.');
  expect(leftLooks(sandbox)).toEqual([]);
  expect((await runRook(sandbox, ['changes', changeSet])).stdout).toContain('found after a crash');
  expect((await runRook(sandbox, ['rewind', changeSet, '--partial', '--yes'])).code).toBe(0);
  expect(['clean', 'gone', 'd/deep', 'dirty', 'n/n', 'id'].map((path) => read(sandbox, path))).toEqual([
    'clean\n',
    new TextDecoder().decode(LARGE),
    'deep\n',
    'not in git\n',
    null,
    null,
  ]);
  expect(statSync(join(sandbox.workspace, 'large')).size).toBe(LARGE.length + 2);
  expect(existsSync(join(sandbox.workspace, 'n'))).toBe(false);
});

it('E-16 G-07 old bytes come from git also where the command wrote another index and other attributes', async () => {
  const sandbox = makeSandbox();
  placeOld(sandbox, { one: 'one\n', two: 'two\n', three: 'three\n' });
  commitAll(sandbox);
  await killDuring(
    sandbox,
    'echo 1 > one; git rm -q two; git add -A; rm three; printf "* -text\\n" > .gitattributes',
  );
  await runCommand(sandbox, 'true');
  expect(tellSet(sandbox)).toEqual({
    '.gitattributes': 'new',
    id: 'new',
    one: 'changed',
    three: 'gone',
    two: 'gone',
  });
  expect(
    (await runRook(sandbox, ['rewind', textAt(setsOf(sandbox)[0], 'change_set_id'), '--yes'])).code,
  ).toBe(0);
  expect(['one', 'two', 'three'].map((path) => read(sandbox, path))).toEqual(['one\n', 'two\n', 'three\n']);
});

it('E-16 G-07 where the attributes of before are gone, git is not believed, and that is said', async () => {
  const sandbox = makeSandbox();
  placeOld(sandbox, { '.gitattributes': '*.txt filter=none\n', 'a.bin': 'a\n' });
  commitAll(sandbox);
  await killDuring(sandbox, 'rm .gitattributes a.bin');
  await runCommand(sandbox, 'true');
  expect(tellSet(sandbox)).toEqual({ '.gitattributes': 'gone, lost', 'a.bin': 'gone, lost', id: 'new' });
});

it('E-16 what somebody else wrote after the crash is not rewound without being named, and never lost', async () => {
  const sandbox = makeSandbox();
  placeOld(sandbox, { a: 'a\n', mine: 'mine\n' });
  commitAll(sandbox);
  await killDuring(sandbox, 'echo more >> a');
  writeFileSync(join(sandbox.workspace, 'mine'), 'my work of days\n');
  const bare = await runRook(sandbox, ['rewind', '--yes'], { env: PLAIN });
  expect(bare.code).toBe(1);
  expect(bare.stderr).toContain('was found after a crash');
  expect([read(sandbox, 'a'), read(sandbox, 'mine')]).toEqual(['a\nmore\n', 'my work of days\n']);
  const id = textAt(setsOf(sandbox)[0], 'change_set_id');
  // What is written after it was recorded stands in the way.
  writeFileSync(join(sandbox.workspace, 'mine'), 'later work\n');
  expect((await runRook(sandbox, ['rewind', id, '--yes'])).code).toBe(1);
  expect([read(sandbox, 'a'), read(sandbox, 'mine')]).toEqual(['a\nmore\n', 'later work\n']);
  expect((await runRook(sandbox, ['rewind', id, '--file', 'a', '--yes'])).code).toBe(0);
  expect([read(sandbox, 'a'), read(sandbox, 'mine')]).toEqual(['a\n', 'later work\n']);
});

it('E-16 G-07 a look that is damaged counts for nothing, and what is known without it is told', async () => {
  const sandbox = makeSandbox();
  placeOld(sandbox, { a: 'a\n' });
  await killDuring(sandbox, 'echo more >> a');
  const [look = ''] = leftLooks(sandbox);
  const file = join(sandbox.workspace, '.rook', 'chats', look);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(0, bytes.length - 1));
  const { stderr } = await runCommand(sandbox, 'true');
  expect(stderr).toContain(
    'Changed since it began, by it or by somebody else: a, id. Their old content was not kept',
  );
  expect(setsOf(sandbox)).toEqual([]);
  expect(leftLooks(sandbox)).toEqual([]);
});

it('E-16 G-07 nothing of a look stays when a command came to its end', async () => {
  const sandbox = makeSandbox();
  placeOld(sandbox, { a: 'a\n' });
  await runCommand(sandbox, 'echo more >> a');
  await runCommand(sandbox, 'exit 3');
  expect(leftLooks(sandbox)).toEqual([]);
  expect(valueAt(setsOf(sandbox)[0], 'recovered')).toBe(undefined);
  rmSync(join(sandbox.workspace, 'a'));
});

/** What is wrong after a process that looked after a killed command was killed at a step too; and whether it was. */
async function findHarm(step: number): Promise<{ readonly harm: string | null; readonly isKilled: boolean }> {
  const sandbox = makeSandbox();
  placeOld(sandbox, { clean: 'clean\n', gone: 'gone\n' });
  commitAll(sandbox);
  placeOld(sandbox, { dirty: 'not in git\n' });
  // It goes on when what it printed was noted: all of it, and no draft.
  const isNoted = 'until ls .rook/chats/*/*/output-*[0-9] > /dev/null 2>&1; do sleep 0.05; done';
  await killDuring(sandbox, `echo printed; echo more >> clean; rm gone; echo x >> dirty; ${isNoted}`);
  const isKilled = await dieAtStep('recover-and-die', sandbox, step);
  await runCommand(sandbox, 'true');
  const left = leftEnds(sandbox);
  const sets = setsOf(sandbox);
  const isNamed = valueAt(left[0], 'change_set_id') === valueAt(sets[0], 'change_set_id');
  const printed = valueAt(left[0], 'whole', 'bytes');
  const beside = leftLooks(sandbox).length + leftLooks(sandbox, 'output-').length;
  const facts = [sets.length, left.length, isNamed, printed, beside, tellSet(sandbox)];
  const right = [1, 1, true, 8, 0, { clean: 'changed', dirty: 'changed', gone: 'gone', id: 'new' }];
  const isRight = JSON.stringify(facts) === JSON.stringify(right);
  return { harm: isRight ? null : `step ${step}: ${JSON.stringify(facts)}`, isKilled };
}

it('E-16 G-07 killed once more at any step of looking after it: nothing is lost, and nothing is there twice', async () => {
  const ends: Awaited<ReturnType<typeof findHarm>>[] = [];
  while (ends.every(({ isKilled }) => isKilled)) {
    expect(ends.length).toBeLessThan(100);
    const steps = [1, 2, 3, 4].map((more) => ends.length + more);
    ends.push(...(await Promise.all(steps.map(async (step) => findHarm(step)))));
  }
  expect(ends.flatMap(({ harm }) => harm ?? [])).toEqual([]);
  expect(ends.filter(({ isKilled }) => isKilled).length).toBeGreaterThan(10);
}, 300_000);
