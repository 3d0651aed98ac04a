import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { makeCommandRoom, type CommandRoom } from './command-room.ts';

/** Every link in it stays inside where it lies, and leads out from another place. */
function makeLinks(mode: 'ask' | 'allow' = 'ask', more: readonly string[] = []): CommandRoom {
  const room = makeCommandRoom(mode, more);
  for (const path of ['esc', 'deep/a/plain', 'src/a.ts', 'src/sub/b.ts', 'other/x', 'out/y']) room.put(path);
  room.link('../../esc', 'deep/a/l');
  room.link('../..', 'deep/a/up');
  room.link('../../esc', 'deep/b/m');
  return room;
}

const LED_OUT = [
  'mv deep/a/l l && echo evil > l',
  'mv deep/a/l l; cat l',
  'mv deep/a/l l\ncat l',
  'cp -P deep/a/l l && echo evil > l',
  'cp -a deep/a/l l && head -1 l',
  'cp -R deep/a/l l && grep x l',
  'cp -a deep/a d2 && echo evil > d2/l',
  'cp -r deep/a d2 && touch d2/l',
  'mv deep/a d3 && curl -o d3/l https://example.com/x',
  'mv deep/a d3 && wget -O d3/l https://example.com/x',
  'mv deep d4 && mv d4/a d5 && cat d5/l',
  'mv deep/a/up up && cat up/x',
  'mv deep/a/up up && mkdir up/x',
  'mv deep/a/up up && cp src/a.ts up',
  'mv deep/a/up up && cp -r src up/',
  'mv deep/a/* . && cat l',
  'mv deep/*/l . && echo evil > l',
  'cp -P deep/a/? out && echo evil > out/l',
  'mv -t out deep/a/l && echo evil > out/l',
  'mv deep/a/l l || echo evil > l',
  'mv deep/a/l l | cat l',
  'cat l | mv deep/a/l l',
  '(mv deep/a/l l) && cat l',
  '{ mv deep/a/l l; }; tail l',
  "bash -c 'mv deep/a/l l && echo evil > l'",
  "bash -c 'mv deep/a/l l' && echo evil > l",
  'timeout 5 mv deep/a/l l && cat l',
  'env mv deep/a/l l && timeout 5 cat l',
  'mv deep/a/l l && ls && echo evil > l',
  'mv deep/a d3 && grep -R x',
  'mv deep/a d3 && find -L d3 -name x',
  'mv deep/a d3 && ls d3/up',
  'mv deep/a/l l && tsc --outFile l src/a.ts',
  'cp -a deep/a/l deep/b/m out',
  'mv none l && cat l',
  'python3 -m venv .venv && cp src/a.ts .venv/bin/python',
  'python3 -m venv .venv && cat .venv/bin/python',
  'python3 -m venv v && cat v*/bin/python',
];

it.each(LED_OUT)('G-06 asks about %s: a link leads elsewhere from its new place', async (command) => {
  const room = makeLinks();
  expect((await room.decide(command)).allowed).toBe(false);
  expect((await room.check(command)).verdict).toBe('ask');
});

it.each([
  'mv src/a.ts src/c.ts && cat src/c.ts',
  'cp -r src copy && cat copy/a.ts',
  'cp -r src copy && echo x > copy/new.ts',
  'mv src lib && ls lib',
  'cp deep/a/l plain && cat plain',
  'mv deep/a/l l && echo done',
  'mv deep/a/l deep/b/l && git status',
  'mv deep/a/l deep/b/l',
  'mkdir -p out && cp src/a.ts out/ && cat out/a.ts',
  'python3 -m venv .venv && pip install -r other/x',
])('G-06 runs %s without a question: no link is brought along, or none is used', async (command) => {
  const room = makeLinks();
  room.git('init', '-q');
  expect((await room.check(command)).reasons.join('; ')).not.toMatch(/question|link/u);
  expect((await room.decide(command)).allowed).toBe(true);
});

it.each(['ln -s ../x y && cat y', 'git checkout other && cat README.md', 'tar xf a.tar && echo x > l'])(
  'G-06 asks about %s also where the own list names the first program with all its words',
  async (command) => {
    const room = makeLinks('ask', [command.split(' && ')[0] ?? '']);
    room.put('README.md');
    room.git('init', '-q');
    expect((await room.check(command)).verdict).toBe('ask');
  },
);

it('G-06 H-24 asks in mode allow too before a line writes behind a link that it brings there', async () => {
  const room = makeLinks('allow');
  expect((await room.decide('mv deep/a/l l && echo evil > l')).allowed).toBe(false);
  expect((await room.decide('unknown; mv deep/a/l l && echo evil > l')).allowed).toBe(false);
  expect((await room.decide('mv deep/a/l l && ls')).allowed).toBe(true);
});

it('G-06 H-24 asks in mode allow about a line that is too long to be looked at', async () => {
  const room = makeLinks('allow');
  const long = `echo x > AGENTS.md # ${'x'.repeat(20_000)}`;
  expect((await room.decide(long)).allowed).toBe(false);
  expect((await room.decide(`echo x > AGENTS.md; ${'ls;'.repeat(101)}`)).allowed).toBe(false);
});

it('G-06 such a line would have written outside', () => {
  const room = makeLinks();
  const outside = mkdtempSync(join(tmpdir(), 'rook-outside-'));
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
  const file = join(outside, 'kept');
  writeFileSync(file, 'kept\n');
  // As it lies it names a folder of the workspace; one folder higher it does not.
  room.link(`../../../${basename(outside)}/kept`, 'deep/c/d/n');
  room.put('s/t/x');
  room.run('mv deep/c/d/n s/t/n && echo evil > s/t/n');
  expect(readFileSync(file, 'utf8')).toBe('evil\n');
});
