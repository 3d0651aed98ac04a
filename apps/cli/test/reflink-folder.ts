import { spawnSync } from 'node:child_process';
import {
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder on a file system that can clone files. */
export interface ReflinkFolder {
  readonly path: string;
  /** The file system is the test's own: it may be filled. */
  readonly isOwn: boolean;
  /** Leaves nothing mounted. */
  readonly close: () => void;
}

const IMAGE_BYTES = 400 * 1024 * 1024;
const MAKERS = [
  ['mkfs.btrfs', '-q'],
  ['mkfs.xfs', '-q'],
] as const;

/** The folder that ROOK_REFLINK_FOLDER names, or one that is mounted for the tests, as root can; null where there is neither. */
export function openReflinkFolder(): ReflinkFolder | null {
  const named = process.env['ROOK_REFLINK_FOLDER'] ?? '';
  if (named !== '') return openNamed(named);
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  for (const [maker, quiet] of MAKERS) {
    const mounted = mountImage(maker, quiet);
    if (mounted !== null) return mounted;
  }
  return null;
}

function openNamed(named: string): ReflinkFolder {
  const path = mkdtempSync(join(named, 'rook-reflink-'));
  if (!clonesIn(path)) throw new Error(`ROOK_REFLINK_FOLDER names ${named}, where nothing can be cloned.`);
  return { path, isOwn: false, close: () => rmSync(path, { recursive: true, force: true }) };
}

function mountImage(maker: string, quiet: string): ReflinkFolder | null {
  const folder = mkdtempSync(join(tmpdir(), 'rook-reflink-'));
  const [image, path] = [join(folder, 'image'), join(folder, 'mounted')];
  writeFileSync(image, '');
  truncateSync(image, IMAGE_BYTES);
  mkdirSync(path);
  let isOpen = true;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    process.off('exit', close);
    // What still runs in it lets go of it a moment later.
    if (!runs('umount', path)) runs('umount', '--lazy', path);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', close);
  if (runs(maker, quiet, image) && runs('mount', '-o', 'loop', image, path) && clonesIn(path))
    return { path, isOwn: true, close };
  close();
  return null;
}

function runs(program: string, ...words: readonly string[]): boolean {
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
  return spawnSync(program, words, { stdio: 'ignore', env }).status === 0;
}

function clonesIn(folder: string): boolean {
  const probe = join(folder, 'probe');
  try {
    writeFileSync(probe, 'probe');
    copyFileSync(probe, `${probe}.clone`, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    return false;
  } finally {
    for (const path of [probe, `${probe}.clone`]) rmSync(path, { force: true });
  }
}

/** For who reads what the tests say: a machine that mounts nothing is no failure, and nobody should take it for a proof. */
export function sayWithoutReflinks(): void {
  process.stderr.write(
    '! Clones were NOT tried on a file system that can clone: set ROOK_REFLINK_FOLDER, or run as root with mkfs.btrfs.\n',
  );
}
