import { rmSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { SAMPLE_FILES } from './sample-files.ts';
import { makeTourScript, makeTourSettings } from './tour-script.ts';

/** The scratch copy of one tour. */
export interface TourFolder {
  readonly home: string;
  readonly workspace: string;
  /** Also called when the process ends. */
  readonly remove: () => Promise<void>;
}

const PREFIX = 'rook-tour-';
const OWNER = 'process';
const DAY_MILLISECONDS = 86_400_000;

export async function makeTourFolder(now: Date, parent = tmpdir()): Promise<Result<TourFolder>> {
  try {
    await removeLeft(parent, now);
    const folder = await realpath(await mkdtemp(join(parent, PREFIX)));
    const [home, workspace] = [join(folder, 'home'), join(folder, 'corner-shop')];
    const atExit = (): void => rmSync(folder, { recursive: true, force: true });
    process.once('exit', atExit);
    const script = join(home, 'tour.json');
    const own = {
      [join(folder, OWNER)]: `${process.pid}\n`,
      [script]: `${JSON.stringify(makeTourScript(), null, 2)}\n`,
      [join(home, 'settings.json')]: makeTourSettings(script),
    };
    const sample = Object.entries(SAMPLE_FILES).map(([path, text]) => [join(workspace, path), text] as const);
    for (const [path, text] of [...Object.entries(own), ...sample]) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(path, text, { mode: 0o600 });
    }
    return succeed({
      home,
      workspace,
      remove: async () => {
        process.off('exit', atExit);
        await rm(folder, { recursive: true, force: true });
      },
    });
  } catch (error) {
    return fail(rookError('not_writable', `The scratch copy of the tour cannot be made: ${String(error)}`));
  }
}

/** What killed processes left, a day later. Only own folders are looked at, and no link is followed. */
async function removeLeft(parent: string, now: Date): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name);
    const found = name.startsWith(PREFIX) ? await lstat(folder).catch(() => null) : null;
    if (found === null || !found.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) continue;
    if (now.getTime() - found.mtimeMs < DAY_MILLISECONDS || (await isInUse(folder))) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isInUse(folder: string): Promise<boolean> {
  const id = Number(await readFile(join(folder, OWNER), 'utf8').catch(() => ''));
  if (!Number.isInteger(id) || id <= 0) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
