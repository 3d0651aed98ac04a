import { contentHash } from '../content-hash.ts';
import type { ApplyOptions, FileWrite, Workspace } from '../workspace.ts';
import type { SuiteCase } from './failed-cases.ts';
import { codeOf, encode, show, textOf, writeOne, type WorkspaceStage } from './workspace-stage.ts';

function change(path: string, before: string | null, after: string | null): FileWrite {
  return {
    path,
    expected: before === null ? null : contentHash(encode(before)),
    bytes: after === null ? null : encode(after),
  };
}

async function tell(workspace: Workspace): Promise<string> {
  const paths = ['a', 'f', 'f/b', 'f/deep/c'];
  const texts = await Promise.all(paths.map(async (path) => textOf(workspace, path)));
  return texts.join(' ');
}

const AS_FILE = 'a f not_found not_found';
const AS_FOLDER = 'A invalid_input b c';
const TO_FOLDER = [
  change('a', 'a', 'A'),
  change('f', 'f', null),
  change('f/b', null, 'b'),
  change('f/deep/c', null, 'c'),
];
const TO_FILE = [
  change('f', null, 'f'),
  change('f/b', 'b', null),
  change('f/deep/c', 'c', null),
  change('a', 'A', 'a'),
];
const FOLDERS: ApplyOptions = { removeFolders: ['f', 'f/deep'] };

async function fill(workspace: Workspace): Promise<void> {
  for (const path of ['a', 'f']) await writeOne(workspace, path, encode(path), null);
}

/** What a set promises that makes a folder of a file, or a file of a folder. */
export const workspaceKindCases: readonly SuiteCase<WorkspaceStage>[] = [
  {
    title: 'a file gives way to files inside of its path, and they give way to it again, with their folders',
    check: async (open) => {
      const { workspace } = open();
      await fill(workspace);
      const rehearsed = await workspace.rehearse(TO_FOLDER);
      if (!rehearsed.ok || (await tell(workspace)) !== AS_FILE) return `rehearsed: ${show(rehearsed)}`;
      const there = await workspace.apply(TO_FOLDER);
      if (!there.ok || (await tell(workspace)) !== AS_FOLDER) return show([there, await tell(workspace)]);
      const { files, madeFolders } = there.value;
      if (show(madeFolders) !== show(['f', 'f/deep']) || files.some(({ isOverwritten }) => isOverwritten))
        return show(there);
      const again = await workspace.rehearse(TO_FILE, [], FOLDERS.removeFolders);
      if (!again.ok || (await tell(workspace)) !== AS_FOLDER) return `rehearsed: ${show(again)}`;
      const back = await workspace.apply(TO_FILE, FOLDERS);
      if (!back.ok || back.value.files.some(({ isOverwritten }) => isOverwritten)) return show(back);
      const left = await workspace.list('');
      return (await tell(workspace)) === AS_FILE && left.ok && left.value.length === 2
        ? null
        : show([await tell(workspace), left]);
    },
  },
  {
    title: 'a folder in which anything else lies gives way to no file, and all stays as it was',
    check: async (open) => {
      const { workspace, link } = open();
      await fill(workspace);
      await workspace.apply(TO_FOLDER);
      await writeOne(workspace, 'f/deep/mine', encode('mine'), null);
      const first = [
        await workspace.rehearse(TO_FILE, [], FOLDERS.removeFolders),
        await workspace.apply(TO_FILE, FOLDERS),
      ];
      if (show(first.map(codeOf)) !== show(['invalid_input', 'invalid_input'])) return show(first);
      if ((await textOf(workspace, 'f/deep/mine')) !== 'mine' || (await tell(workspace)) !== AS_FOLDER)
        return `left: ${await tell(workspace)}`;
      await workspace.apply([change('f/deep/mine', 'mine', null)]);
      await link('f/to', '../a');
      const second = await workspace.apply(TO_FILE, FOLDERS);
      return codeOf(second) === 'invalid_input' && (await tell(workspace)) === AS_FOLDER
        ? null
        : show([second, await tell(workspace)]);
    },
  },
  {
    title: 'what is to give way and is not as expected leaves all as it was',
    check: async (open) => {
      const { workspace } = open();
      await fill(workspace);
      const wrong = TO_FOLDER.map((one) => (one.path === 'f' ? change('f', 'other', null) : one));
      for (const set of [wrong, wrong.toReversed()]) {
        const refused = await workspace.apply(set);
        if (codeOf(refused) !== 'stale_file' || (await tell(workspace)) !== AS_FILE) return show(refused);
      }
      await workspace.apply(TO_FOLDER);
      const other = TO_FILE.map((one) => (one.path === 'f/b' ? change('f/b', 'other', null) : one));
      for (const set of [other, other.toReversed()]) {
        const refused = await workspace.apply(set, FOLDERS);
        if (codeOf(refused) !== 'stale_file' || (await tell(workspace)) !== AS_FOLDER) return show(refused);
      }
      return null;
    },
  },
  {
    title: 'nothing gives way that stays: a file that is changed, or a folder of which one file goes',
    check: async (open) => {
      const { workspace } = open();
      await fill(workspace);
      for (const set of [[change('f', 'f', 'F'), change('f/b', null, 'b')], [change('f/b', null, 'b')]]) {
        const refused = await workspace.apply(set);
        if (refused.ok || (await tell(workspace)) !== AS_FILE) return show([set, refused]);
      }
      await workspace.apply(TO_FOLDER);
      const refused = await workspace.apply([change('f', null, 'f'), change('f/b', 'b', null)], FOLDERS);
      return !refused.ok && (await tell(workspace)) === AS_FOLDER ? null : show(refused);
    },
  },
];
