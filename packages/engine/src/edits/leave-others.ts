import { fail, succeed, type Result } from '@rook/contract';

import type { Blobs } from '../ports/store.ts';
import type { OtherWrites } from './find-other-writes.ts';
import { keepCommandChange, type CommandChange, type KeptChange } from './keep-command-changes.ts';

/** What another change set did is not the command's; where the command went on from there, that is what was before. */
export async function leaveOthers(
  blobs: Blobs,
  files: readonly KeptChange[],
  others: Pick<OtherWrites, 'files' | 'links' | 'modes'>,
): Promise<Result<readonly KeptChange[]>> {
  const left: KeptChange[] = [];
  for (const file of files) {
    const own = withOwnModes(file, others.modes.get(file.path));
    const wrote = others.files.get(file.path);
    const isLink = others.links.has(file.path);
    const isSame = own.after === wrote && (own.isLink === true) === isLink;
    const isOthers = wrote !== undefined && own.after !== 'unknown' && isSame;
    if (own.permissionsOnly === true || isOthers) {
      if (own.afterMode !== undefined) left.push(asPermissions(own));
    } else if (wrote === undefined) left.push(own);
    else {
      const gone = await goOnFrom(blobs, own, { wrote, isLink });
      if (!gone.ok) return gone;
      left.push(gone.value);
    }
  }
  return succeed(left);
}

/** Permissions that a change set gave meanwhile are what was before. */
function withOwnModes(file: KeptChange, given: number | undefined): KeptChange {
  if (given === undefined || file.beforeMode === undefined) return file;
  const { afterMode = file.beforeMode, ...rest } = file;
  if (file.before === null || file.after === null) return { ...rest, beforeMode: given };
  return { ...rest, beforeMode: given, ...(afterMode === given ? {} : { afterMode }) };
}

/** The content is somebody else's, or nobody's: the permissions are what the command changed. */
function asPermissions({ path, after, beforeMode, afterMode, facts }: KeptChange): KeptChange {
  return {
    path,
    before: after,
    after,
    ...(beforeMode === undefined ? {} : { beforeMode }),
    ...(afterMode === undefined ? {} : { afterMode }),
    permissionsOnly: true,
    facts: { ...facts, added: 0, removed: 0, hunks: [] },
  };
}

interface Wrote {
  readonly wrote: Exclude<KeptChange['before'], 'unknown'>;
  readonly isLink: boolean;
}

async function goOnFrom(
  blobs: Blobs,
  file: KeptChange,
  { wrote, isLink: wasLink }: Wrote,
): Promise<Result<KeptChange>> {
  const [before, after] = [await loadContent(blobs, wrote), await loadContent(blobs, file.after)];
  const { path, beforeMode, afterMode, unkept = 'unknown' } = file;
  const kept = await keepCommandChange(blobs, {
    path,
    before,
    ...(wasLink ? { wasLink } : beforeMode === undefined ? {} : { beforeMode }),
    after,
    ...(file.isLink === true ? { isLink: file.isLink } : {}),
    ...(afterMode === undefined ? {} : { afterMode }),
    ...(before === 'unknown' ? { unkept: 'unknown' } : after === 'unknown' ? { unkept } : {}),
  });
  return kept.problem === null ? succeed(kept.change) : fail(kept.problem);
}

async function loadContent(blobs: Blobs, content: KeptChange['after']): Promise<CommandChange['after']> {
  if (content === null) return null;
  if (content === 'unknown') return 'unknown';
  const read = await blobs.get(content);
  return (read.ok ? read.value : null) ?? 'unknown';
}
