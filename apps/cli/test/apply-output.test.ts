import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { applyJson, applyText, hashesOf, replyText } from './apply-rook.ts';
import { startRook } from './ask-rook.ts';
import { harmfulCharacters, keysOf, listAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const ESCAPE = '\u001B';
const OLD = 'one\ntwo\nthree\n';
const hasScript = runTool('script', '--version').stdout.includes('util-linux');

function prepare(): { readonly sandbox: Sandbox; readonly text: string } {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'a.txt'), OLD);
  const text = replyText({
    summary: 'Shouts the second line',
    fileHashes: hashesOf(sandbox, 'a.txt'),
    fileChanges: [
      { path: 'a.txt', edits: [{ search: 'two\n', replace: 'TWO\n' }], speed: 'fast' },
      { path: 'b.txt', content: 'b\n' },
    ],
    commands: [{ command: 'npm test' }],
    mood: 'good',
  });
  return { sandbox, text };
}

it('E-07 rook apply shows the summary, the diff and the sum of every file, and what it did not do', async () => {
  const { sandbox, text } = prepare();
  const { code, stdout, stderr } = await applyText(sandbox, text);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Shouts the second line\n/);
  expect(stdout).toContain('--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n');
  expect(stdout).toContain('--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1,1 @@\n+b\n');
  expect(stdout).toContain('✓ a.txt  +1 -1  applied\n✓ b.txt  +1 -0  applied\n');
  expect(stdout).toContain('not used: mood\n');
  expect(stdout).toContain('not used: fileChanges[0].speed\n');
  expect(stdout).toContain('not run: npm test\n');
  expect(stdout).toMatch(/\n2 files, \+2 -1\ncs-\d+ {2}rook-\d{8}-[0-9a-f]+\n$/);
  expect(stdout).not.toContain(ESCAPE);
});

it('E-04 rook apply tells a person file by file why nothing was written', async () => {
  const { sandbox, text } = prepare();
  place(join(sandbox.workspace, 'a.txt'), 'other\n');
  const { code, stdout, stderr } = await applyText(sandbox, text);
  expect(code).toBe(1);
  expect(stdout).toMatch(/\n✗ a\.txt {2}refused: Hash mismatch: .* \(hash_mismatch\)\n/);
  expect(stdout).toContain(
    '\n○ b.txt  skipped: Not applied, because the change of a.txt was refused. (other_refused)\n',
  );
  expect(stdout).toMatch(/\nnothing was written\n$/);
  expect(stderr).toBe('rook: 1 of 2 files refused; nothing was written.\n');
});

it('E-07 --dry-run shows all of it, exits as the real run would, and writes nothing at all', async () => {
  const { sandbox, text } = prepare();
  const { code, stdout } = await applyText(sandbox, text, '--dry-run');
  expect(code).toBe(0);
  expect(stdout).toContain('-two\n+TWO\n');
  expect(stdout).toContain('✓ b.txt  +1 -0  would be applied\n');
  expect(stdout).toContain('2 files, +2 -1  nothing was written: this was a rehearsal\n');
  const bad = await applyText(sandbox, text.replace('two', 'twenty'), '--dry-run', '--json');
  expect(bad.code).toBe(1);
  expect((await applyText(sandbox, text.slice(0, -1), '--dry-run')).code).toBe(1);
  expect(readdirSync(sandbox.workspace)).toEqual(['a.txt']);
  expect(readFileSync(join(sandbox.workspace, 'a.txt'), 'utf8')).toBe(OLD);
  expect(readdirSync(sandbox.folder).toSorted()).toEqual(['user', 'workspace']);
});

it('E-07 --json prints the change set and its files alone, also in a rehearsal', async () => {
  const { sandbox } = prepare();
  const reply = { fileChanges: [{ path: 'b.txt', content: 'b\n', mood: 1 }], commands: ['npm test'] };
  const rehearsed = await applyJson(sandbox, reply, '--dry-run');
  expect(rehearsed).toMatchObject({ code: 0, printed: { changeSet: null } });
  expect(listAt(rehearsed.printed, 'files')).toMatchObject([{ path: 'b.txt', status: 'applied', added: 1 }]);
  const { printed } = await applyJson(sandbox, reply);
  expect(keysOf(printed)).toEqual(['changeSet', 'files']);
  expect(valueAt(printed, 'files', 0, 'afterHash')).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(valueAt(rehearsed.printed, 'files', 0, 'afterHash')).toBe(valueAt(printed, 'files', 0, 'afterHash'));
});

it.skipIf(!hasScript)('E-07 the diff is coloured on a terminal', async () => {
  const { sandbox, text } = prepare();
  place(join(sandbox.folder, 'reply.json'), text);
  const rook = startRook(sandbox, ['apply', '--dry-run', join(sandbox.folder, 'reply.json')], {
    env: { TERM: 'xterm-256color' },
    onTerminal: true,
  });
  const { stdout } = await rook.ended;
  expect(stdout).toContain(`${ESCAPE}[31m-two${ESCAPE}[39m`);
  expect(stdout).toContain(`${ESCAPE}[32m+TWO${ESCAPE}[39m`);
  expect(stdout).toContain(`${ESCAPE}[1m--- a/a.txt${ESCAPE}[22m`);
});

it('A-24 rook apply and rook changes show nothing that a terminal would obey', async () => {
  const sandbox = makeSandbox();
  const evil = 'a\u001B[2J\u0007\u009B31m\u202E\u200B\u2028z';
  const reply = replyText({
    summary: evil,
    fileChanges: [{ path: 'b.txt', content: `${evil}\n`, [evil]: 1 }],
    commands: [evil],
  });
  const ends = [
    await applyText(sandbox, reply),
    await applyText(sandbox, reply),
    await runRook(sandbox, ['changes']),
    await runRook(sandbox, ['changes', '--json']),
  ];
  const id = /cs-[\d-]+/.exec(ends[0]?.stdout ?? '')?.[0] ?? '';
  ends.push(await runRook(sandbox, ['changes', id]), await runRook(sandbox, ['changes', id, '--json']));
  expect(ends.map(({ code }) => code)).toEqual([0, 1, 0, 0, 0, 0]);
  for (const { stdout, stderr } of ends) expect(harmfulCharacters(stdout + stderr)).toEqual([]);
  expect(ends[4]?.stdout).toContain('+a␛[2J');
});
