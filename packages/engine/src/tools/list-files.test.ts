import { fail, rookError, succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import type { FolderItem } from '../ports/workspace.ts';
import { callTool, fakePorts, toolText } from './test-tools.ts';

const FILES = {
  '.gitignore': 'node_modules/\n*.log\n',
  'README.md': '',
  'a.log': '',
  '.env': '',
  'src/b.ts': '',
  'src/a.ts': '',
  'src/deep/er/c.ts': '',
  'node_modules/x/index.js': '',
  '.git/config': '',
  'vendor/x.ts': '',
};

it('list_files shows a tree, folders first, and says what is left out', async () => {
  const ports = fakePorts(FILES, { ignore: ['vendor'] });
  expect(await toolText(ports, 'list_files', {})).toBe(
    [
      'The workspace:',
      'src/',
      '  deep/ (not opened)',
      '  a.ts',
      '  b.ts',
      '.gitignore',
      'README.md',
      '(Left out: ignored: .git/, node_modules/, vendor/, a.log; 1 file that looks like a secret.)',
    ].join('\n'),
  );
  expect(await toolText(ports, 'list_files', { path: 'src/', depth: 3 })).toBe(
    'src:\ndeep/\n  er/\n    c.ts\na.ts\nb.ts',
  );
  expect(await toolText(ports, 'list_files', { path: 'node_modules' })).toBe('node_modules:\nx/\n  index.js');
});

it('list_files says in one sentence what is empty, missing or no folder', async () => {
  expect(await toolText(fakePorts({}), 'list_files', {})).toBe('The workspace holds nothing to show.');
  const ports = fakePorts(FILES);
  expect(await toolText(ports, 'list_files', { path: 'scr' })).toBe(
    'not_found: There is no file or folder scr; similar: src.',
  );
  expect(await toolText(ports, 'list_files', { path: 'README.md' })).toBe(
    'invalid_input: README.md is a file; read_file shows it.',
  );
  expect(await toolText(ports, 'list_files', { depth: 11 })).toMatch(/^invalid_input: .*depth/);
});

it('list_files goes on where one folder cannot be read, and shows strange names so that they can be told apart', async () => {
  const { workspace, ...ports } = fakePorts({
    'open/a.ts': '',
    'locked/b.ts': '',
    'new\nline': '',
    ' blank': '',
  });
  const guarded = {
    ...workspace,
    list: async (path: string) =>
      path === 'locked' ? fail(rookError('not_readable', 'locked could not be read.')) : workspace.list(path),
  };
  expect(await toolText({ ...ports, workspace: guarded }, 'list_files', {})).toBe(
    'The workspace:\nlocked/ (could not be read)\nopen/\n  a.ts\n" blank"\n"new\\nline"',
  );
  expect(await toolText({ ...ports, workspace: guarded }, 'list_files', { path: 'locked' })).toBe(
    'not_readable: locked could not be read.',
  );
});

it('list_files caps what it shows, with the upper levels first, and says so', async () => {
  const ports = fakePorts({});
  const items: FolderItem[] = Array.from({ length: 5000 }, (_item, index) => ({
    name: `f${index}.ts`,
    kind: 'file',
  }));
  const workspace = {
    ...ports.workspace,
    list: async (path: string) =>
      succeed(
        path === ''
          ? [
              { name: 'deep', kind: 'folder' as const },
              { name: 'z.ts', kind: 'file' as const },
            ]
          : items,
      ),
  };
  const text = await toolText({ ...ports, workspace }, 'list_files', {});
  expect(text.split('\n').slice(0, 3)).toEqual(['The workspace:', 'deep/', '  f0.ts']);
  expect(text).toContain('  … (4002 more)\nz.ts\n(There was no room for everything;');
  const small = await toolText({ ...ports, workspace, maxResultChars: 1000 }, 'list_files', {});
  expect(small.length).toBeLessThan(1000);
  const cancel = new AbortController();
  cancel.abort();
  expect(await callTool(ports, 'list_files', {}, { signal: cancel.signal })).toMatchObject({
    ok: false,
    error: { code: 'cancelled' },
  });
});
