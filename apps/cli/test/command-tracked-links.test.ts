import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { entriesOf, journalLines, startRook } from './ask-rook.ts';
import { PLAIN } from './command-rook.ts';
import { listAt, textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';
import { act, SCRIPT, tellLinks, tellMoving } from './test-links.ts';

const HAS_LINKS = process.platform !== 'win32';

/** Git's index has paths as a whole: it is large with few files where each has a long one. */
const LONG = Array.from({ length: 12 }, () => 'l'.repeat(250)).join('/');
const LONG_FILES = 300;

/** What git has in a folder that is ignored: a link to a folder, and a file. */
function makeRepository({ isLarge = false } = {}): Sandbox {
  const sandbox = makeSandbox();
  const at = (path: string): string => join(sandbox.workspace, path);
  for (const [path, text] of Object.entries({ 'd/f': '1\n', f: 'f\n', 'ign/reg': 'x\n' }))
    place(at(path), text);
  place(at('.gitignore'), `ign/\n.rook/\n${SCRIPT}\nlong.sh\n`);
  symlinkSync('../d', at('ign/t'));
  mkdirSync(at('.rook'), { recursive: true });
  if (isLarge) for (let file = 0; file < LONG_FILES; file += 1) place(at(`${LONG}/f${file}`), 'l');
  const git = `git -C '${sandbox.workspace}' -c user.name=a -c user.email=a@b.example`;
  runTool(
    'sh',
    '-c',
    // Git has no use for an index in the second of which most files were written.
    `sleep ${isLarge ? 1.2 : 0.2}; ${git} init -q && ${git} add -A && ${git} add -f ign && ${git} commit -qm first`,
  );
  return sandbox;
}

const told = (
  sandbox: Sandbox,
  tell: (sandbox: Sandbox) => Readonly<Record<string, string>> = tellLinks,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(tell(sandbox)).filter(([path]) => /^(?:ign|moved)\b/u.test(path)));

async function step(sandbox: Sandbox, ...words: readonly string[]): Promise<void> {
  const done = await runRook(sandbox, [...words, '--yes']);
  expect([done.code, done.stderr]).toEqual([0, '']);
}

const BEFORE = { 'ign/reg': 'x\n', 'ign/t': '-> ../d' };

const CHANGES = [
  [
    'both are gone',
    'rm ign/t ign/reg',
    {},
    [
      { path: 'ign/reg', after_hash: null },
      { path: 'ign/t', before_link: true, after_hash: null },
    ],
  ],
  [
    'it leads elsewhere',
    'ln -sfn ../f ign/t',
    { 'ign/reg': 'x\n', 'ign/t': '-> ../f' },
    [{ path: 'ign/t', before_link: true, after_link: true }],
  ],
  [
    'a file is in its place',
    'rm ign/t; echo now > ign/t',
    { 'ign/reg': 'x\n', 'ign/t': 'now\n' },
    [{ path: 'ign/t', before_link: true }],
  ],
  [
    'a link is in the place of a file',
    'rm ign/reg; ln -s ../f ign/reg',
    { 'ign/reg': '-> ../f', 'ign/t': '-> ../d' },
    [{ path: 'ign/reg', after_link: true }],
  ],
  [
    'the folder was moved, and a link leads to it',
    'mv ign moved; ln -s moved ign',
    { ign: '-> moved', 'moved/reg': 'x\n', 'moved/t': '-> ../d' },
    [
      { path: 'ign', before_hash: null, after_link: true },
      { path: 'ign/reg', after_hash: null },
      { path: 'ign/t', before_link: true, after_hash: null },
      { path: 'moved/reg', before_hash: null },
      { path: 'moved/t', before_hash: null, after_link: true },
    ],
  ],
] as const;

it.runIf(HAS_LINKS).each(CHANGES)(
  'E-16 of a link that git has in an ignored folder it is seen, and rewound, that %s',
  async (_title, script, after, files) => {
    const sandbox = makeRepository();
    await act(sandbox, script);
    expect(told(sandbox)).toEqual(after);
    const set = listAt(entriesOf(journalLines(sandbox), 'change_set_applied').at(-1), 'files');
    expect(set).toMatchObject(files);
    for (const file of set) expect(file).not.toHaveProperty('unkept');
    await step(sandbox, 'rewind');
    expect(told(sandbox)).toEqual(BEFORE);
    await step(sandbox, 'forward');
    expect(told(sandbox)).toEqual(after);
    await step(sandbox, 'rewind');
    expect(told(sandbox)).toEqual(BEFORE);
  },
);

it.runIf(HAS_LINKS)(
  'E-16 links that git has in an ignored folder are seen, and rewound, where git looks too',
  async () => {
    const sandbox = makeRepository({ isLarge: true });
    // What was seen and noted in it is what git vouches for in those that follow.
    await act(sandbox, 'true');
    for (const [, script, after] of CHANGES) {
      const id = textAt(await act(sandbox, script), 'changeSet');
      expect(told(sandbox)).toEqual(after);
      await step(sandbox, 'rewind', id);
      expect(told(sandbox)).toEqual(BEFORE);
    }
  },
);

it.runIf(HAS_LINKS).each(CHANGES)(
  'E-16 of a link that git has in an ignored folder it is recovered that %s',
  async (_title, script, after) => {
    const sandbox = makeRepository();
    place(join(sandbox.workspace, SCRIPT), `${script}; sleep 613`);
    const rook = startRook(sandbox, ['command', 'run', `sh ${SCRIPT}`], { env: PLAIN });
    const isDone = (): boolean => JSON.stringify(told(sandbox, tellMoving)) === JSON.stringify(after);
    await vi.waitUntil(isDone, { timeout: 15_000 });
    rook.kill('SIGKILL');
    await rook.ended;
    expect((await runRook(sandbox, ['rewind', '--yes'])).stderr).toContain('found after a crash');
    const [id = ''] = /cs-\d+/u.exec((await runRook(sandbox, ['changes'])).stdout) ?? [];
    await step(sandbox, 'rewind', id);
    expect(told(sandbox)).toEqual(BEFORE);
    await step(sandbox, 'forward');
    expect(told(sandbox)).toEqual(after);
  },
);
