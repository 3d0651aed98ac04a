import { fail, rookError } from '@rook/contract';

import { contentHash } from '../content-hash.ts';
import { linkContent } from '../link-content.ts';
import type { FileWrite, Workspace } from '../workspace.ts';
import type { SuiteCase } from './failed-cases.ts';
import { codeOf, encode, show, textOf, writeOne, type WorkspaceStage } from './workspace-stage.ts';

/** Where links lead at these paths, and what is read there. */
async function tell(workspace: Workspace, ...paths: readonly string[]): Promise<string> {
  const told = paths.map(
    async (path) => `${path}>${workspace.readLink(path) ?? '-'}:${await textOf(workspace, path)}`,
  );
  return (await Promise.all(told)).join(' ');
}

/** From where a link leads to where it shall lead; null: no link. */
function relink(path: string, from: string | null, to: string | null): FileWrite {
  return {
    path,
    expected: from === null ? null : contentHash(linkContent(from)),
    bytes: to === null ? null : linkContent(to),
    ...(from === null ? {} : { expectsLink: true }),
    ...(to === null ? {} : { makesLink: true }),
  };
}

const NOT_KEPT = rookError('internal', 'Nothing is kept.');

async function fill({ workspace, link }: WorkspaceStage): Promise<void> {
  for (const path of ['a', 'b', 'folder/c']) await writeOne(workspace, path, encode(path), null);
  await link('la', 'a');
  await link('lb', 'b');
  await link('lf', 'folder');
  await link('out', '/elsewhere');
}

/** What a workspace promises of symbolic links that are meant themselves. */
export const workspaceLinkCases: readonly SuiteCase<WorkspaceStage>[] = [
  {
    title: 'a link tells where it leads, and nothing else does, neither behind another link',
    check: async (open) => {
      const stage = open();
      await fill(stage);
      await stage.link('folder/inner', '../a');
      const { workspace } = stage;
      const paths = ['la', 'lf', 'out', 'folder/inner', 'a', 'folder', 'none', 'lf/inner', '../la', '', '.'];
      const told = paths.map((path) => workspace.readLink(path) ?? '-').join(' ');
      return told === 'a folder /elsewhere ../a - - - - - - -' ? null : told;
    },
  },
  {
    title:
      'links are made, led elsewhere and removed in one set with files, and nothing is written through them',
    check: async (open) => {
      const stage = open();
      await fill(stage);
      const { workspace } = stage;
      const applied = await workspace.apply([
        relink('la', 'a', 'b'),
        relink('lb', 'b', null),
        relink('out', '/elsewhere', '/other'),
        relink('deep/new', null, '../folder/c'),
        { path: 'd', expected: null, bytes: encode('d') },
      ]);
      const told = await tell(open().workspace, 'a', 'b', 'la', 'lb', 'd', 'deep/new');
      const right = 'a>-:a b>-:b la>b:b lb>-:not_found d>-:d deep/new>../folder/c:folder/c';
      if (!applied.ok || told !== right) return `${told} ${show(applied)}`;
      const hashes = applied.value.files.map(({ hash }) => hash);
      if (hashes[0] !== contentHash(linkContent('b')) || hashes[1] !== null) return show(hashes);
      return workspace.readLink('out') === '/other' ? null : (workspace.readLink('out') ?? 'gone');
    },
  },
  {
    title: 'a file takes the place of a link, and a link that of a file',
    check: async (open) => {
      const stage = open();
      await fill(stage);
      const { workspace } = stage;
      const applied = await workspace.apply([
        { ...relink('la', 'a', null), bytes: encode('own') },
        { path: 'b', expected: contentHash(encode('b')), bytes: linkContent('a'), makesLink: true },
      ]);
      const told = await tell(open().workspace, 'a', 'la', 'b');
      return applied.ok && told === 'a>-:a la>-:own b>a:a' ? null : `${told} ${show(applied)}`;
    },
  },
  {
    title:
      'a link that leads elsewhere by now, is a file or is gone leaves all as it was, also in a rehearsal',
    check: async (open) => {
      const stage = open();
      await fill(stage);
      await writeOne(stage.workspace, 'like', linkContent('a'), null);
      const paths = ['a', 'b', 'la', 'lb', 'like'];
      const before = await tell(stage.workspace, ...paths);
      const rest = { path: 'd', expected: null, bytes: encode('d') };
      for (const wrong of [
        relink('la', 'b', 'folder'),
        relink('like', 'a', 'b'),
        relink('like', 'a', null),
        relink('none', 'a', 'b'),
        relink('lf/c', 'a', 'b'),
        { ...relink('a', 'a', null), expected: contentHash(encode('a')) },
      ]) {
        const { workspace } = open();
        const codes = [await workspace.rehearse([rest, wrong]), await workspace.apply([rest, wrong])];
        if (codes.map(codeOf).join(' ') !== 'stale_file stale_file') return `${wrong.path}: ${show(codes)}`;
        const after = await tell(workspace, ...paths);
        if (after !== before || (await textOf(workspace, 'd')) !== 'not_found') return after;
      }
      return null;
    },
  },
  {
    title: 'a file gets permissions beside a link to it that is led elsewhere, or removed',
    check: async (open) => {
      const stage = open();
      await fill(stage);
      const { workspace } = stage;
      const located = await workspace.locate('a');
      const mode = located.ok ? located.value.mode : undefined;
      if (mode === undefined) return null;
      const to = { permissions: [{ path: 'a', expectedMode: mode, mode: 0o700 }] };
      const changes = [relink('la', 'a', 'b')];
      const done = [await workspace.rehearse(changes, to.permissions), await workspace.apply(changes, to)];
      const back = { permissions: [{ path: 'b', expectedMode: mode, mode: 0o700 }] };
      done.push(await workspace.apply([relink('la', 'b', null)], back));
      const again = await open().workspace.locate('b');
      const isGiven = again.ok && again.value.mode === 0o700;
      return done.every(({ ok }) => ok) && isGiven ? null : show([done, again]);
    },
  },
  {
    title: 'what is no link text makes no link',
    check: async (open) => {
      const { workspace } = open();
      const wrong: FileWrite = { path: 'x', expected: null, bytes: encode('a'), makesLink: true };
      const applied = await workspace.apply([wrong]);
      return !applied.ok && workspace.readLink('x') === null ? null : show(applied);
    },
  },
  {
    title: 'a link gives way to a folder, and a folder to a link',
    check: async (open) => {
      const stage = open();
      await fill(stage);
      const inner: FileWrite = { path: 'lf/c', expected: null, bytes: encode('own') };
      const there = await stage.workspace.apply([relink('lf', 'folder', null), inner]);
      const told = await tell(open().workspace, 'lf', 'lf/c', 'folder/c');
      const right = 'lf>-:invalid_input lf/c>-:own folder/c>-:folder/c';
      if (!there.ok || told !== right) return `${told} ${show(there)}`;
      const gone: FileWrite = { path: 'lf/c', expected: contentHash(encode('own')), bytes: null };
      const back = await open().workspace.apply([relink('lf', null, 'folder'), gone], {
        removeFolders: ['lf'],
      });
      const again = await tell(open().workspace, 'lf/c', 'folder/c');
      const isBack = open().workspace.readLink('lf') === 'folder';
      return back.ok && isBack && again === 'lf/c>-:folder/c folder/c>-:folder/c'
        ? null
        : `${again} ${show(back)}`;
    },
  },
  {
    title: 'a file gives way to links inside of its path, and nothing is left of them in its place',
    check: async (open) => {
      const stage = open();
      await fill(stage);
      const { workspace } = stage;
      const mended = await workspace.mend(['a', 'a/deep/in'], async () => fail(NOT_KEPT), {
        links: new Set(['a/deep/in']),
      });
      const gone: FileWrite = { path: 'a', expected: contentHash(encode('a')), bytes: null };
      const there = await workspace.apply([gone, relink('a/deep/in', null, '../../b')]);
      const told = await tell(open().workspace, 'a/deep/in');
      return mended.ok && there.ok && told === 'a/deep/in>../../b:b' ? null : show([mended, there, told]);
    },
  },
  {
    title: 'a look sees links, and that one leads elsewhere',
    check: async (open) => {
      const stage = open();
      await fill(stage);
      const look = async (): Promise<ReadonlyMap<string, unknown> | null> => {
        const seen = await stage.workspace.survey({ skips: async () => new Set(), mostFiles: 100 });
        if (!seen.ok || seen.value.files.has('la') || !seen.value.files.isLink('la')) return null;
        return new Map(seen.value.files.links());
      };
      const before = await look();
      const names = [...(before?.keys() ?? [])].toSorted().join(' ');
      if (names !== 'la lb lf out') return names;
      await stage.workspace.apply([relink('la', 'a', 'b')]);
      const after = await look();
      const isOther = show(before?.get('la')) !== show(after?.get('la'));
      return isOther && show(before?.get('lb')) === show(after?.get('lb')) ? null : 'it looks the same';
    },
  },
];
