import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { makeToolRoom } from './tool-room.ts';

it('find_files finds by glob, sorted, without what is ignored or looks like a secret, and says how many', async () => {
  const room = await makeToolRoom({ ignore: ['vendor'] });
  room.put('.gitignore', '*.log\nbuild/\n');
  for (const path of [
    'b/x.ts',
    'a/x.ts',
    'a/x.log',
    'build/x.ts',
    '.env',
    '.env.sample',
    'vendor/x.ts',
    '.git/x.ts',
    'x y.ts',
  ])
    room.put(path, '');
  expect(await room.text('find_files', { pattern: '*.ts' })).toBe(
    '3 files:\na/x.ts\nb/x.ts\nx y.ts\n(Left out: 1 by the settings.)',
  );
  expect(await room.text('find_files', { pattern: '**/x.*' })).toContain(
    '(Left out: 1 by .gitignore, 1 by the settings.)',
  );
  expect(await room.text('find_files', { pattern: '.env*' })).toBe(
    '1 file:\n.env.sample\n(Left out: 1 because they look like secrets.)',
  );
  expect(await room.text('find_files', { pattern: './a/*' })).toBe(
    '1 file:\na/x.ts\n(Left out: 1 by .gitignore.)',
  );
  expect(await room.text('find_files', { pattern: `${room.workspace}/a/*.ts` })).toBe('1 file:\na/x.ts');
});

it('find_files obeys no ignore file above the workspace', async () => {
  const room = await makeToolRoom();
  room.put('../.gitignore', '*\n');
  room.put('a.ts', 'needle');
  mkdirSync(join(room.folder, '.git'));
  expect(await room.text('find_files', { pattern: '*.ts' })).toBe('1 file:\na.ts');
  expect(await room.text('list_files', {})).toBe('The workspace:\na.ts');
});

it('find_files says plainly that nothing fits, and why a pattern is not valid', async () => {
  const room = await makeToolRoom();
  expect(await room.text('find_files', { pattern: '*.ts' })).toBe(
    'No file fits *.ts. A pattern such as **/*name* looks in all folders; capital and small letters differ.',
  );
  expect(await room.text('find_files', { pattern: '{a,b' })).toMatch(
    /^invalid_input: The pattern is not valid: .*unclosed/,
  );
  expect(await room.text('find_files', { pattern: '' })).toMatch(
    /^invalid_input: The input of find_files is not valid: pattern/,
  );
});

it('find_files names what holds line breaks in quotes, and follows no link', async () => {
  const room = await makeToolRoom();
  room.put('new\nline\u202e.ts', '');
  room.put('-rf.ts', '');
  room.put('../outside/o.ts', '');
  symlinkSync(join(room.folder, 'outside'), join(room.workspace, 'link'));
  expect(await room.text('find_files', { pattern: '**/*.ts' })).toBe(
    '2 files:\n-rf.ts\n"new\\nline\\u202e.ts"',
  );
});

it(
  'read_file, list_files, find_files and search_files stand a workspace of 100,000 files',
  { timeout: 300_000 },
  async () => {
    const room = await makeToolRoom();
    room.put('.gitignore', 'ignored/\n');
    for (let folder = 0; folder < 100; folder += 1) {
      const name = join(room.workspace, folder < 90 ? `f${folder}` : 'many');
      mkdirSync(name, { recursive: true });
      for (let file = 0; file < 1000; file += 1) writeFileSync(join(name, `${folder}-${file}.txt`), '');
    }
    room.put('f5/here.md', 'needle\n');
    expect(await room.text('find_files', { pattern: '*.txt' })).toMatch(
      /^The first 500 of 100000 files; a narrower pattern/,
    );
    expect(await room.text('find_files', { pattern: 'here.*' })).toBe('1 file:\nf5/here.md');
    expect(await room.text('search_files', { pattern: 'needle' })).toMatch(/^1 match in 1 file:/);
    const listed = await room.text('list_files', {});
    expect(listed.split('\n').length).toBeLessThan(1200);
    expect(listed).toContain('f89/ (not opened)');
    expect(await room.text('list_files', { path: 'many' })).toMatch(/… \(9\d{3} more\)/);
    expect(await room.text('read_file', { path: 'there.md' })).toMatch(
      /^not_found: There is no file there\.md/,
    );
    expect(await room.text('read_file', { path: 'here.md' })).toBe(
      'not_found: There is no file here.md; similar: f5/here.md.',
    );
  },
);

it('read_file reads through a link in the workspace under the real name, and none that leads out', async () => {
  const room = await makeToolRoom();
  room.put('src/a.ts', 'one\n');
  room.put('../outside.txt', 'no\n');
  symlinkSync('src', join(room.workspace, 'link'));
  symlinkSync('../outside.txt', join(room.workspace, 'out.txt'));
  expect(await room.text('read_file', { path: 'link/a.ts' })).toMatch(
    /^### src\/a\.ts \[MD5: [0-9a-f]{32}\]\n\(1 line\)\n1\tone$/,
  );
  expect(await room.text('read_file', { path: 'out.txt' })).toMatch(/^outside_workspace: /);
  expect(await room.text('list_files', {})).toContain('link (a link)');
});
