import { rmSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { livesHere } from './lives-here.ts';
import { isOwn } from './plain-file.ts';
import { systemReason } from './system-reason.ts';

/** A folder of one process that goes away with it. */
export interface ScratchFolder {
  readonly path: string;
  /** Writes a file below it, as any program would. */
  readonly write: (path: string, text: string) => Promise<Result<void>>;
  /** Also called when the process ends. */
  readonly remove: () => Promise<void>;
}

interface ScratchWish {
  /** What its name begins with; older ones of that name are removed. */
  readonly prefix: string;
  /** What lies in it at first, by path; told where the folder is. */
  readonly files: (folder: string) => Readonly<Record<string, string>>;
  readonly now: Date;
  /** Left out: the folder for temporary files. */
  readonly parent?: string;
}

const OWNER = 'process';
const DAY_MILLISECONDS = 86_400_000;
/** After so long nobody works in it any more, also where the system does not show its processes. */
const LONGEST_MILLISECONDS = 7 * DAY_MILLISECONDS;

export async function makeScratchFolder({
  prefix,
  files,
  now,
  parent = tmpdir(),
}: ScratchWish): Promise<Result<ScratchFolder>> {
  await removeLeft(parent, prefix, now);
  const made = await makeFolder(join(parent, prefix));
  if (!made.ok) return made;
  const folder = made.value;
  const removeNow = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeNow);
  const write = async (path: string, text: string): Promise<Result<void>> =>
    writeText(join(folder, path), text);
  const remove = async (): Promise<void> => {
    process.off('exit', removeNow);
    await rm(folder, { recursive: true, force: true });
  };
  for (const [path, text] of Object.entries({ [OWNER]: `${process.pid}\n`, ...files(folder) })) {
    const written = await write(path, text);
    if (written.ok) continue;
    await remove();
    return written;
  }
  return succeed({ path: folder, write, remove });
}

async function makeFolder(path: string): Promise<Result<string>> {
  try {
    return succeed(await realpath(await mkdtemp(path)));
  } catch (error) {
    return fail(rookError('not_writable', `No scratch folder can be made: ${systemReason(error)}.`));
  }
}

async function writeText(path: string, text: string): Promise<Result<void>> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, text, { mode: 0o600 });
    return succeed(undefined);
  } catch (error) {
    return fail(rookError('not_writable', `${path} cannot be written: ${systemReason(error)}.`));
  }
}

/** What killed processes left, a day later. Only own folders are looked at, and no link is followed. */
export async function removeLeft(parent: string, prefix: string, now: Date): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name);
    const found = name.startsWith(prefix) ? await lstat(folder).catch(() => null) : null;
    if (found === null || !found.isDirectory() || !isOwn(found)) continue;
    const age = now.getTime() - found.mtimeMs;
    if (age < DAY_MILLISECONDS || (age < LONGEST_MILLISECONDS && (await isInUse(folder)))) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isInUse(folder: string): Promise<boolean> {
  const id = Number(await readFile(join(folder, OWNER), 'utf8').catch(() => ''));
  return Number.isInteger(id) && id > 0 && livesHere(id);
}
