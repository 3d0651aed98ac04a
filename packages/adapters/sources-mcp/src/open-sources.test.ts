import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { createFakeShell } from '@rook/engine/testing';
import { expect, it } from 'vitest';

import { makeNotesRoom, notesConfig } from '../test/notes-room.ts';

it('N-01 opens what can be opened, and names each of the others with its reason', async () => {
  const room = await makeNotesRoom(createFakeShell(() => undefined));
  await room.put('good', notesConfig('', { trusted: true, tools: { echo: 'off', write: 'read' } }));
  await room.put('bare', '\uFEFF{"command": "node"}');
  await room.put('broken', '{"command": ');
  await room.put('http', { transport: 'http', command: 'x' });
  await room.put('unknown', { command: 'x', colour: 'red', tools: { a: 'maybe' } });
  await room.put('relative', { command: './server' });
  await room.put('wide', notesConfig(''), 0o666);
  await room.put('nowhere', { command: 'x', cwd: 'workspace' });
  const { sources, problems } = await room.open([
    'good',
    'good',
    'bare',
    'broken',
    'http',
    'unknown',
    'relative',
    'wide',
    'nowhere',
    'missing',
    '../good',
  ]);
  expect(sources.map(({ name, trusted, overrides }) => [name, trusted, [...overrides]])).toEqual([
    [
      'good',
      true,
      [
        ['echo', 'off'],
        ['write', 'read'],
      ],
    ],
    ['bare', false, []],
  ]);
  expect(problems.map(({ source, error }) => [source, error.code])).toEqual([
    ['broken', 'settings_malformed'],
    ['http', 'settings_malformed'],
    ['unknown', 'settings_malformed'],
    ['relative', 'settings_malformed'],
    ['wide', 'unsafe_folder'],
    ['nowhere', 'no_workspace'],
    ['missing', 'not_found'],
    ['../good', 'invalid_value'],
  ]);
  const said = problems.map(({ error }) => error.message).join('\n');
  expect(said).toContain('transport: only stdio can be spoken yet');
  expect(said).toMatch(/unknown\/config\.json is not valid: .*tools\.a.*colour/);
  expect(said).toContain('command: it must be an absolute path or the name of a program in PATH');
});

it('N-01 starts no program by a configuration that is a link or a folder', async () => {
  const room = await makeNotesRoom(createFakeShell(() => undefined));
  await room.put('good', notesConfig(''));
  await mkdir(join(room.home, 'sources', 'linked'));
  await symlink(
    join(room.home, 'sources', 'good', 'config.json'),
    join(room.home, 'sources', 'linked', 'config.json'),
  );
  await mkdir(join(room.home, 'sources', 'folder', 'config.json'), { recursive: true });
  const { sources, problems } = await room.open(['good', 'linked', 'folder']);
  expect(sources.map(({ name }) => name)).toEqual(['good']);
  expect(problems.map(({ source, error }) => [source, error.code])).toEqual([
    ['linked', 'not_readable'],
    ['folder', 'not_readable'],
  ]);
});
