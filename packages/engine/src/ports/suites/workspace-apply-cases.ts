import { fail, rookError, succeed } from '@rook/contract';

import { contentHash } from '../content-hash.ts';
import type { FileWrite, Workspace } from '../workspace.ts';
import type { SuiteCase } from './failed-cases.ts';
import { codeOf, encode, show, textOf, writeOne, type WorkspaceStage } from './workspace-stage.ts';

const hashOf = (text: string) => contentHash(encode(text));

function change(path: string, before: string | null, after: string | null): FileWrite {
  return {
    path,
    expected: before === null ? null : hashOf(before),
    bytes: after === null ? null : encode(after),
  };
}

async function fill(workspace: Workspace): Promise<void> {
  for (const path of ['a', 'src/b', 'src/c']) await writeOne(workspace, path, encode(path), null);
}

/** What is there, as one text. */
async function tell(workspace: Workspace): Promise<string> {
  const paths = ['a', 'src/b', 'src/c', 'new/deep/d', 'e'];
  const texts = await Promise.all(paths.map(async (path) => textOf(workspace, path)));
  return texts.join(' ');
}

const BEFORE = 'a src/b src/c not_found not_found';

/** What a set of changes promises. */
export const workspaceApplyCases: readonly SuiteCase<WorkspaceStage>[] = [
  {
    title: 'a rehearsal refuses what the set itself would be refused for, and writes nothing',
    check: async (open) => {
      const { workspace } = open();
      await fill(workspace);
      const wrong: readonly (readonly FileWrite[])[] = [
        [change('a', 'other', 'A')],
        [change('e', null, 'e'), change('src/b', null, 'B')],
        [change('src', null, 'x')],
        [change('e', null, 'e'), change('e/f', null, 'f')],
        [change('A', null, 'x')],
      ];
      const good = [change('a', 'a', 'A'), change('new/deep/d', null, 'd'), change('src/c', 'src/c', null)];
      for (const changes of [...wrong, good]) {
        const rehearsed = codeOf(await workspace.rehearse(changes));
        const told = await tell(workspace);
        if (told !== BEFORE) return `the rehearsal left ${told}`;
        const applied = codeOf(await workspace.apply(changes));
        if (rehearsed !== applied) return `${show(changes)} is ${rehearsed}, and then ${applied}`;
      }
      return null;
    },
  },
  {
    title: 'a set writes, makes, renames and removes, and says the hash of each file and the folders made',
    check: async (open) => {
      const { workspace } = open();
      await fill(workspace);
      const applied = await workspace.apply([
        change('a', 'a', 'A'),
        { ...change('new/deep/d', null, 'src/c'), modeFrom: 'src/c' },
        change('src/c', 'src/c', null),
        change('e', null, ''),
      ]);
      const told = await tell(open().workspace);
      if (told !== 'A src/b not_found src/c ') return told;
      if (!applied.ok) return show(applied);
      const { files, madeFolders } = applied.value;
      const right = [hashOf('A'), hashOf('src/c'), null, hashOf('')];
      return show(files.map(({ hash }) => hash)) === show(right) &&
        show(madeFolders) === show(['new', 'new/deep'])
        ? null
        : show(applied);
    },
  },
  {
    title: 'before the permit no file is touched and no folder made, and a refusal leaves nothing',
    check: async (open) => {
      const { workspace } = open();
      await fill(workspace);
      const edit = change('a', 'a', 'A');
      const sets = [
        [edit],
        [edit, change('src/c', 'src/c', null), change('e', null, 'e')],
        [edit, change('new/deep/d', null, 'd')],
      ];
      const look = async () => {
        const folder = await workspace.locate('new');
        return `${await tell(workspace)} ${folder.ok ? folder.value.kind : folder.error.code}`;
      };
      const denied = rookError('journal_unavailable', 'The line could not be written.');
      for (const set of sets) {
        const seen: string[] = [];
        const refused = await workspace.apply(set, {
          permit: async () => {
            seen.push(await look());
            return fail({ ...denied, path: null, isUndone: true, displaced: [] });
          },
        });
        if (codeOf(refused) !== denied.code || show(seen) !== show([`${BEFORE} missing`]))
          return show([set, seen, refused]);
        const left = await workspace.list('');
        if ((await look()) !== `${BEFORE} missing` || !left.ok || left.value.length !== 2)
          return `left: ${show([await look(), left])}`;
      }
      const seen: string[] = [];
      const allowed = await workspace.apply([edit, change('new/deep/d', null, 'd')], {
        permit: async () => {
          seen.push(await look());
          return succeed(undefined);
        },
      });
      const right = allowed.ok && show(seen) === show([`${BEFORE} missing`]);
      return right && (await tell(workspace)) === 'A src/b src/c d not_found' ? null : show([seen, allowed]);
    },
  },
  {
    title: 'one file that is not as expected leaves all as it was, and is named',
    check: async (open) => {
      const { workspace } = open();
      await fill(workspace);
      const good = [change('a', 'a', 'A'), change('new/deep/d', null, 'd'), change('src/c', 'src/c', null)];
      for (const bad of [change('src/b', 'other', 'B'), change('src/b', null, 'B'), change('e', 'e', 'E')]) {
        for (const set of [
          [bad, ...good],
          [...good, bad],
        ]) {
          const refused = await workspace.apply(set);
          if (refused.ok || refused.error.code !== 'stale_file' || refused.error.path !== bad.path)
            return show(refused);
          if (!refused.error.isUndone || (await tell(workspace)) !== BEFORE) return await tell(workspace);
        }
      }
      const folder = await workspace.locate('new');
      return folder.ok && folder.value.kind === 'missing' ? null : 'a folder was left';
    },
  },
  {
    title: 'a path that leads out refuses the whole set',
    check: async (open) => {
      const { workspace, link } = open();
      await fill(workspace);
      await link('up', '..');
      for (const path of ['../x', 'up/x', `${workspace.root}-twin/x`]) {
        const refused = await workspace.apply([change('a', 'a', 'A'), change(path, null, 'x')]);
        if (codeOf(refused) !== 'outside_workspace' || (await tell(workspace)) !== BEFORE)
          return `${path}: ${show(refused)}`;
      }
      return null;
    },
  },
  {
    title: 'two changes of one file, or of a file and what would lie inside it, are refused',
    check: async (open) => {
      const { workspace, link } = open();
      await fill(workspace);
      await link('same', 'a');
      const sets = [
        [change('a', 'a', 'A'), change('./a', 'a', 'B')],
        [change('a', 'a', 'A'), change('same', 'a', 'B')],
        [change('a', 'a', null), change('a', null, 'B')],
        [change('e', null, 'x'), change('e/f', null, 'y')],
        [change('e/f', null, 'y'), change('e', null, 'x')],
        [change('e', null, null)],
      ];
      for (const set of sets) {
        const refused = await workspace.apply(set);
        if (refused.ok || (await tell(workspace)) !== BEFORE) return show([set, refused]);
      }
      return null;
    },
  },
  {
    title: 'a new name that differs from another only in spelling is refused; a name may be spelled anew',
    check: async (open) => {
      const { workspace } = open();
      await fill(workspace);
      await writeOne(workspace, 'Stra\u00DFe/Caf\u00E9', encode('x'), null);
      const sets = [
        [change('SRC/B', null, 'x')],
        [change('src/B', null, 'x')],
        [change('Stra\u00DFe/Cafe\u0301', null, 'x')],
        [change('e', null, 'x'), change('E', null, 'y')],
      ];
      for (const set of sets) {
        const refused = await workspace.apply(set);
        if (codeOf(refused) !== 'invalid_input' && codeOf(refused) !== 'stale_file')
          return show([set, refused]);
      }
      const renamed = await workspace.apply([change('B', null, 'src/b'), change('src/b', 'src/b', null)]);
      return renamed.ok && (await textOf(workspace, 'B')) === 'src/b' ? null : show(renamed);
    },
  },
  {
    title: 'an empty set is applied, and there is nothing to mend',
    check: async (open) => {
      const { workspace } = open();
      await fill(workspace);
      const applied = await workspace.apply([]);
      const mended = await workspace.mend(['a', 'none', '../x'], async (_path, bytes) => ({
        ok: true,
        value: contentHash(bytes),
      }));
      const right = applied.ok && mended.ok && mended.value.length === 0;
      return right && (await tell(workspace)) === BEFORE ? null : show([applied, mended]);
    },
  },
];
