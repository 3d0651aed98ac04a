import { contentHashSchema, type ContentHash, type Result } from '@rook/contract';

import { contentHash } from '../content-hash.ts';
import type { SuiteCase } from './failed-cases.ts';
import { workspaceApplyCases } from './workspace-apply-cases.ts';
import { workspaceKindCases } from './workspace-kind-cases.ts';
import { workspaceLinkCases } from './workspace-link-cases.ts';
import { workspacePathCases } from './workspace-path-cases.ts';
import { workspacePermissionCases } from './workspace-permission-cases.ts';
import { codeOf, encode, removeOne, show, textOf, writeOne, type WorkspaceStage } from './workspace-stage.ts';

const nothing = contentHashSchema.parse(`sha256:${'0'.repeat(64)}`);

/** What every workspace promises. */
export const workspaceSuite: readonly SuiteCase<WorkspaceStage>[] = [
  ...workspacePathCases,
  ...workspaceApplyCases,
  ...workspaceKindCases,
  ...workspacePermissionCases,
  ...workspaceLinkCases,
  {
    title: 'what was written is what is read, byte for byte, with its hash',
    check: async (open) => {
      const bytes = Uint8Array.from([0xef, 0xbb, 0xbf, 0x0d, 0x0a, 0x00, 0xff, 0xfe, 0xc3, 0x28]);
      const written = await writeOne(open().workspace, 'a.bin', bytes, null);
      const read = await open().workspace.read('a.bin');
      const right =
        read.ok && show([...read.value.bytes]) === show([...bytes]) && read.value.hash === contentHash(bytes);
      return right && written.ok && written.value === read.value.hash ? null : `got ${show([written, read])}`;
    },
  },
  {
    title: 'the stamp of a file changes with its content, and what is not there has none',
    check: async (open) => {
      const { workspace } = open();
      const none = workspace.stamp('src/a');
      const first = await writeOne(workspace, 'src/a', encode('one'), null);
      const one = workspace.stamp('src/a');
      const same = workspace.stamp('src/a');
      await writeOne(workspace, 'src/a', encode('two'), hashIn(first));
      const two = workspace.stamp('src/a');
      const right = none === null && one !== null && one === same && two !== null && two !== one;
      return right ? null : `got ${show([none, one, same, two])}`;
    },
  },
  {
    title: 'an empty file is a file',
    check: async (open) => {
      await writeOne(open().workspace, 'empty', new Uint8Array(), null);
      const read = await open().workspace.read('empty');
      return read.ok && read.value.bytes.length === 0 ? null : `got ${show(read)}`;
    },
  },
  {
    title: 'what a caller does with the bytes afterwards changes nothing',
    check: async (open) => {
      const bytes = encode('one');
      const writing = writeOne(open().workspace, 'a', bytes, null);
      await writing;
      bytes.fill(0);
      const first = await open().workspace.read('a');
      if (first.ok) first.value.bytes.fill(0);
      return (await textOf(open().workspace, 'a')) === 'one' ? null : 'it does';
    },
  },
  {
    title: 'a file over content that is not expected is not written',
    check: async (open) => {
      const { workspace } = open();
      const first = await writeOne(workspace, 'src/a', encode('one'), null);
      const again = await writeOne(workspace, 'src/a', encode('two'), null);
      const wrong = await writeOne(workspace, 'src/a', encode('two'), nothing);
      const gone = await writeOne(workspace, 'src/b', encode('two'), hashIn(first));
      const codes = [again, wrong, gone].map(codeOf).join(' ');
      if (codes !== 'stale_file stale_file stale_file') return `got ${codes}`;
      const there = await workspace.locate('src/b');
      if (!there.ok || there.value.kind !== 'missing') return 'a file was made although another was expected';
      return (await textOf(workspace, 'src/a')) === 'one' ? null : 'it was overwritten';
    },
  },
  {
    title: 'a file over the content that is expected is written',
    check: async (open) => {
      const first = await writeOne(open().workspace, 'a', encode('one'), null);
      const second = await writeOne(open().workspace, 'a', encode('two'), hashIn(first));
      const right = second.ok && second.value === contentHash(encode('two'));
      return right && (await textOf(open().workspace, 'a')) === 'two' ? null : `got ${show(second)}`;
    },
  },
  {
    title: 'of writes that expect the same content exactly one is done',
    check: async (open) => {
      for (const expected of ['none', 'some']) {
        const texts = Array.from({ length: 10 }, (_unused, index) => `${expected} ${index}`);
        const before = expected === 'none' ? null : hashIn(await open().workspace.read('a'));
        const done = await Promise.all(
          texts.map(async (text) => writeOne(open().workspace, 'a', encode(text), before)),
        );
        const winners = texts.filter((_text, index) => done[index]?.ok === true);
        const refused = done.filter((result) => codeOf(result) === 'stale_file').length;
        if (winners.length !== 1 || refused !== 9) return `${winners.length} were done, ${refused} refused`;
        if ((await textOf(open().workspace, 'a')) !== winners[0]) return 'another one is there';
      }
      return null;
    },
  },
  {
    title: 'a file is removed only with the content that is expected',
    check: async (open) => {
      const { workspace } = open();
      const first = await writeOne(workspace, 'a/b', encode('one'), null);
      const wrong = await removeOne(workspace, 'a/b', nothing);
      if (codeOf(wrong) !== 'stale_file' || (await textOf(workspace, 'a/b')) !== 'one')
        return 'it was removed';
      const removed = await removeOne(workspace, 'a/b', hashIn(first));
      if (!removed.ok || codeOf(await workspace.read('a/b')) !== 'not_found') return 'it is still there';
      return codeOf(await removeOne(workspace, 'a/b', hashIn(first))) === 'stale_file' ? null : 'twice';
    },
  },
  {
    title: 'a file above the limit is not read, one at the limit is',
    check: async (open) => {
      const { workspace } = open();
      await writeOne(workspace, 'a', encode('12345'), null);
      const [over, at] = [
        await workspace.read('a', { maxBytes: 4 }),
        await workspace.read('a', { maxBytes: 5 }),
      ];
      return codeOf(over) === 'too_large' && at.ok ? null : `got ${show([over, at])}`;
    },
  },
  {
    title: 'a folder is listed by name, one level deep, and nothing of a write is left in it',
    check: async (open) => {
      const { workspace } = open();
      for (const path of ['b', 'a/deep/x', 'ab', 'B2', 'ä'])
        await writeOne(workspace, path, encode(path), null);
      await writeOne(workspace, 'b', encode('new'), contentHash(encode('b')));
      const [root, folder] = [await workspace.list(''), await workspace.list('a')];
      const seen = [root, folder].map((listed) =>
        listed.ok ? listed.value.map(({ name, kind }) => `${name}:${kind}`).join(' ') : listed.error.code,
      );
      return seen.join(' | ') === 'B2:file a:folder ab:file b:file ä:file | deep:folder'
        ? null
        : seen.join(' | ');
    },
  },
];

function hashIn(result: Result<ContentHash | { readonly hash: ContentHash }>): ContentHash {
  if (!result.ok) return nothing;
  return typeof result.value === 'string' ? result.value : result.value.hash;
}
