import { posix } from 'node:path';

import { fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';

import { contentHash } from '../content-hash.ts';
import { createFileTable, type FileStamp, type FillingTable, type ToldNumbers } from '../file-table.ts';
import { namesOfList } from '../folder-names.ts';
import type { FolderItem, LocatedPath, Survey, Workspace } from '../workspace.ts';
import { applyToFake, rehearseOnFake, USUAL_MODE, type GivesWay } from './fake-apply.ts';
import { createFakeClones } from './fake-clones.ts';

const ROOT = '/workspace';
const MOST_LINKS = 40;

/** A workspace of files in memory, with links by the path they lie at; a link's target is as in a file system. */
export function createFakeWorkspace(
  initial: ReadonlyMap<string, string | Uint8Array> = new Map(),
  links: Map<string, string> = new Map<string, string>(),
): Workspace {
  const files = new Map([...initial].map(([path, content]) => [path, toBytes(content)]));
  const modes = new Map<string, number>();
  const modeOf = (path: string): number => modes.get(path) ?? USUAL_MODE;

  function locate(path: string): Result<LocatedPath> {
    const found = resolveLinks(path, links);
    if (!found.ok) return found;
    const bytes = files.get(found.value);
    if (bytes !== undefined)
      return succeed({ path: found.value, kind: 'file', bytes: bytes.length, mode: modeOf(found.value) });
    const isFolder = isIn(files, found.value);
    if (!isFolder && leadsNowhere(path, links, (place) => isIn(files, place)))
      return fail(rookError('not_found', `${path} is a link that leads to nothing.`));
    return succeed({ path: found.value, kind: isFolder ? 'folder' : 'missing', bytes: null });
  }

  /** The real path, if it has the content that is expected. */
  function compare(path: string, expected: ContentHash | null, givesWay: GivesWay): Result<string> {
    const located = locate(path);
    if (!located.ok) return located;
    const { path: real, kind } = located.value;
    const below = [...files.keys(), ...links.keys()].filter((file) => file.startsWith(`${real}/`));
    if (kind === 'folder' && !(expected === null && below.every((file) => givesWay(file))))
      return fail(rookError('invalid_input', `${path} is a folder. Nothing was written.`));
    const bytes = files.get(real);
    const current = bytes === undefined ? null : contentHash(bytes);
    return current === expected
      ? succeed(real)
      : fail(rookError('stale_file', `${path} is not what was shown. Nothing was written.`));
  }
  const locateLink = (path: string): string | null => findLink(path, links);
  const fake = { files, modes, links, compare, locate, locateLink };
  return {
    root: ROOT,
    clones: createFakeClones(files, stampOf),
    emptyRepository: () => null,
    locate: async (path) => locate(path),
    stamp: (path) => {
      const located = locate(path);
      const bytes = located.ok ? files.get(located.value.path) : undefined;
      return bytes === undefined ? null : contentHash(bytes);
    },
    readLink: (path) => links.get(locateLink(path) ?? '') ?? null,
    birthOf: () => null,
    repository: () => null,
    read: async (path, limits) => {
      const located = locate(path);
      if (!located.ok) return located;
      if (located.value.kind === 'folder') return fail(rookError('invalid_input', `${path} is a folder.`));
      const bytes = files.get(located.value.path);
      if (bytes === undefined) return fail(rookError('not_found', `There is no file ${path}.`));
      if (bytes.length > (limits?.maxBytes ?? Infinity))
        return fail(rookError('too_large', `${path} has ${bytes.length} bytes, which is too many.`));
      return succeed({ bytes: bytes.slice(), hash: contentHash(bytes), mode: modeOf(located.value.path) });
    },
    survey: async () => succeed(surveyOf(files, links)),
    list: async (path) => {
      const located = locate(path);
      if (!located.ok) return located;
      const { kind, path: real } = located.value;
      if (kind === 'missing') return fail(rookError('not_found', `There is no folder ${path}.`));
      if (kind === 'file') return fail(rookError('invalid_input', `${path} is no folder.`));
      return succeed(listFolder(files.keys(), links.keys(), real));
    },
    apply: async (changes, options) => {
      const copies = changes.map((change) => ({ ...change, bytes: change.bytes?.slice() ?? null }));
      // What is refused anyway needs no permit; what was changed while it was waited for is refused then.
      const { permissions = [], permit } = options ?? {};
      const tried = rehearseOnFake(fake, copies, permissions);
      const allowed = tried.ok ? await permit?.() : tried;
      return allowed?.ok === false ? allowed : applyToFake(fake, copies, permissions);
    },
    rehearse: async (changes, permissions = []) => rehearseOnFake(fake, changes, permissions),
    mend: async () => succeed([]),
  };
}

function surveyOf(files: ReadonlyMap<string, Uint8Array>, links: ReadonlyMap<string, string>): Survey {
  const folders = new Set([...files.keys(), ...links.keys()].flatMap((path) => foldersOf(path)));
  const table = tableOf(files, links);
  for (const folder of folders) if (!table.folders.has(folder)) table.open(folder, namesOfList([]));
  return { files: table, folders, ...WHOLE };
}

const WHOLE = { isWhole: true, vouched: null, left: new Set<string>(), add: () => undefined };

function tableOf(files: ReadonlyMap<string, Uint8Array>, links: ReadonlyMap<string, string>): FillingTable {
  const table = createFileTable(files.size);
  const told = [
    ...[...files].map(([path, bytes]) => [path, tellOf(bytes)] as const),
    ...[...links].map(([path, target]) => [path, { ...tellOf(toBytes(target)), mode: 0o12_0777 }] as const),
  ];
  const byFolder = Map.groupBy(told, ([path]) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  for (const [folder, entries] of byFolder) {
    const names = entries.map(([path]) => path.slice(path.lastIndexOf('/') + 1));
    table.open(folder, namesOfList(names));
    for (const [, numbers] of entries) table.put(numbers);
  }
  return table;
}

/** The content decides it, so that another content is another stamp. */
function tellOf(bytes: Uint8Array): ToldNumbers {
  const modified = Number.parseInt(contentHash(bytes).slice(-12), 16);
  return { size: bytes.length, mode: 0o10_0644, ino: 1, mtimeMs: modified, ctimeMs: modified };
}

function stampOf(bytes: Uint8Array): FileStamp {
  const { size, mode, ino: inode, mtimeMs: modified, ctimeMs: changed } = tellOf(bytes);
  return { size, mode, inode, modified, changed };
}

function foldersOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}

function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content.slice();
}

function resolveLinks(path: string, links: ReadonlyMap<string, string>): Result<string> {
  if (path.includes('\0')) return fail(rookError('invalid_input', 'The path holds a NUL character.'));
  const named = inside(posix.resolve(ROOT, path));
  if (named === null) return outside(path);
  const waiting = named.split('/');
  let real = ROOT;
  let followed = 0;
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const next = posix.resolve(real, name);
    const target = links.get(inside(next) ?? '');
    if (target === undefined) real = next;
    else if (followed === MOST_LINKS)
      return fail(rookError('not_readable', `The links of ${path} lead in a circle.`));
    else {
      followed += 1;
      if (posix.isAbsolute(target)) real = '/';
      waiting.unshift(...target.split('/'));
    }
  }
  const found = inside(real);
  return found === null ? outside(path) : succeed(found);
}

function isIn(files: ReadonlyMap<string, unknown>, place: string): boolean {
  return place === '' || [...files.keys()].some((file) => file === place || file.startsWith(`${place}/`));
}

/** Where the link itself lies; null where there is none. */
function findLink(path: string, links: ReadonlyMap<string, string>): string | null {
  const named = posix.normalize(path);
  const above = resolveLinks(posix.dirname(named), links);
  const isThere = above.ok && posix.join(above.value, posix.basename(named)) === named && links.has(named);
  return isThere ? named : null;
}

/** Whether a link on the way leads to what is not there. */
function leadsNowhere(
  path: string,
  links: ReadonlyMap<string, string>,
  isThere: (place: string) => boolean,
): boolean {
  const names = path.split('/');
  return names.some((_name, index) => {
    const way = names.slice(0, index + 1).join('/');
    const above = resolveLinks(names.slice(0, index).join('/') || '.', links);
    const isLink = above.ok && links.has(posix.join(above.value, names[index] ?? ''));
    const target = resolveLinks(way, links);
    return isLink && target.ok && !isThere(target.value);
  });
}

function inside(full: string): string | null {
  if (full === ROOT) return '';
  return full.startsWith(`${ROOT}/`) ? full.slice(ROOT.length + 1) : null;
}

function outside(path: string): Result<never> {
  return fail(rookError('outside_workspace', `${path} lies outside the workspace.`));
}

function listFolder(files: Iterable<string>, links: Iterable<string>, folder: string): FolderItem[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const items = new Map<string, FolderItem>();
  for (const [kind, paths] of [
    ['file', files],
    ['link', links],
  ] as const) {
    for (const path of paths) {
      if (!path.startsWith(prefix)) continue;
      const [name = '', ...deeper] = path.slice(prefix.length).split('/');
      items.set(name, { name, kind: deeper.length === 0 ? kind : 'folder' });
    }
  }
  return [...items.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
