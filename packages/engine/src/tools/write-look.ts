import { STAMP_NUMBERS } from '../ports/file-table.ts';
import type { Repository, Workspace } from '../ports/workspace.ts';
import type { CloneHold } from './hold-clones.ts';
import { createIgnoreRules } from './ignore-rules.ts';
import type { KeptIndex, KeptLook, LookHead } from './kept-look.ts';
import { LOOK_FORMAT } from './parse-look.ts';

interface LookToDescribe extends Pick<KeptLook, 'looked' | 'before' | 'also' | 'intent'> {
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
  { looked, before, also, intent, held, clones, repository, read: readIndex }: LookToDescribe,
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
  });
}

/** As pieces that are written one behind the other. */
function writeLook(look: KeptLook): readonly Uint8Array[] {
  const { before, index, held } = look;
  const { folders, numbers } = before.files;
  let count = 0;
  const table: string[] = [];
  for (const [folder, { names, count: told }] of folders) {
    table.push(
      `[${JSON.stringify(folder)},${names.length === told ? textOf(names) : JSON.stringify(names.slice(0, told))}]`,
    );
    count += told;
  }
  const all = new Float64Array(count * STAMP_NUMBERS);
  let next = 0;
  for (const { start, count: told } of folders.values()) {
    all.set(numbers.subarray(start, start + told * STAMP_NUMBERS), next);
    next += told * STAMP_NUMBERS;
  }
  const head: Omit<LookHead, 'table'> = {
    format: LOOK_FORMAT,
    looked: look.looked,
    intent: look.intent,
    outer: look.outer,
    also: look.also,
    folders: [...before.folders],
    left: [...before.left],
    index: index === null ? null : describeIndex(index),
    held: [...held].map(([path, { bytes }]) => [path, bytes.length]),
    clones: [...look.clones],
  };
  const text = new TextEncoder().encode(`{"table":[${table.join(',')}],${JSON.stringify(head).slice(1)}`);
  const length = new Uint8Array(new Float64Array([text.length]).buffer);
  const contents = Buffer.concat([...held.values()].map(({ bytes }) => bytes));
  return [length, text, new Uint8Array(all.buffer), ...(index === null ? [] : [index.bytes]), contents];
}

const texts = new WeakMap<readonly string[], string>();

/** Of two looks that found the same names the list is the same one, and is written once. */
function textOf(names: readonly string[]): string {
  const known = texts.get(names);
  if (known !== undefined) return known;
  const text = JSON.stringify(names);
  texts.set(names, text);
  return text;
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
