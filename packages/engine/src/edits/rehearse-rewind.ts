import { rookError, type RookError } from '@rook/contract';

import type { Workspace } from '../ports/workspace.ts';
import { keepsContent, type RewoundFile } from './compare-rewound.ts';
import { describeHunks } from './diff-lines.ts';
import type { PlannedFile } from './planned-writes.ts';
import { sortOutRefused } from './rehearse-change-set.ts';

/** Which of the files the workspace would refuse to write now, by path, and why; nothing is written. */
export async function rehearseRewind(
  workspace: Workspace,
  {
    files,
    removeFolders,
  }: { readonly files: readonly RewoundFile[]; readonly removeFolders: readonly string[] },
): Promise<ReadonlyMap<string, RookError>> {
  const { refused } = await sortOutRefused(workspace, files.map(planRewound), removeFolders);
  return new Map(refused.map(({ path, error }) => [path, errorOf(error)]));
}

/** A file of a rewind, as it is written. */
export function planRewound(file: RewoundFile): PlannedFile {
  const { path, renamedFrom, before, after, permissions, added, removed, hunks } = file;
  const given = permissions === undefined ? {} : { permissions };
  const going = file.readOnly === undefined ? {} : { readOnly: file.readOnly };
  if (keepsContent(file))
    return { path, before: before?.hash ?? null, after: null, ...given, keepsContent: true, added, removed };
  return {
    path,
    before: before?.hash ?? null,
    after: after?.bytes ?? null,
    ...(before?.isLink === true ? { wasLink: true } : {}),
    ...(after?.isLink === true ? { isLink: true } : {}),
    ...((before === null || before.isLink === true) && after?.mode !== undefined ? { mode: after.mode } : {}),
    ...going,
    ...(after === null ? {} : given),
    comesBack: true,
    added,
    removed,
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    ...(hunks === undefined ? {} : { hunks: describeHunks(hunks) }),
  };
}

/** What the system refuses is the matter of somebody else, who has to let go first. */
export function withAdvice({ code, message }: RookError): RookError {
  const isPlain = code !== 'not_writable' || message.includes('first');
  return rookError(
    code,
    isPlain ? message : `${message} Close what holds it, or make it writable, then try again.`,
  );
}

/** Of one file: others may be written all the same, so that nothing is said of them. */
function errorOf({ code, message }: RookError): RookError {
  const about = message.replace(/ Nothing was (?:written|changed)\.$/u, '');
  return withAdvice(rookError(code === 'invalid_input' ? 'conflict' : code, about));
}
