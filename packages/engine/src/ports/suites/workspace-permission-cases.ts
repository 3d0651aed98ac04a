import { contentHash } from '../content-hash.ts';
import type { PermissionChange, Workspace } from '../workspace.ts';
import type { SuiteCase } from './failed-cases.ts';
import { codeOf, encode, show, textOf, writeOne, type WorkspaceStage } from './workspace-stage.ts';

const PATHS = ['a', 'b', 'c', 'd'];

/** Four files, and the permissions that files get here; undefined where the system has none, and nothing is promised. */
async function fill(workspace: Workspace): Promise<number | undefined> {
  for (const path of PATHS) await writeOne(workspace, path, encode(path), null);
  return modeOf(workspace, 'a');
}

async function modeOf(workspace: Workspace, path: string): Promise<number | undefined> {
  const located = await workspace.locate(path);
  return located.ok ? located.value.mode : undefined;
}

/** What is there, each with its permissions. */
async function tell(workspace: Workspace): Promise<string> {
  const told = PATHS.map(async (path) => {
    const mode = await modeOf(workspace, path);
    return `${await textOf(workspace, path)}:${mode?.toString(8) ?? 'none'}`;
  });
  return (await Promise.all(told)).join(' ');
}

const to = (path: string, expectedMode: number, mode: number): PermissionChange => ({
  path,
  expectedMode,
  mode,
});
const write = (path: string, text: string | null) => ({
  path,
  expected: contentHash(encode(path)),
  bytes: text === null ? null : encode(text),
});

/** What a set of changes promises of permissions. */
export const workspacePermissionCases: readonly SuiteCase<WorkspaceStage>[] = [
  {
    title: 'permissions are given beside what is written and removed, and to what is read-only',
    check: async (open) => {
      const { workspace } = open();
      const usual = await fill(workspace);
      if (usual === undefined) return null;
      const first = await workspace.apply(
        [{ ...write('b', 'B'), expectedMode: usual, mode: 0o700 }, write('c', 'C'), write('d', null)],
        { permissions: [to('a', usual, 0o400)] },
      );
      const right = `a:400 B:700 C:${usual.toString(8)} not_found:none`;
      const told = await tell(open().workspace);
      if (!first.ok || told !== right) return `${told} ${show(first)}`;
      const read = await workspace.read('a');
      if (!read.ok || read.value.mode !== 0o400) return show(read);
      const again = await workspace.apply([], { permissions: [to('a', 0o400, usual)] });
      return again.ok && (await modeOf(workspace, 'a')) === usual ? null : show(again);
    },
  },
  {
    title: 'a read-only file is written only by who gives it the right to be written',
    check: async (open) => {
      const { workspace } = open();
      const usual = await fill(workspace);
      if (usual === undefined) return null;
      await workspace.apply([], { permissions: [to('a', usual, 0o400)] });
      const granted = await workspace.apply([{ ...write('a', 'A'), expectedMode: 0o400, mode: 0o600 }]);
      return granted.ok && (await tell(workspace)).startsWith('A:600 ') ? null : show(granted);
    },
  },
  {
    title: 'one file that has other permissions, is gone or is no file leaves all as it was, and is named',
    check: async (open) => {
      const { workspace } = open();
      const usual = await fill(workspace);
      if (usual === undefined) return null;
      await writeOne(workspace, 'folder/e', encode('e'), null);
      const before = await tell(workspace);
      const wrong: readonly (readonly [string, PermissionChange])[] = [
        ['stale_file', to('b', 0o111, 0o700)],
        ['stale_file', to('none', usual, 0o700)],
        ['invalid_input', to('folder', usual, 0o700)],
        ['invalid_input', to('a', usual, 0o700)],
        ['invalid_input', to('./c', usual, 0o700)],
        ['outside_workspace', to('../x', usual, 0o700)],
      ];
      for (const [code, bad] of wrong) {
        const [changes, permissions] = [[write('a', 'A')], [to('c', usual, 0o700), bad]];
        const rehearsed = await workspace.rehearse(changes, permissions);
        const refused = await workspace.apply(changes, { permissions });
        if (codeOf(rehearsed) !== code || refused.ok || refused.error.code !== code)
          return show([bad, rehearsed, refused]);
        if (refused.error.path !== bad.path || (await tell(workspace)) !== before)
          return `${show(refused)} ${await tell(workspace)}`;
      }
      const stale = [write('c', 'C'), { ...write('a', 'A'), expectedMode: 0o111, mode: 0o700 }];
      const written = await workspace.apply(stale, { permissions: [to('b', usual, 0o700)] });
      if (codeOf(await workspace.rehearse(stale)) !== 'stale_file') return 'the rehearsal lets it pass';
      return codeOf(written) === 'stale_file' && (await tell(workspace)) === before ? null : show(written);
    },
  },
];
