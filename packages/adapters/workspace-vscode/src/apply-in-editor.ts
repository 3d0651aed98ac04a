import { fail, rookError, succeed, type Result } from '@rook/contract';
import {
  contentHash,
  type AppliedFile,
  type AppliedWrites,
  type ApplyFailure,
  type ApplyOptions,
  type FileWrite,
  type PermissionChange,
  type Workspace,
} from '@rook/engine';

import type { EditorDocument, EditorFiles, Replacement } from './editor-files.ts';
import type { OpenDocuments } from './open-documents.ts';
import { differenceOf, textOfChange, type ChangedText } from './text-of-change.ts';

type Apply = Workspace['apply'];

/** A change of a file that is open, as the editor carries it out. */
interface ShownChange<Document extends EditorDocument> {
  readonly change: FileWrite;
  readonly document: Document;
  /** Of the document when it was compared. */
  readonly version: number;
  readonly text: ChangedText;
}

/**
 * Edits of files that are open are made in the editor and saved by it: one undo of the person takes all of them back, and what
 * formats on saving does so here too. All other changes go to the disk first, all of them or none; where the editor then does not
 * save, they are taken back.
 */
export function createApplyInEditor<Document extends EditorDocument>(
  editor: EditorFiles<Document>,
  disk: Workspace,
  open: OpenDocuments<Document>,
): Apply {
  const applyShown = async (changes: readonly FileWrite[], options: ApplyOptions): ReturnType<Apply> => {
    const shown = options.mayFormat === true ? changes.flatMap((change) => findShown(open, change)) : [];
    if (shown.length === 0) return disk.apply(changes, options);
    const rehearsed = await disk.rehearse(changes, options.permissions, options.removeFolders);
    if (!rehearsed.ok) return rehearsed;
    let asked: Promise<Result<void, ApplyFailure>> | undefined;
    const permit = async () => (asked ??= options.permit?.() ?? Promise.resolve(succeed(undefined)));
    const allowed = await permit();
    if (!allowed.ok) return allowed;
    const inEditor = new Set(shown.map(({ change }) => change.path));
    const rest = await applyRest(
      disk,
      changes.filter(({ path }) => !inEditor.has(path)),
      { ...options, permit },
    );
    if (!rest.ok) return rest;
    const saved = await saveAll(editor, disk, shown);
    if (!saved.ok) return takeBack(disk, rest.value, saved.error);
    const { madeFolders, displaced, files } = rest.value.applied;
    const byPath = new Map([...files, ...saved.value].map((file) => [file.path, file]));
    return succeed({
      files: changes.flatMap(({ path }) => byPath.get(path) ?? []),
      madeFolders,
      displaced,
    });
  };
  let last: Promise<unknown> = Promise.resolve();
  return async (changes, options = {}) => {
    const refuse = (): Result<never, ApplyFailure> | null => refuseUnsaved(open, changes);
    // What is typed until the first file is touched counts.
    const permit: NonNullable<ApplyOptions['permit']> = async () => {
      const allowed = await (options.permit?.() ?? succeed(undefined));
      return allowed.ok ? (refuse() ?? allowed) : allowed;
    };
    // The editor takes its time between a look at a document and its change; nobody else of ours comes in between.
    const mine = last.then(async () => refuse() ?? applyShown(changes, { ...options, permit }));
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** Nothing is written under text that is not saved. */
export function refuseUnsaved(
  open: OpenDocuments<EditorDocument>,
  changes: readonly FileWrite[],
): Result<never, ApplyFailure> | null {
  const found = changes.find(({ path }) => open.find(path, ({ isDirty }) => isDirty) !== undefined);
  if (found === undefined) return null;
  const { path } = found;
  const sentence = `Stale file: ${path} has changes in the editor that are not saved; save or undo them, then try again. Nothing was written.`;
  return fail({ ...rookError('stale_file', sentence), path, isUndone: true, displaced: [] });
}

/** Only a document that holds just what is expected on the disk. No editor gives permissions. */
function findShown<Document extends EditorDocument>(
  open: OpenDocuments<Document>,
  change: FileWrite,
): readonly ShownChange<Document>[] {
  const document = open.find(change.path, ({ isDirty, isClosed }) => !isDirty && !isClosed);
  const isGiven = change.expectedMode !== undefined;
  const text = document === undefined || isGiven ? null : textOfChange(document.getText(), change);
  if (document === undefined || text === null) return [];
  return [{ change, document, version: document.version, text }];
}

interface AppliedRest {
  readonly applied: AppliedWrites;
  /** What would bring back the files as they were. */
  readonly back: readonly FileWrite[];
  /** What would give back their permissions. */
  readonly given: readonly PermissionChange[];
}

async function applyRest(
  disk: Workspace,
  changes: readonly FileWrite[],
  options: ApplyOptions,
): Promise<Result<AppliedRest, ApplyFailure>> {
  const { permissions = [] } = options;
  const given = permissions.map(({ path, expectedMode, mode }) => ({
    path,
    expectedMode: mode,
    mode: expectedMode,
  }));
  if (changes.length + permissions.length === 0)
    return succeed({ applied: { files: [], madeFolders: [], displaced: [] }, back: [], given });
  const back: FileWrite[] = [];
  for (const { path, expected, bytes, expectedMode, mode } of changes) {
    const old = expected === null ? null : await disk.read(path);
    if (old?.ok === false) return fail({ ...old.error, path, isUndone: true, displaced: [] });
    back.push({
      path,
      expected: bytes === null ? null : contentHash(bytes),
      bytes: old?.value.bytes ?? null,
      ...(old?.value.mode === undefined ? {} : { mode: old.value.mode }),
      ...(expectedMode === undefined || mode === undefined || bytes === null ? {} : { expectedMode: mode }),
    });
  }
  const applied = await disk.apply(changes, options);
  return applied.ok ? succeed({ applied: applied.value, back, given }) : applied;
}

async function takeBack(
  disk: Workspace,
  { applied, back, given }: AppliedRest,
  failure: ApplyFailure,
): Promise<Result<never, ApplyFailure>> {
  const displaced = [...applied.displaced, ...failure.displaced];
  if (back.length + given.length === 0) return fail({ ...failure, displaced });
  const undone = await disk.apply(back, {
    removeFolders: applied.madeFolders.toReversed(),
    permissions: given,
  });
  return fail({ ...failure, displaced, isUndone: failure.isUndone && undone.ok });
}

/** All of them saved, or all as before. */
async function saveAll<Document extends EditorDocument>(
  editor: EditorFiles<Document>,
  disk: Workspace,
  shown: readonly ShownChange<Document>[],
): Promise<Result<readonly AppliedFile[], ApplyFailure>> {
  const typed = shown.find(isTyped);
  if (typed !== undefined)
    return fail(failureOf(typed, 'stale_file', 'was changed in the editor meanwhile; look at it again.'));
  const [first] = shown;
  const wanted = shown.map(({ document, text }) => replacementOf(document, text));
  if (!(await editor.replace(wanted)) && first !== undefined)
    return fail(failureOf(shown.find(isTyped) ?? first, 'stale_file', 'could not be changed by the editor.'));
  for (const one of shown) {
    if (await one.document.save()) continue;
    const isUndone = await putBack(editor, shown);
    return fail({ ...failureOf(one, 'not_writable', 'could not be saved by the editor.'), isUndone });
  }
  return readBack(disk, shown);
}

function isTyped({ document, version }: ShownChange<EditorDocument>): boolean {
  return document.isDirty || document.isClosed || document.version !== version;
}

function replacementOf<Document extends EditorDocument>(
  document: Document,
  text: ChangedText,
): Replacement<Document> {
  return { document, ...differenceOf(text) };
}

/** What was there before, saved again. False: somebody has to look. */
async function putBack<Document extends EditorDocument>(
  editor: EditorFiles<Document>,
  shown: readonly ShownChange<Document>[],
): Promise<boolean> {
  const wanted = shown.map(({ document, text }) =>
    replacementOf(document, { old: document.getText(), fresh: text.old }),
  );
  if (!(await editor.replace(wanted))) return false;
  const saved = await Promise.all(shown.map(async ({ document }) => document.save()));
  return saved.every(Boolean) && shown.every(({ document, text }) => document.getText() === text.old);
}

async function readBack(
  disk: Workspace,
  shown: readonly ShownChange<EditorDocument>[],
): Promise<Result<readonly AppliedFile[], ApplyFailure>> {
  const files: AppliedFile[] = [];
  for (const { change } of shown) {
    const { path, bytes } = change;
    const read = await disk.read(path);
    // It was saved; what somebody does to it since is theirs.
    if (!read.ok || bytes === null) files.push({ path, hash: null, isOverwritten: true });
    else {
      const isAsPlanned = read.value.hash === contentHash(bytes);
      files.push({
        path,
        hash: read.value.hash,
        isOverwritten: false,
        ...(isAsPlanned ? {} : { saved: read.value.bytes }),
      });
    }
  }
  return succeed(files);
}

function failureOf(
  { change: { path } }: ShownChange<EditorDocument>,
  code: 'stale_file' | 'not_writable',
  what: string,
): ApplyFailure {
  const start = code === 'stale_file' ? 'Stale file: ' : '';
  return {
    ...rookError(code, `${start}${path} ${what} Nothing was written.`),
    path,
    isUndone: true,
    displaced: [],
  };
}
