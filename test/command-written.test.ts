import { expect, it } from 'vitest';

import { makeCommandRoom, type CommandRoom } from './command-room.ts';

function makeWritten(): CommandRoom {
  const room = makeCommandRoom('allow');
  for (const path of [
    'AGENTS.md',
    '.vscode/tasks.json',
    'src/tasks.json',
    'src/CLAUDE.md',
    'src/a.ts',
    'src/q',
    'other/x',
  ])
    room.put(path);
  return room;
}

/** Each writes a protected file that its words name. */
const GUARDED = [
  'sed -i s/x/y/ AGENTS.md',
  "sed -i '' s/x/y/ AGENTS.md",
  'sed -i s/x/y/ .vscode/*.json',
  'sed -ni.bak p src/a.ts AGENTS.md',
  "find . -name '*.md' -exec sed -i s/x/y/ {} +",
  'ls | xargs sed -i s/x/y/',
  'dd if=src/q of=AGENTS.md',
  'sort -o AGENTS.md src/q',
  'sort src/q -uoAGENTS.md',
  'link src/q GEMINI.md',
  "perl -pi -e 's/x/y/' AGENTS.md",
  'patch AGENTS.md src/q',
  'gzip AGENTS.md',
  'gzip -r .vscode',
  // An option that is begun, or stands behind one that is not known.
  'install --target-dir=.vscode src/tasks.json',
  'install --target-dir=. src/CLAUDE.md',
  'install src/CLAUDE.md .',
  'ln --target-dir=.vscode src/tasks.json',
  'mv --target-dir=.vscode src/tasks.json',
  'mv --t=. src/CLAUDE.md',
  'cp --target-dir .vscode src/tasks.json',
  'cp --target-dir=. src/CLAUDE.md',
  'cp -bt .vscode src/tasks.json',
  'cp -bt. src/CLAUDE.md',
  // Options end at the first word.
  'POSIXLY_CORRECT=1 chown 0 src/q --from AGENTS.md',
  'POSIXLY_CORRECT=1 install src/tasks.json -o .vscode',
  // A second name of a protected file: what is written to it is written to the file.
  'cp -l .vscode/tasks.json src/l',
  'cp -fl .vscode/tasks.json src/l',
  'cp --link .vscode/tasks.json src/l',
  'cp --li .vscode/tasks.json src/l',
  'cp -s ../.vscode/tasks.json src/l',
  'cp -al .vscode other/v',
  'cp -la src other/v',
  'cp -al src other/v',
  'cp -l .vscode/*.json other',
  'link .vscode/tasks.json src/l',
];

it.each(GUARDED)('G-06 H-24 asks in mode allow about %s', async (command) => {
  const room = makeWritten();
  expect((await room.decide(command)).allowed).toBe(false);
});

/** What `tee FILE` and `rm FILE` may do in this mode, these may. */
const FREE = [
  'sed -i s/x/y/ src/a.ts',
  'sed -i s/x/y/ src/*.ts',
  "sed -i '/x/d' src/a.ts",
  'sed -n /x/p AGENTS.md',
  'dd if=/dev/zero of=src/q count=1',
  'dd if=AGENTS.md of=/dev/null',
  'sort AGENTS.md',
  'sort -o src/q AGENTS.md',
  "perl -pi -e 's/x/y/' src/a.ts",
  'gzip -c AGENTS.md',
  'gzip src/q',
  'install src/tasks.json other',
  'install --target-dir=other src/tasks.json',
  'mv --target-dir=other src/tasks.json',
  'cp -bt other src/tasks.json',
  'cp -l src/a.ts other/a.ts',
  'cp .vscode/tasks.json src/q',
  'cp -b .vscode/tasks.json src/q',
  'cp -al other src/v',
  "grep -rl x src | xargs sed -n '/x/p'",
];

it.each(FREE)('G-06 runs %s in mode allow as it does tee of the same file', async (command) => {
  const room = makeWritten();
  expect((await room.decide('tee src/q')).allowed).toBe(true);
  expect(await room.decide(command)).toMatchObject({ allowed: true });
});

it.each([
  'ln -f ../src/tasks.json',
  'ln -sf ../src/tasks.json',
  'ln -df ../src/tasks.json',
  'ln -ft . ../src/tasks.json',
])('G-06 H-24 of %s the link that it makes where it runs counts as written', async (command) => {
  const { judgement } = await makeWritten().facts(command, '.vscode');
  expect(judgement.writes).toContain('.vscode/tasks.json');
});
