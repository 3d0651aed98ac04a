import { posix } from 'node:path';

import {
  fail,
  parseFileChange,
  rookError,
  succeed,
  type FileChange,
  type LineOperation,
  type Result,
  type RookError,
  type SearchEdit,
} from '@rook/contract';

import { parsePatch, type PatchPart } from './parse-patch.ts';
import { parseUnifiedDiff, type Hunk } from './parse-unified-diff.ts';

/** One thing that is done with one file. */
export type FileStep =
  | { readonly kind: 'write'; readonly content: string; readonly mode?: number }
  | { readonly kind: 'lines'; readonly operations: readonly LineOperation[] }
  | { readonly kind: 'edits'; readonly edits: readonly SearchEdit[] }
  | {
      readonly kind: 'hunks';
      readonly hunks: readonly Hunk[];
      readonly removesFile: boolean;
      /** Of a file that the hunks make. */
      readonly mode?: number;
    }
  | { readonly kind: 'delete' }
  | { readonly kind: 'rename'; readonly to: string };

/** All that one reply does with one file, in its order. */
export interface PathChange {
  readonly path: string;
  readonly steps: readonly FileStep[];
  readonly hashes: readonly string[];
  readonly error: RookError | null;
}

export interface ReadChanges {
  readonly changes: readonly PathChange[];
  /** `fileChanges[0].colour`: fields that mean nothing here. */
  readonly unknownFields: readonly string[];
}

interface GatheredChange {
  readonly path: string;
  readonly steps: FileStep[];
  readonly hashes: string[];
  error: RookError | null;
  /** How many separate changes name the file. */
  parts: number;
}

/** Reads the file changes of a reply in every format, gathered by file. */
export function readChanges(
  fileChanges: readonly unknown[],
  fileHashes: Readonly<Record<string, string>>,
): ReadChanges {
  const gathered = new Map<string, GatheredChange>();
  const unknownFields: string[] = [];
  const known = gatherHashes(fileHashes);
  const gather = (key: string, path: string): GatheredChange => {
    const place = gathered.get(key) ?? {
      path,
      steps: [],
      hashes: [...(known.get(path) ?? [])],
      error: null,
      parts: 0,
    };
    gathered.set(key, place);
    return place;
  };
  for (const [index, fileChange] of fileChanges.entries()) {
    const parsed = parseFileChange(fileChange);
    if (parsed.ok) {
      for (const name of parsed.value.unknownFields) unknownFields.push(`fileChanges[${index}].${name}`);
    }
    const path = pathOf(fileChange);
    const read = parsed.ok
      ? readChange(parsed.value.change)
      : fail(rookError('malformed', `The file change ${index + 1} is wrong at ${parsed.error}.`));
    if (!read.ok) {
      const place = gather(path === '' ? `\0${index}` : path, path);
      place.error ??= read.error;
      continue;
    }
    for (const { path: named, steps } of read.value) {
      const place = gather(named, named);
      for (const step of steps) place.steps.push(step);
      place.parts += 1;
      const hash = parsed.ok ? parsed.value.change.hash : undefined;
      if (hash !== undefined) place.hashes.push(hash);
    }
  }
  return { changes: [...gathered.values()].map(closeChange), unknownFields };
}

/** Two spellings of one path are one file: every hash that is given for it must be right. */
function gatherHashes(fileHashes: Readonly<Record<string, string>>): ReadonlyMap<string, string[]> {
  const known = new Map<string, string[]>();
  for (const [path, hash] of Object.entries(fileHashes)) {
    const plain = plainPath(path);
    const hashes = known.get(plain) ?? [];
    hashes.push(hash);
    known.set(plain, hashes);
  }
  return known;
}

/** Of a rename and a separate change of the old name nobody knows which name the change is meant for. */
function closeChange({ path, steps, hashes, error, parts }: GatheredChange): PathChange {
  const renames = steps.filter(({ kind }) => kind === 'rename').length;
  if (error !== null || parts < 2 || renames === 0 || renames === steps.length) {
    return { path, steps, hashes, error };
  }
  const sentence = `The reply renames ${path} and changes it in a separate change; put renameTo into the change itself.`;
  return { path, steps, hashes, error: rookError('malformed', sentence) };
}

/**
 * One spelling for each path. Blanks at its ends are a part of the name: without them it would be another file.
 * Whether it leads out of the workspace is for the caller to find.
 */
function plainPath(path: string): string {
  const plain = posix.normalize(path);
  return plain === '.' ? '' : plain;
}

export function pathOf(fileChange: unknown): string {
  if (typeof fileChange !== 'object' || fileChange === null || !('path' in fileChange)) return '';
  return typeof fileChange.path === 'string' ? plainPath(fileChange.path) : '';
}

type NamedSteps = readonly { readonly path: string; readonly steps: readonly FileStep[] }[];

function readChange(change: FileChange): Result<NamedSteps> {
  const kinds = listKinds(change);
  if (kinds.length > 1) {
    const named = kinds.join(' and ');
    return fail(
      rookError('malformed', `A file change has exactly one kind, and this one has ${named}; split it.`),
    );
  }
  if (change.patch !== undefined && kinds[0] === 'patch') return readPatch(change, change.patch);
  const path = plainPath(change.path ?? '');
  if (path === '')
    return fail(rookError('suspicious', 'A file change names no path; say which file it is for.'));
  const step = readStep(change, path);
  if (!step.ok) return step;
  const steps: FileStep[] = step.value === null ? [] : [step.value];
  if (change.renameTo !== undefined && plainPath(change.renameTo) !== '') {
    if (change.delete === true)
      return fail(rookError('malformed', `The change of ${path} both deletes and renames it.`));
    steps.push({ kind: 'rename', to: plainPath(change.renameTo) });
  }
  if (steps.length === 0) {
    return fail(
      rookError('suspicious', `The change of ${path} says nothing about what changes; add content or edits.`),
    );
  }
  return succeed([{ path, steps }]);
}

/** Models that must name every field write empty content beside what they mean. */
function listKinds(change: FileChange): string[] {
  const kinds: string[] = [];
  if (change.diff !== undefined && change.diff !== '') kinds.push('diff');
  if (change.lineOperations !== undefined && change.lineOperations.length > 0) kinds.push('lineOperations');
  if (change.edits !== undefined && change.edits.length > 0) kinds.push('edits');
  if (change.patch !== undefined && change.patch !== '') kinds.push('patch');
  if (change.delete === true) kinds.push('delete');
  if (change.content !== undefined && (change.content !== '' || kinds.length === 0)) {
    if (change.content !== '' || change.renameTo === undefined) kinds.push('content');
  }
  return kinds;
}

function readStep(change: FileChange, path: string): Result<FileStep | null> {
  const [kind] = listKinds(change);
  switch (kind) {
    case 'diff':
      return readDiff(change.diff ?? '', path);
    case 'lineOperations':
      return succeed({ kind: 'lines', operations: change.lineOperations ?? [] });
    case 'edits':
      return succeed({ kind: 'edits', edits: change.edits ?? [] });
    case 'delete':
      return succeed({ kind: 'delete' });
    case 'content':
      return readContent(change, change.content ?? '', path);
    default:
      return succeed(null);
  }
}

function readContent({ isDiff, lineRange }: FileChange, content: string, path: string): Result<FileStep> {
  if (isDiff === true) {
    if (lineRange === undefined || content.includes('@@')) return readDiff(content, path);
    return fail(
      rookError('malformed', `The change of ${path} has both isDiff and lineRange; give a diff with hunks.`),
    );
  }
  if (lineRange === undefined) return succeed({ kind: 'write', content });
  if (content === '') {
    return fail(
      rookError(
        'suspicious',
        `The new text for lines ${lineRange.start}-${lineRange.end} of ${path} is empty; use a line operation of type "delete" to remove them.`,
      ),
    );
  }
  const { start, end } = lineRange;
  return succeed({ kind: 'lines', operations: [{ type: 'replace', line: start, endLine: end, content }] });
}

function readDiff(text: string, path: string): Result<FileStep> {
  const parsed = parseUnifiedDiff(text);
  if (!parsed.ok) return parsed;
  const { hunks, oldPath, newPath, renamed, modes, executable } = parsed.value;
  if (modes) {
    const sentence = `The diff gives ${path} another mode, and modes are not changed here; leave out its lines "old mode" and "new mode", and change the mode with a command.`;
    return fail(rookError('suspicious', sentence));
  }
  if (renamed)
    return fail(rookError('malformed', `The diff renames ${path}; give the new path as renameTo.`));
  for (const named of [oldPath, newPath]) {
    if (typeof named === 'string' && !namesSame(named, path)) {
      return fail(
        rookError(
          'malformed',
          `The diff is for ${named} and the change for ${path}; make both name one file.`,
        ),
      );
    }
  }
  const mode = executable ? { mode: EXECUTABLE } : {};
  if (oldPath !== null) return succeed({ kind: 'hunks', hunks, removesFile: newPath === null, ...mode });
  const [hunk, ...others] = hunks;
  if (hunk === undefined || others.length > 0 || hunk.lines.some(({ kind }) => kind !== '+')) {
    return fail(
      rookError('malformed', `The diff for ${path} makes a new file and also names lines of an old one.`),
    );
  }
  const content = hunk.lines.map((line) => line.text).join('\n');
  return succeed({ kind: 'write', content: hunk.close === false ? content : `${content}\n`, ...mode });
}

const EXECUTABLE = 0o755;

/** A header may name the file from a folder further up or down, and blanks may stand behind the name. */
function namesSame(named: string, path: string): boolean {
  return [named, named.trim()]
    .map(plainPath)
    .some((plain) => plain === path || plain.endsWith(`/${path}`) || path.endsWith(`/${plain}`));
}

function readPatch(change: FileChange, text: string): Result<NamedSteps> {
  if (change.renameTo !== undefined) {
    return fail(rookError('malformed', 'A patch renames with "*** Move to:", not with renameTo.'));
  }
  const parts = parsePatch(text);
  if (!parts.ok) return parts;
  const named: { path: string; steps: FileStep[] }[] = [];
  const paths = new Set<string>();
  for (const part of parts.value) {
    const path = plainPath(part.path);
    if (path === '') return fail(rookError('suspicious', 'The patch names an empty path.'));
    if (part.kind !== 'update' && paths.has(path)) {
      return fail(
        rookError('malformed', `The patch does several things with ${path} that exclude each other.`),
      );
    }
    named.push({ path, steps: stepsOf(part) });
    paths.add(path);
  }
  if (change.hash !== undefined && paths.size > 1) {
    return fail(
      rookError('malformed', 'The patch changes several files and has one hash; give them in fileHashes.'),
    );
  }
  return succeed(named);
}

function stepsOf(part: PatchPart): FileStep[] {
  if (part.kind === 'add') return [{ kind: 'write', content: part.content }];
  if (part.kind === 'delete') return [{ kind: 'delete' }];
  const steps: FileStep[] =
    part.hunks.length === 0 ? [] : [{ kind: 'hunks', hunks: part.hunks, removesFile: false }];
  return part.moveTo === undefined ? steps : [...steps, { kind: 'rename', to: plainPath(part.moveTo) }];
}
