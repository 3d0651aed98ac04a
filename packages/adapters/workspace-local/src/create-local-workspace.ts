import { lstatSync, realpathSync, statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import {
  NO_CLONES,
  type FileClones,
  type FileContent,
  type KeptBytes,
  type VouchedFiles,
  type Workspace,
} from '@rook/engine';

import { applyChanges } from './apply-changes.ts';
import type { ApplyWatch } from './apply-watch.ts';
import { liesAside } from './beside-names.ts';
import { findRepository } from './find-repository.ts';
import { listFolder } from './list-folder.ts';
import { locatePath, type Place } from './locate-path.ts';
import { mendFiles } from './mend-files.ts';
import { readBirth } from './read-birth.ts';
import { beingReplaced, readWhole } from './read-file.ts';
import { readLinkIn } from './read-link.ts';
import { rehearseChanges } from './rehearse-changes.ts';
import { createFolderMemory, type FolderMemory } from './remember-folders.ts';
import { surveyFolder } from './survey-folder.ts';
import { createTurns } from './take-turns.ts';

/** No file is held in memory beyond this, whatever the caller allows. */
const MOST_BYTES = 1024 * 1024 * 1024;

/** Sets of changes in one folder wait for each other, also those of several workspaces of this process. */
const turns = createTurns();

/**
 * The files below a folder of this machine. Every path is judged by where it really lies. What is no plain file (a pipe,
 * a socket, a device) is never opened. A link stays, and what it points to is written or removed.
 */
export function createLocalWorkspace(
  root: string,
  {
    watch = () => undefined,
    kept = null,
    keptNotes = null,
    clones = NO_CLONES,
    emptyRepository = () => null,
  }: WorkspaceOptions = {},
): Workspace {
  const named = findRoot(root);
  const spelled = spellAsOnDisk(named);
  const memory = createFolderMemory(kept, keptNotes);
  return {
    root: named,
    clones,
    emptyRepository,
    locate: async (path) => {
      const place = await locatePath(await spelled, path);
      if (!place.ok) return place;
      const { path: inside, kind, bytes, mode, names } = place.value;
      return succeed({
        path: inside,
        kind,
        bytes,
        ...(mode === undefined ? {} : { mode }),
        ...(names === undefined ? {} : { names }),
      });
    },
    stamp: (path) => stampOf(join(named, path)),
    readLink: (path) => readLinkIn(named, path),
    birthOf: (path) => readBirth(join(named, path)),
    repository: () => findRepository(named),
    read: async (path, limits) => readContent(await spelled, path, limits?.maxBytes ?? MOST_BYTES),
    survey: async (options) => {
      const seen = await surveyFolder(await spelled, options, await memory.load());
      if (!seen.ok || options.keeps !== true) return seen;
      const { vouched } = seen.value;
      if (vouched !== null) return succeed({ ...seen.value, vouched: keepAfter(vouched, memory) });
      await memory.keep();
      return seen;
    },
    list: async (path) => listFolder(await spelled, path),
    apply: async (changes, options = {}) => {
      const copies = changes.map((change) => ({ ...change, bytes: change.bytes?.slice() ?? null }));
      const real = await spelled;
      return turns.take(real, async () => applyChanges(real, copies, options, watch));
    },
    rehearse: async (changes, permissions = [], removeFolders = []) =>
      rehearseChanges(await spelled, changes, { permissions, removeFolders }),
    mend: async (paths, keep, options) => {
      const real = await spelled;
      return turns.take(real, async () => mendFiles(real, paths, { ...options, keep, watch }));
    },
  };
}

function keepAfter(vouched: VouchedFiles, memory: FolderMemory): VouchedFiles {
  return {
    count: vouched.count,
    confirm: async (other) => {
      const amended = await vouched.confirm(other);
      await memory.keep();
      return amended;
    },
  };
}

/** For tests. */
export interface WorkspaceOptions {
  readonly watch?: ApplyWatch;
  /** Where what was in the folders is kept, so that another process need not read them again. */
  readonly kept?: KeptBytes | null;
  /** The same for what git noted then. */
  readonly keptNotes?: KeptBytes | null;
  /** Left out: nothing is cloned. */
  readonly clones?: FileClones;
  /** Left out: there is none. */
  readonly emptyRepository?: Workspace['emptyRepository'];
}

/** Of a link that of the link, and of what it leads to. */
function stampOf(path: string): string | null {
  try {
    const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (found === undefined) return null;
    const target = found.isSymbolicLink() ? statSync(path, { bigint: true }) : found;
    return [found, target]
      .map(({ ino, size, mtimeNs, ctimeNs }) => `${ino} ${size} ${mtimeNs} ${ctimeNs}`)
      .join(' ');
  } catch {
    return null;
  }
}

/** A folder that is not there is kept as named; every call then says that it is not there. */
function findRoot(root: string): string {
  try {
    return realpathSync(root);
  } catch {
    return resolve(root);
  }
}

/** Where the letter case does not count, the system knows the folder by another spelling than the user. */
async function spellAsOnDisk(root: string): Promise<string> {
  return process.platform === 'linux' ? root : realpath(root).catch(() => root);
}

/** How often a file that is being replaced is tried again; each try sees the newest. */
const TRIES = 5;

async function readContent(root: string, path: string, maxBytes: number): Promise<Result<FileContent>> {
  for (let tries = 1; ; tries += 1) {
    const place = await locatePath(root, path);
    if (!place.ok) return place;
    const refusal = refuseToRead(path, place.value);
    // Between its old and its new content a file has no name for a moment.
    const isMoving = place.value.kind === 'missing' && liesAside(place.value.real);
    if (refusal !== null && !isMoving) return refusal;
    if (isMoving && tries === TRIES) return fail(beingReplaced(path));
    if (isMoving) continue;
    const read = await readWhole(place.value, { keep: true, maxBytes: Math.min(maxBytes, MOST_BYTES) });
    if (read.ok) {
      const { pieces, hash, found } = read.value;
      const [mode, modified] = [Number(found.mode) & 0o777, Number(found.mtimeNs) / 1_000_000];
      return succeed({ bytes: joinPieces(pieces), hash, mode, modified });
    }
    if (read.error.code !== 'busy' || tries === TRIES) return read;
  }
}

function joinPieces(pieces: readonly Uint8Array[]): Buffer {
  const [first] = pieces;
  if (first === undefined || pieces.length > 1) return Buffer.concat(pieces);
  return Buffer.from(first.buffer, first.byteOffset, first.byteLength);
}

function refuseToRead(path: string, { kind }: Place): Result<never> | null {
  switch (kind) {
    case 'file':
      return null;
    case 'folder':
      return fail(rookError('invalid_input', `${path} is a folder; list it, or read a file in it.`));
    case 'missing':
      return fail(rookError('not_found', explainMissing(path)));
    case 'other':
      return fail(
        rookError(
          'not_readable',
          `${path} is a pipe, a socket or a device, which is never opened; read another.`,
        ),
      );
  }
}

function explainMissing(path: string): string {
  return path.includes('\uFFFD')
    ? `There is no file ${path}; a name whose bytes are no text cannot be given, so rename the file first.`
    : `There is no file ${path}; list its folder or find it by a part of its name.`;
}
