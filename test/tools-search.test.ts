import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Shell } from '@rook/engine';
import { createLocalShell } from '@rook/shell-local';
import { expect, it } from 'vitest';

import { makeToolRoom, type ToolRoom } from './tool-room.ts';

const md5 = (content: string | Uint8Array) => createHash('md5').update(content).digest('hex');
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

async function makeRoomOfKinds(choice: Parameters<typeof makeToolRoom>[0] = {}): Promise<ToolRoom> {
  const room = await makeToolRoom(choice);
  room.put('.gitignore', 'build/\n*.log\n');
  room.put('src/a.ts', 'one\nneedle here\nthree\nfour\nneedle again\n');
  room.put('build/out.ts', 'needle\n');
  room.put('x.log', 'needle\n');
  room.put('.env', 'needle\n');
  room.put('.env.example', 'needle\n');
  room.put('.git/config', 'needle\n');
  room.put('.rook/chats/x.jsonl', 'needle\n');
  room.put('.github/ci.yml', 'needle\n');
  room.put('vendor/lib.ts', 'needle\n');
  return room;
}

it('D-09 finds lines by file, with the hash of each, and says which lines were shown', async () => {
  const room = await makeRoomOfKinds({ ignore: ['vendor/**'] });
  const reply = await room.call('search_files', { pattern: 'needle' });
  const content = 'one\nneedle here\nthree\nfour\nneedle again\n';
  expect(reply).toMatchObject({ ok: true });
  if (!reply.ok) return;
  expect(reply.value.text).toBe(
    [
      '4 matches in 3 files:',
      `### .env.example [MD5: ${md5('needle\n')}]`,
      '1:\tneedle',
      `### .github/ci.yml [MD5: ${md5('needle\n')}]`,
      '1:\tneedle',
      `### src/a.ts [MD5: ${md5(content)}]`,
      '2:\tneedle here',
      '5:\tneedle again',
    ].join('\n'),
  );
  expect(reply.value.shown?.at(-1)).toEqual({
    path: 'src/a.ts',
    sha256: sha256(content),
    md5: md5(content),
    size: content.length,
    whole: false,
    ranges: [
      { start: 2, end: 2 },
      { start: 5, end: 5 },
    ],
  });
});

it('search_files shows lines around a match, marks what matched, and counts them as shown', async () => {
  const room = await makeRoomOfKinds();
  const reply = await room.call('search_files', {
    pattern: '^NEEDLE h',
    ignoreCase: true,
    context: 1,
    path: 'src',
  });
  expect(reply).toMatchObject({ ok: true, value: { shown: [{ ranges: [{ start: 1, end: 3 }] }] } });
  expect(reply.ok ? reply.value.text.split('\n').slice(2) : []).toEqual([
    '1-\tone',
    '2:\tneedle here',
    '3-\tthree',
  ]);
});

it('search_files keeps to .gitignore under a glob that names what it ignores, and in a folder below its file', async () => {
  const room = await makeRoomOfKinds();
  room.put('src/.gitignore', '/deep/made.ts\n');
  room.put('src/deep/made.ts', 'needle\n');
  room.put('src/deep/kept.ts', 'needle\n');
  expect(await room.text('search_files', { pattern: 'needle', glob: '*.log' })).toMatch(
    /^Nothing in the workspace, files \*\.log/,
  );
  expect(await room.text('search_files', { pattern: 'needle', glob: '**' })).toMatch(
    /^6 matches in 5 files:/,
  );
  const deep = await room.text('search_files', { pattern: 'needle', path: 'src/deep' });
  expect(deep).toContain('kept.ts');
  expect(deep).not.toContain('made.ts');
});

it('search_files searches an ignored folder and a secret file that was named itself', async () => {
  const room = await makeRoomOfKinds();
  const globbed = { pattern: 'needle', path: 'build', glob: '*.ts' };
  expect(await room.text('search_files', globbed)).toMatch(/^1 match in 1 file:\n### build\/out\.ts/);
  expect(await room.text('search_files', { pattern: 'needle', path: 'build' })).toMatch(
    /^1 match in 1 file:\n### build\/out\.ts/,
  );
  expect(await room.text('search_files', { pattern: 'needle', path: '.env' })).toMatch(
    /^1 match in 1 file:\n### \.env /,
  );
});

it('search_files says nothing that depends on the content of a secret file', async () => {
  const room = await makeToolRoom();
  room.put('.env', 'KEY=abc\n');
  const right = await room.text('search_files', { pattern: 'KEY=a' });
  const wrong = await room.text('search_files', { pattern: 'KEY=z' });
  expect(right.replace('=a', '=z')).toBe(wrong);
});

/** A shell whose ripgrep gets other words. */
function twistWords(twist: (word: string) => string): Shell {
  const local = createLocalShell();
  return {
    ...local,
    run: (program, watch) => local.run({ ...program, args: program.args.map(twist) }, watch),
  };
}

/** Whether a program that the model names runs when it searches. */
async function runsPrograms(shell: Shell): Promise<boolean> {
  const room = await makeToolRoom({ shell });
  room.put('-e', 'find --pre=rm and -e here\n');
  room.put('--files', 'x --pre=rm\n');
  const [program, witness] = [join(room.folder, 'program'), join(room.folder, 'witness')];
  writeFileSync(program, `#!/bin/sh\ntouch ${witness}\n`, { mode: 0o755 });
  for (const pattern of ['-e', '--files', `--pre=${program}`])
    for (const field of [{ pattern }, { pattern: 'x', glob: pattern }, { pattern: 'find', path: pattern }])
      await room.text('search_files', field);
  await room.text('find_files', { pattern: `--pre=${program}` });
  return existsSync(witness);
}

it('search_files never lets a pattern, a glob or a path become an option', async () => {
  expect(await runsPrograms(createLocalShell())).toBe(false);
  expect(await runsPrograms(twistWords((word) => word.replace(/^--regexp=/, '')))).toBe(true);
  const room = await makeToolRoom();
  room.put('-e', 'find --pre=rm and -e here\n');
  room.put('--files', 'x --pre=rm\n');
  expect(await room.text('search_files', { pattern: '--pre=rm' })).toMatch(/^2 matches in 2 files:/);
  expect(await room.text('search_files', { pattern: 'find', path: '-e' })).toMatch(/^1 match in 1 file:/);
});

it('search_files gives the reason of ripgrep for a pattern that is not valid', async () => {
  const room = await makeRoomOfKinds();
  expect(await room.text('search_files', { pattern: '(a' })).toBe(
    'invalid_input: The pattern is not valid: unclosed group.',
  );
  expect(await room.text('search_files', { pattern: '(?=a)' })).toMatch(/^invalid_input: .*look-around/);
  expect(await room.text('search_files', { pattern: 'a\nb' })).toMatch(/^invalid_input: .*not allowed/);
  expect(await room.text('search_files', { pattern: 'a', glob: '[' })).toMatch(
    /^invalid_input: .*unclosed character class/,
  );
  expect(await room.text('search_files', { pattern: 'a\0b' })).toMatch(
    /^invalid_input: .*pattern: it must not hold a NUL/,
  );
  expect(await room.text('search_files', { pattern: '(', literal: true })).toMatch(
    /^Nothing in the workspace matches "\("/,
  );
});

it('search_files stands patterns that make others hang or burst', async () => {
  const room = await makeToolRoom();
  room.put('a.txt', `${'a'.repeat(100_000)}!\n`);
  for (const pattern of ['(a+)+$', '(a|aa)+$', '(a*)*b', 'a?'.repeat(60) + 'a'.repeat(60) + '$'])
    expect(await room.text('search_files', { pattern })).toMatch(/^(?:Nothing|1 match)/);
  expect(await room.text('search_files', { pattern: '((a{1,1000}){1,1000}){1,1000}' })).toMatch(
    /^invalid_input: .*size limit/,
  );
});

it('search_files cuts long lines around the match and does not count them as shown', async () => {
  const room = await makeToolRoom();
  room.put('min.js', `${'é'.repeat(5000)}needle${'y'.repeat(5000)}\nneedle\n`);
  room.put('huge.js', `needle${'z'.repeat(2_000_000)}\n`);
  const reply = await room.call('search_files', { pattern: 'needle' });
  expect(reply).toMatchObject({
    ok: true,
    value: { shown: [{ path: 'min.js', ranges: [{ start: 2, end: 2 }] }] },
  });
  const text = reply.ok ? reply.value.text : '';
  expect(text.length).toBeLessThan(1500);
  expect(text).toMatch(/1:\t…é{100}needley{394}…\n/);
  expect(text).toContain('(Left out: 1 matching lines over 1 MB.)');
});

it('search_files caps the matches of a file, of a search and of a result, and says so', async () => {
  const room = await makeToolRoom();
  for (let file = 0; file < 10; file += 1) room.put(`f${file}.txt`, 'needle\n'.repeat(100));
  const text = await room.text('search_files', { pattern: 'needle' });
  expect(text).toMatch(/^200 matches in 4 files:\n/);
  expect(text).toContain('(50 matches; there may be more in this file.)');
  expect(text).toContain('(The search was ended after 200 matches; there may be more. Narrow it.)');
  const small = await makeToolRoom({ maxResultChars: 1000 });
  for (let file = 0; file < 10; file += 1) small.put(`f${file}.txt`, 'needle and thread\n'.repeat(20));
  const reply = await small.call('search_files', { pattern: 'needle' });
  expect(reply).toMatchObject({ ok: true, value: { shown: [{ path: 'f0.txt' }] } });
  expect(reply.ok ? reply.value.text : '').toMatch(
    /^The first \d+ of 200 matches in 10 files; narrow the search/,
  );
  expect(reply.ok ? reply.value.text.length : 0).toBeLessThan(1000);
});

it('search_files knows encodings, leaves binary files out, and counts no bytes that are no text as shown', async () => {
  const room = await makeToolRoom();
  room.put('utf16.txt', Buffer.from('\uFEFFone\r\nneedle é\r\n', 'utf16le'));
  room.put('mark.txt', '\uFEFFneedle\n');
  room.put('latin.txt', Buffer.concat([Buffer.from('needle '), Buffer.from([0xe9, 0x0a])]));
  room.put('windows.txt', 'needle\r\nlast\r\n');
  room.put('data.bin', Buffer.concat([Buffer.from('needle\n'), Buffer.from([0, 1, 2])]));
  const reply = await room.call('search_files', { pattern: 'needle( |$)' });
  expect(reply.ok ? reply.value.shown : []).toMatchObject([
    { path: 'mark.txt', ranges: [{ start: 1, end: 1 }] },
    { path: 'utf16.txt', ranges: [{ start: 2, end: 2 }] },
    { path: 'windows.txt', ranges: [{ start: 1, end: 1 }] },
  ]);
  expect(reply.ok ? reply.value.text : '').toContain('1:\tneedle \uFFFD');
  expect(reply.ok ? reply.value.text : '').not.toContain('data.bin');
});

it('search_files leaves out of what was shown a file that changed under the search', async () => {
  const local = createLocalShell();
  const room = await makeToolRoom({
    shell: {
      ...local,
      run: async (program, watch) => {
        const ended = await local.run(program, watch);
        if (program.args.includes('--json')) room.put('changed.txt', 'something else\n');
        return ended;
      },
    },
  });
  room.put('changed.txt', 'needle\n');
  const reply = await room.call('search_files', { pattern: 'needle' });
  expect(reply).toMatchObject({ ok: true, value: { shown: [] } });
  expect(reply.ok ? reply.value.text : '').toBe('1 match in 1 file:\n### changed.txt\n1:\tneedle');
});

it('search_files shows names with line breaks in quotes, and follows no link out of the workspace', async () => {
  const following = twistWords((word) => (word === '--no-follow' ? '--follow' : word));
  for (const [shell, found] of [
    [createLocalShell(), '1 match in 1 file'],
    [following, '3 matches in 3 files'],
  ] as const) {
    const room = await makeToolRoom({ shell });
    room.put('a b/new\nline.txt', 'needle\n');
    room.put('../outside/other.txt', 'needle\n');
    symlinkSync(join(room.folder, 'outside'), join(room.workspace, 'link'));
    symlinkSync(join(room.folder, 'outside', 'other.txt'), join(room.workspace, 'link.txt'));
    const text = await room.text('search_files', { pattern: 'needle' });
    expect(text).toContain('### "a b/new\\nline.txt" [MD5: ');
    expect(text.split(':', 1)).toEqual([found]);
    for (const path of ['link', 'link.txt', '../outside', join(room.folder, 'outside')])
      expect(await room.text('search_files', { pattern: 'needle', path })).toMatch(/^outside_workspace: /);
  }
});

it('search_files and read_file open no pipe, which would wait for ever', async () => {
  const room = await makeToolRoom();
  execFileSync('mkfifo', [join(room.workspace, 'pipe')]);
  expect(await room.text('search_files', { pattern: 'x', path: 'pipe' })).toMatch(
    /^invalid_input: pipe is a device/,
  );
  expect(await room.text('read_file', { path: 'pipe' })).toMatch(/^invalid_input: pipe is a device/);
  expect(await room.text('search_files', { pattern: 'x' })).toMatch(/^Nothing/);
});

it('search_files is ended by a cancel, and says in one sentence what is not there', async () => {
  const room = await makeRoomOfKinds();
  const cancel = new AbortController();
  cancel.abort();
  expect(await room.call('search_files', { pattern: 'x' }, cancel.signal)).toMatchObject({
    ok: false,
    error: { code: 'cancelled' },
  });
  expect(await room.text('search_files', { pattern: 'x', path: 'scr' })).toBe(
    'not_found: There is no file or folder scr; similar: src.',
  );
  rmSync(room.workspace, { recursive: true });
  mkdirSync(room.workspace);
  expect(await room.text('search_files', { pattern: 'x' })).toBe(
    'Nothing in the workspace matches "x"; set ignoreCase, or search for less.',
  );
});
