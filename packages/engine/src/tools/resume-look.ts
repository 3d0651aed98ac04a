import type { GitIndex } from '../edits/parse-git-index.ts';
import { hasName } from '../ports/folder-names.ts';
import type { FileStamp, Repository, Survey, Workspace } from '../ports/workspace.ts';
import type { createConvertedFinder } from './find-converted.ts';
import { NOTHING_HELD, type CloneHold } from './hold-clones.ts';
import type { KeptLook } from './kept-look.ts';
import { NO_GIT, understand } from './known-index.ts';

/** What a comparison with a look of another process needs. */
interface ResumedLook {
  readonly before: Survey;
  readonly looked: number;
  readonly known: KeptLook['held'];
  readonly clones: CloneHold;
  readonly links: KeptLook['links'];
  readonly index: (after: Survey) => Promise<GitIndex>;
  readonly read: () => ReturnType<Repository['readIndex']>;
  readonly also: readonly string[];
  readonly repository: Repository | null;
}

type ReadConverted = ReturnType<typeof createConvertedFinder>;

/** Old bytes are where they were for the process that looked: what it wrote down of them, and git. */
export function resumeLook(workspace: Workspace, look: KeptLook, readConverted: ReadConverted): ResumedLook {
  const { before, looked, held, also, links } = look;
  const found = workspace.repository();
  const isSame = found?.folder === look.index?.folder && found?.prefix === look.index?.prefix;
  const repository = isSame ? found : null;
  return {
    before,
    looked,
    known: held,
    clones: findClones(workspace, look.clones),
    links,
    also,
    read: async () => look.index,
    repository,
    index: async (after) => {
      if (look.index === null || repository === null) return NO_GIT;
      const git = understand(look.index, repository.prefix);
      const outer = repository.attributes().map(({ key }) => key);
      const isKnown = areAttributesSame(before, after) && outer.join('\0') === look.outer.join('\0');
      return isKnown ? (await readConverted(before.files))(git) : withoutContents(git);
    },
  };
}

/** Those that the other process took. All of them go when somebody has looked after what killed processes left. */
function findClones({ clones }: Workspace, names: KeptLook['clones']): CloneHold {
  return {
    ...NOTHING_HELD,
    read: async (path) => clones.find(names.get(path) ?? '')?.read() ?? null,
    names: () => names,
  };
}

const ATTRIBUTES = '.gitattributes';

/** Whether those of before can still be read. What was made since did not count then. */
function areAttributesSame(before: Survey, after: Survey): boolean {
  for (const [folder, { names }] of before.files.folders) {
    if (!hasName(names, ATTRIBUTES)) continue;
    const path = folder === '' ? ATTRIBUTES : `${folder}/${ATTRIBUTES}`;
    const [was, is] = [before.files.get(path), after.files.get(path)];
    if (was !== undefined && (is === undefined || !isSameStamp(was, is))) return false;
  }
  return true;
}

function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.changed === b.changed && a.modified === b.modified && a.size === b.size && a.inode === b.inode;
}

/** It is known which files git has, and not in which form. */
function withoutContents(git: GitIndex): GitIndex {
  return { ...git, fits: () => false, inFolder: () => () => false };
}
