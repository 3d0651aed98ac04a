import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { createLocalWorkspace } from '@rook/workspace-local';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createIgnoreRules } from '../packages/engine/src/tools/ignore-rules.ts';
import { makeToolRoom } from './tool-room.ts';

const NAMES = ['a', 'b', 'build', 'x.log', 'keep.log', 'a b', 'é[1]'];
const LINES = [
  'a',
  '/a',
  'a/',
  '*.log',
  '!keep.log',
  'build/',
  '!build/',
  'a/b',
  '**/b',
  'b/**',
  'a/**/x.log',
  '/build',
  '*',
  '!a',
  '# a',
  '',
  'a b',
  '\\#x',
  '[ab]',
  'x.*',
  '!/a/b/',
  'é*',
  'k?ep.log',
  '*e*.*o*g*',
];
const path = fc
  .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 })
  .map((names) => names.join('/'));
const rules = fc.array(fc.constantFrom(...LINES), { maxLength: 4 }).map((lines) => lines.join('\n'));
const tree = fc.record({
  files: fc.array(path, { minLength: 1, maxLength: 12 }),
  ignores: fc.array(fc.tuple(fc.constantFrom('', 'a', 'b', 'a/b', 'build'), rules), { maxLength: 3 }),
});

/** Two programs read the same rules, and must never tell a model different things. */
it(
  'B-16 leaves out by its own reading of .gitignore what ripgrep leaves out',
  { timeout: 300_000 },
  async () => {
    const room = await makeToolRoom({ maxResultChars: 1_000_000 });
    await fc.assert(
      fc.asyncProperty(tree, async ({ files, ignores }) => {
        rmSync(room.workspace, { recursive: true });
        mkdirSync(room.workspace);
        const put = (name: string, content: string): void => {
          // Where a name is a folder already, or lies in a file, there is no such file.
          try {
            mkdirSync(dirname(join(room.workspace, name)), { recursive: true });
            writeFileSync(join(room.workspace, name), content);
          } catch {
            // It is left out.
          }
        };
        for (const file of files) put(file, '');
        for (const [folder, content] of ignores) put(join(folder, '.gitignore'), content);
        const workspace = createLocalWorkspace(room.workspace);
        const own = createIgnoreRules(workspace, []);
        const kept = [];
        for (const file of new Set(files)) {
          const located = await workspace.locate(file);
          if (located.ok && located.value.kind === 'file' && (await own.isIgnored(file)) === null)
            kept.push(file);
        }
        const found = await room.text('find_files', { pattern: '**' });
        const listed = found.startsWith('No file') ? [] : found.split('\n').slice(1);
        const theirs = listed.filter((line) => !line.startsWith('(') && !line.endsWith('.gitignore'));
        expect(theirs.toSorted()).toEqual(kept.toSorted());
      }),
      { numRuns: 40 },
    );
  },
);
