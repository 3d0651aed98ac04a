import { createHash } from 'node:crypto';

import { fail, rookError, succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { contentHash } from '../ports/content-hash.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { NO_CLONES } from '../ports/no-clones.ts';
import type { Workspace } from '../ports/workspace.ts';
import { readInstructions, type Instructions } from './instructions.ts';

type Content = string | Uint8Array | { readonly leadsTo: string | null };
type Files = Readonly<Record<string, Content>>;

const never = async () => fail(rookError('internal', 'Nobody writes here.'));

/** The two files that are looked for, some of them links. */
function workspaceOf(files: Files): Workspace {
  const bytesOf = (path: string) => {
    const content = files[path];
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  };
  return {
    root: '/workspace',
    clones: NO_CLONES,
    emptyRepository: () => null,
    repository: () => null,
    locate: async (path) => {
      const content = files[path];
      if (content === undefined) return succeed({ path, kind: 'missing', bytes: null });
      const real = typeof content === 'object' && 'leadsTo' in content ? content.leadsTo : path;
      if (real === null) return fail(rookError('outside_workspace', 'It leads out.'));
      return succeed({ path: real, kind: 'file', bytes: null });
    },
    stamp: () => null,
    readLink: () => null,
    birthOf: () => null,
    read: async (path, { maxBytes = Number.POSITIVE_INFINITY } = {}) => {
      const bytes = bytesOf(path);
      if (!(bytes instanceof Uint8Array)) return fail(rookError('not_found', 'It is not there.'));
      if (bytes.length > maxBytes) return fail(rookError('too_large', 'It is too large.'));
      return succeed({ bytes, hash: contentHash(bytes) });
    },
    survey: never,
    list: never,
    apply: async (changes) => createFakeWorkspace().apply(changes),
    rehearse: async () => succeed(undefined),
    mend: never,
  };
}

async function read(files: Files): Promise<Instructions> {
  return readInstructions(workspaceOf(files));
}

it('reads what the workspace asks for, with the hashes that a shown file has', async () => {
  const { text, files, notes } = await read({ 'AGENTS.md': 'Use tabs.\n', 'CLAUDE.md': 'Be brief.' });
  const md5 = createHash('md5').update('Use tabs.\n').digest('hex');
  expect(text).toContain(`### AGENTS.md [MD5: ${md5}]\n\`\`\`markdown\nUse tabs.\n\`\`\``);
  expect(text).toContain('Be brief.\n```');
  expect(files.map(({ facts }) => facts)).toMatchObject([
    { path: 'AGENTS.md', md5, size: 10, whole: true },
    { path: 'CLAUDE.md', whole: true },
  ]);
  expect(notes).toEqual([]);
});

it('H-28 reads AGENT.md too, between the two', async () => {
  const { files } = await read({ 'CLAUDE.md': 'c', 'AGENT.md': 'b', 'AGENTS.md': 'a' });
  expect(files.map(({ facts }) => facts.path)).toEqual(['AGENTS.md', 'AGENT.md', 'CLAUDE.md']);
});

it.each<[string, Files]>([
  ['the same content', { 'AGENTS.md': 'Use tabs.', 'CLAUDE.md': 'Use tabs.' }],
  ['a link to the other', { 'AGENTS.md': 'Use tabs.', 'CLAUDE.md': { leadsTo: 'AGENTS.md' } }],
  ['a line that points to the other', { 'AGENTS.md': 'Use tabs.', 'CLAUDE.md': '@AGENTS.md\n' }],
  ['a line with its folder', { 'AGENTS.md': 'Use tabs.', 'CLAUDE.md': '@./AGENTS.md' }],
  ['an empty one', { 'AGENTS.md': 'Use tabs.', 'CLAUDE.md': ' \n' }],
  ['none', { 'AGENTS.md': 'Use tabs.' }],
])('takes one of two where the other is %s', async (_what, files) => {
  const instructions = await read(files);
  expect(instructions.files.map(({ facts }) => facts.path)).toEqual(['AGENTS.md']);
  expect(instructions.notes).toEqual([]);
});

it.each<[string, Files]>([
  ['leads out of the workspace', { 'AGENTS.md': { leadsTo: null } }],
  ['is not text', { 'AGENTS.md': new Uint8Array([80, 0, 3, 4]) }],
  ['is not text', { 'AGENTS.md': new Uint8Array([0xff, 0xfe, 0x41]) }],
  ['has more than 1000000 bytes', { 'AGENTS.md': 'x'.repeat(1_000_001) }],
  ['only points to docs/rules.md', { 'AGENTS.md': '@docs/rules.md' }],
])('does not take a file that %s, and says so', async (reason, files) => {
  const { text, files: taken, notes } = await read(files);
  expect([text, taken]).toEqual(['', []]);
  expect(notes).toHaveLength(1);
  expect(notes[0]).toContain(`AGENTS.md ${reason}`);
});

it('takes nothing of two that only point to each other', async () => {
  const { files, notes } = await read({ 'AGENTS.md': '@CLAUDE.md', 'CLAUDE.md': '@AGENTS.md' });
  expect(files).toEqual([]);
  expect(notes).toHaveLength(2);
});

it('takes the beginning of a long file and says that it goes on', async () => {
  const { text, files, notes } = await read({ 'AGENTS.md': 'One rule on each line.\n'.repeat(5000) });
  expect(text).toContain('of 115000 characters; the file goes on.]');
  expect(text.length).toBeLessThan(41_000);
  expect(files[0]?.facts).toMatchObject({ whole: false, ranges: [{ start: 1, end: 1739 }], size: 115_000 });
  expect(notes).toEqual(['AGENTS.md is long, so only its first 39997 characters are taken.']);
});
