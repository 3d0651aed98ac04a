import { chmodSync, lstatSync, mkdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { entriesOf, journalLines } from './ask-rook.ts';
import { runCommand } from './command-rook.ts';
import { govern, INTENTS } from './intent-rook.ts';
import { jsonOf, listAt, textAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { place, type Sandbox } from './sandbox.ts';
import { act, ALL_CHANGES, fillWithLinks, SCRIPT, tellLinks } from './test-links.ts';

const HAS_LINKS = process.platform !== 'win32';

async function rewind(sandbox: Sandbox, ...words: readonly string[]): Promise<End> {
  return runRook(sandbox, [...words, '--yes']);
}

it.runIf(HAS_LINKS)(
  'E-16 links that a command made, led elsewhere and removed are a change set, which is rewound and made again',
  async () => {
    const sandbox = fillWithLinks();
    chmodSync(join(sandbox.workspace, 'file'), 0o640);
    const before = tellLinks(sandbox);
    await act(sandbox, ALL_CHANGES);
    const after = tellLinks(sandbox);
    expect(after).toMatchObject({
      current: '-> v2',
      dangling: '-> elsewhere',
      dir: '-> moved',
      file: '-> v2/a',
      made: '-> v1/a',
      'moved/in': '-> ../file',
      other: 'o',
    });
    const files = listAt(entriesOf(journalLines(sandbox), 'change_set_applied').at(-1), 'files');
    expect(files).toMatchObject([
      { path: 'current', before_link: true, after_link: true, added: 1, removed: 1 },
      { path: 'dangling', before_link: true, after_link: true },
      { path: 'dir', before_hash: null, after_link: true },
      { path: 'dir/deep/y', after_hash: null },
      { path: 'dir/in', before_link: true, after_hash: null },
      { path: 'dir/x', after_hash: null },
      { path: 'file', before_mode: 0o640, after_link: true },
      { path: 'made', before_hash: null, after_link: true },
      { path: 'moved/deep/y', before_hash: null },
      { path: 'moved/in', before_hash: null, after_link: true },
      { path: 'moved/x', before_hash: null },
      { path: 'other', before_link: true },
      { path: 'out', before_link: true, after_hash: null },
    ]);
    for (const file of files) expect(file).not.toHaveProperty('unkept');

    const shown = await runRook(sandbox, [
      'changes',
      textAt(jsonOf(await runRook(sandbox, ['changes', '--json'])), 'id'),
    ]);
    expect(shown.stdout).toContain('-symbolic link to v1\n+symbolic link to v2\n');
    const rehearsed = await runRook(sandbox, ['rewind', '--dry-run']);
    expect(rehearsed.stdout).toContain('+symbolic link to /nowhere/at/all');
    expect(tellLinks(sandbox)).toEqual(after);
    expect(await rewind(sandbox, 'rewind')).toMatchObject({ code: 0 });
    expect(tellLinks(sandbox)).toEqual(before);
    expect(lstatSync(join(sandbox.workspace, 'file')).mode & 0o777).toBe(0o640);
    expect(await rewind(sandbox, 'forward')).toMatchObject({ code: 0 });
    expect(tellLinks(sandbox)).toEqual(after);
    expect(await rewind(sandbox, 'rewind')).toMatchObject({ code: 0 });
    expect(tellLinks(sandbox)).toEqual(before);
  },
);

it.runIf(HAS_LINKS)('E-28 a link that somebody led elsewhere since stays, and is said to', async () => {
  const sandbox = fillWithLinks();
  await act(sandbox, 'ln -sfn v2 current; printf n > file');
  unlinkSync(join(sandbox.workspace, 'current'));
  symlinkSync('mine', join(sandbox.workspace, 'current'));
  const refused = await rewind(sandbox, 'rewind');
  expect(refused.code).toBe(1);
  expect(refused.stdout + refused.stderr).toContain('there now  symbolic link to mine');
  expect(tellLinks(sandbox)).toMatchObject({ current: '-> mine', file: 'n' });
  // A file, too, that says the same as a link.
  unlinkSync(join(sandbox.workspace, 'current'));
  place(join(sandbox.workspace, 'current'), 'symbolic link to v2\n');
  expect((await rewind(sandbox, 'rewind')).code).toBe(1);
  expect(tellLinks(sandbox)).toMatchObject({ current: 'symbolic link to v2\n', file: 'n' });
  // What is as it was before is done already.
  unlinkSync(join(sandbox.workspace, 'current'));
  symlinkSync('v1', join(sandbox.workspace, 'current'));
  expect((await rewind(sandbox, 'rewind')).code).toBe(0);
  expect(tellLinks(sandbox)).toMatchObject({ current: '-> v1', file: 'file\n' });
});

it.runIf(HAS_LINKS)(
  'E-28 a file that a link replaced by hand stands in the way of a rewind of the file',
  async () => {
    const sandbox = fillWithLinks();
    await act(sandbox, 'printf n > file');
    unlinkSync(join(sandbox.workspace, 'file'));
    symlinkSync('v1/a', join(sandbox.workspace, 'file'));
    const refused = await rewind(sandbox, 'rewind');
    expect(refused.code).toBe(1);
    expect(refused.stdout + refused.stderr).toContain('file is reached through a link now');
    expect(tellLinks(sandbox)).toMatchObject({ file: '-> v1/a', 'v1/a': 'v1/a\n' });
  },
);

it.runIf(HAS_LINKS)('E-16 names links to the model, and what only touches one changes nothing', async () => {
  const sandbox = fillWithLinks();
  place(join(sandbox.workspace, SCRIPT), 'ln -sfn v2 current; rm out; ln -s x made; rm file; ln -s x file');
  const run = await runCommand(sandbox, `sh ${SCRIPT}`);
  expect(run.stdout + run.stderr).toContain(
    'current (link leads elsewhere), file (a link now), made (new link), out (link gone).',
  );
  const again = await act(sandbox, 'ln -sfn v2 current; touch -h -d 2001-01-01 dangling');
  expect(again).toMatchObject({ changeSet: null });
});

it.runIf(HAS_LINKS)(
  'E-16 H-10 a link outside the scope of the intent is marked, and rewound only within it',
  async () => {
    const sandbox = fillWithLinks();
    govern(sandbox, INTENTS.replace('src/auth', 'v1'));
    const answer = await act(sandbox, 'ln -sfn v2 current; ln -s ../file v1/in', '--intent', 'INT-001');
    expect(textAt(answer, 'changeSet')).toMatch(/^cs-/u);
    const files = listAt(entriesOf(journalLines(sandbox), 'change_set_applied').at(-1), 'files');
    expect(files).toMatchObject([
      { path: 'current', out_of_scope: true },
      { path: 'v1/in', after_link: true },
    ]);
    const refused = await rewind(sandbox, 'rewind', '--intent', 'INT-001');
    expect(refused.code).toBe(1);
    expect(tellLinks(sandbox)).toMatchObject({ current: '-> v2', 'v1/in': '-> ../file' });
    // Where the link lies counts, not what it leads to.
    expect((await rewind(sandbox, 'rewind', '--file', 'v1/in', '--intent', 'INT-001')).code).toBe(0);
    expect(tellLinks(sandbox)).not.toHaveProperty('v1/in');
  },
);

it.runIf(HAS_LINKS)(
  'E-16 links in folders that gave way, and folders with links in the place of links, are rewound and made again',
  async () => {
    const sandbox = fillWithLinks();
    place(join(sandbox.workspace, 'sub/deep/z'), 'z\n');
    symlinkSync('../file', join(sandbox.workspace, 'sub/deep/in'));
    symlinkSync('file', join(sandbox.workspace, 'to-file'));
    const before = tellLinks(sandbox);
    await act(
      sandbox,
      [
        'rm -r dir sub current out dangling to-file; printf d > dir; ln -s v1 sub; mkdir -p current out dangling to-file/deep',
        'ln -s ../x current/a; ln -s x out/in; printf o > out/o; ln -s x dangling/in; ln -s x to-file/deep/in',
      ].join('; '),
    );
    const after = tellLinks(sandbox);
    expect(after).toMatchObject({
      dir: 'd',
      'current/a': '-> ../x',
      'out/o': 'o',
      'to-file/deep/in': '-> x',
    });
    for (const [word, state] of [
      ['rewind', before],
      ['forward', after],
      ['rewind', before],
    ] as const) {
      const done = await rewind(sandbox, word);
      expect([done.code, done.stderr]).toEqual([0, '']);
      expect(tellLinks(sandbox)).toEqual(state);
    }
  },
);

it.runIf(HAS_LINKS)('E-16 a link in the place of a file with the very text of it is rewound', async () => {
  const sandbox = fillWithLinks();
  const text = 'symbolic link to v1\n';
  place(join(sandbox.workspace, 'file'), text);
  chmodSync(join(sandbox.workspace, 'file'), 0o640);
  await act(sandbox, `ln -sfn v1 file; rm current; printf '${text.trimEnd()}\\n' > current`);
  expect(tellLinks(sandbox)).toMatchObject({ file: '-> v1', current: text });
  expect((await rewind(sandbox, 'rewind')).code).toBe(0);
  expect(tellLinks(sandbox)).toMatchObject({ file: text, current: '-> v1' });
  expect(lstatSync(join(sandbox.workspace, 'file')).mode & 0o777).toBe(0o640);
  expect((await rewind(sandbox, 'forward')).code).toBe(0);
  expect(tellLinks(sandbox)).toMatchObject({ file: '-> v1', current: text });
});

it.runIf(HAS_LINKS)(
  'E-16 a folder that a link to itself has the place of, and permissions of a file beside a link to it, are rewound',
  async () => {
    const sandbox = fillWithLinks();
    chmodSync(join(sandbox.workspace, 'file'), 0o640);
    const before = tellLinks(sandbox);
    await act(sandbox, 'rm -r dir; ln -s dir dir; chmod 750 file; ln -sfn file current');
    const after = tellLinks(sandbox);
    expect(after).toMatchObject({ dir: '-> dir', current: '-> file' });
    for (const [word, state, mode] of [
      ['rewind', before, 0o640],
      ['forward', after, 0o750],
    ] as const) {
      const done = await rewind(sandbox, word);
      expect([done.code, done.stderr]).toEqual([0, '']);
      expect(tellLinks(sandbox)).toEqual(state);
      expect(lstatSync(join(sandbox.workspace, 'file')).mode & 0o777).toBe(mode);
    }
  },
);

it.runIf(HAS_LINKS)("E-16 links in folders that are ignored are nobody's, as files are", async () => {
  const sandbox = fillWithLinks();
  mkdirSync(join(sandbox.workspace, 'node_modules'));
  place(join(sandbox.workspace, '.gitignore'), 'node_modules/\nsecret\n');
  const answer = await act(sandbox, 'ln -s ../v1 node_modules/x; ln -s v1 secret');
  expect(answer).toMatchObject({ changeSet: null });
});

it.runIf(HAS_LINKS)('G-03 a link that leads out is removed, and nothing is written through it', async () => {
  const sandbox = fillWithLinks();
  const removed = await runCommand(sandbox, 'rm out');
  expect(removed.code).toBe(0);
  expect(tellLinks(sandbox)).not.toHaveProperty('out');
  expect(await rewind(sandbox, 'rewind')).toMatchObject({ code: 0 });
  for (const line of ['rm out/x', 'echo x > out', 'rm out > out', 'rm out; echo x > out', 'tee out']) {
    const refused = await runCommand(sandbox, line);
    expect([line, refused.code]).toEqual([line, 1]);
    expect(refused.stdout + refused.stderr).toContain('outside the workspace');
  }
  expect(tellLinks(sandbox)).toMatchObject({ out: '-> /nowhere/at/all' });
});

it.runIf(HAS_LINKS)(
  'G-03 a folder with links that lead out is removed, and not by what only looks like rm',
  async () => {
    const sandbox = fillWithLinks();
    symlinkSync('/nowhere/at/all', join(sandbox.workspace, 'dir/out'));
    const before = tellLinks(sandbox);
    for (const line of ['rm -r dir', 'rm ./out', 'rm out && ls']) {
      expect([line, (await runCommand(sandbox, line)).code]).toEqual([line, 0]);
      expect((await rewind(sandbox, 'rewind')).code).toBe(0);
      expect(tellLinks(sandbox)).toEqual(before);
    }
    for (const line of [
      'rm() { tee "$1"; }; rm out',
      'alias rm=tee; rm out',
      'rm() { touch "$2"/*; }; rm -r dir',
      'PATH=. rm out',
      './rm out',
      'rm -r dir; touch dir/out',
      'chmod -R 700 dir',
    ]) {
      const refused = await runCommand(sandbox, line);
      expect([line, refused.code]).toEqual([line, 1]);
      expect(refused.stdout + refused.stderr).toContain('outside the workspace');
    }
    expect(tellLinks(sandbox)).toEqual(before);
  },
);

it.runIf(HAS_LINKS)('G-03 a link that leads out is removed by any spelling of its own name', async () => {
  const sandbox = fillWithLinks();
  symlinkSync('/nowhere/at/all', join(sandbox.workspace, 'dir/out'));
  const before = tellLinks(sandbox);
  for (const line of [`rm ${sandbox.workspace}/out`, '\\rm out', 'rm -rf dir/./out', 'env rm out']) {
    expect([line, (await runCommand(sandbox, line)).code]).toEqual([line, 0]);
    expect(tellLinks(sandbox)).not.toEqual(before);
    expect((await rewind(sandbox, 'rewind')).code).toBe(0);
    expect(tellLinks(sandbox)).toEqual(before);
  }
  for (const line of [
    'rm out/.',
    'rm -r out/./',
    'rm dir/./out; touch dir/./out',
    `rm ${sandbox.workspace}/out/x`,
    `\\rm out; touch ${sandbox.workspace}/out`,
    'env PATH=. rm out',
    'env() { tee "$2"; }; env rm out',
    'env rm out > out',
  ]) {
    const refused = await runCommand(sandbox, line);
    expect([line, refused.code]).toEqual([line, 1]);
    expect(refused.stdout + refused.stderr).toContain('outside the workspace');
  }
  expect(tellLinks(sandbox)).toEqual(before);
});
