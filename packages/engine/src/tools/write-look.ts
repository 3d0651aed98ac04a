import { STAMP_NUMBERS } from '../ports/file-table.ts';
import { joinNames } from '../ports/folder-names.ts';
import type { Repository, Workspace } from '../ports/workspace.ts';
import type { CloneHold } from './hold-clones.ts';
import { createIgnoreRules } from './ignore-rules.ts';
import { FOLDER_NUMBERS, type KeptIndex, type KeptLook, type LookHead } from './kept-look.ts';
import { LOOK_FORMAT } from './parse-look.ts';

interface LookToDescribe extends Pick<KeptLook, 'looked' | 'before' | 'also' | 'intent' | 'links'> {
  /** What is held in memory. */
  readonly held: ReadonlyMap<string, { readonly bytes: Uint8Array }>;
  readonly clones: Pick<CloneHold, 'names'>;
  readonly repository: Repository | null;
  /** What git's index is read from. */
  readonly read: () => ReturnType<Repository['readIndex']>;
}

/** All that another process needs to go on with a look. */
export async function describeLook(
  { workspace, ignore }: { readonly workspace: Workspace; readonly ignore: readonly string[] },
  { looked, before, also, intent, held, clones, links, repository, read: readIndex }: LookToDescribe,
): Promise<readonly Uint8Array[]> {
  const read = await readIndex();
  const index =
    repository === null || read === null
      ? null
      : { ...read, folder: repository.folder, prefix: repository.prefix };
  return writeLook({
    looked,
    before,
    also,
    intent,
    held: await chooseCopied(workspace, ignore, { held, before }),
    index,
    outer: repository?.attributes().map(({ key }) => key) ?? [],
    clones: clones.names(),
    links,
  });
}

/** As pieces that are written one behind the other. */
function writeLook(look: KeptLook): readonly Uint8Array[] {
  const { before, index, held } = look;
  const { folders: tables } = before.files;
  const { told, paths, names } = writeNames(before);
  const head: LookHead = {
    format: LOOK_FORMAT,
    looked: look.looked,
    intent: look.intent,
    outer: look.outer,
    also: look.also,
    tables: tables.size,
    paths: paths.length,
    names: names.length,
    folders: [...before.folders].filter((folder) => !tables.has(folder)),
    left: [...before.left],
    index: index === null ? null : describeIndex(index),
    held: [...held].map(([path, { bytes }]) => [path, bytes.length]),
    clones: [...look.clones],
    links: [...look.links].map(([path, { target }]) => [path, target]),
  };
  const text = Buffer.from(JSON.stringify(head));
  const length = bytesOf(new Float64Array([text.length]));
  const contents = Buffer.concat([...held.values()].map(({ bytes }) => bytes));
  const numbers = bytesOf(packNumbers(before.files));
  return [length, text, told, numbers, paths, names, ...(index === null ? [] : [index.bytes]), contents];
}

/** What is written of the names of a look; it can be had before it is known that nothing else is other. */
interface WrittenNames extends Record<'told' | 'paths' | 'names', Uint8Array> {
  /** Of so many folders: further ones may come. */
  readonly count: number;
}

const namesOf = new WeakMap<object, WrittenNames>();

/** Whoever waits for others can have this done meanwhile. */
export function writeNames({ files, folders }: KeptLook['before']): WrittenNames {
  const known = namesOf.get(files);
  if (known?.count === files.folders.size) return known;
  const { told, names } = writeTables({ files, folders });
  const paths = Buffer.from([...files.folders.keys()].join('\0'));
  const all = { told, paths, names, count: files.folders.size };
  namesOf.set(files, all);
  return all;
}

/** What stands for each folder, and the names in all of them. */
function writeTables({
  files,
  folders,
}: Pick<KeptLook['before'], 'files' | 'folders'>): Record<'told' | 'names', Uint8Array> {
  const told = new Float64Array(files.folders.size * FOLDER_NUMBERS);
  const texts: string[] = [];
  let at = 0;
  for (const [folder, { names, count }] of files.folders) {
    const text = joinNames(names);
    told[at] = count;
    told[at + 1] = text.length;
    told[at + 2] = folders.has(folder) ? 1 : 0;
    at += FOLDER_NUMBERS;
    texts.push(text);
  }
  return { told: bytesOf(told), names: Buffer.from(texts.join('\0')) };
}

/** Those of all folders, in their order; most tables have them so already. */
function packNumbers({ folders, numbers }: KeptLook['before']['files']): Float64Array {
  let [end, isPacked] = [0, true];
  for (const { start, count } of folders.values()) {
    isPacked &&= start === end;
    end += count * STAMP_NUMBERS;
  }
  if (isPacked) return numbers.subarray(0, end);
  const all = new Float64Array(end);
  let next = 0;
  for (const { start, count } of folders.values()) {
    all.set(numbers.subarray(start, start + count * STAMP_NUMBERS), next);
    next += count * STAMP_NUMBERS;
  }
  return all;
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function describeIndex({ bytes, written, folder, prefix }: KeptIndex): NonNullable<LookHead['index']> {
  return { length: bytes.length, written, folder, prefix };
}

/** So much of what is held in memory is written before a command begins, what was modified last first. */
const COPIED_FILES = 500;
const COPIED_BYTES = 4_000_000;

/** What of it is kept on the disk too. What is ignored never counts, and may be what nobody should have twice. */
async function chooseCopied(
  workspace: Pick<Workspace, 'read' | 'stamp'>,
  ignore: readonly string[],
  { held, before }: Pick<LookToDescribe, 'held' | 'before'>,
): Promise<KeptLook['held']> {
  const rules = createIgnoreRules(workspace, ignore);
  const modified = (path: string): number => before.files.get(path)?.modified ?? 0;
  const files = [...held].map(([path, file]) => ({ path, file, modified: modified(path) }));
  const chosen = new Map<string, { readonly bytes: Uint8Array }>();
  let room = COPIED_BYTES;
  for (const { path, file } of files.toSorted((a, b) => b.modified - a.modified)) {
    if (chosen.size === COPIED_FILES) break;
    if (file.bytes.length > room || (await rules.isIgnored(path)) !== null) continue;
    room -= file.bytes.length;
    chosen.set(path, file);
  }
  return chosen;
}
