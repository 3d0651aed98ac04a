import { lstatSync, readdirSync } from 'node:fs';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { FileStamp, Survey, SurveyOptions } from '@rook/engine';

import { systemReason } from './system-reason.ts';

/** Level by level, so that whoever knows which folders count is asked for many at a time. */
export async function surveyFolder(
  root: string,
  { skips, mostFiles }: SurveyOptions,
): Promise<Result<Survey>> {
  const files = new Map<string, FileStamp>();
  const folders = new Set<string>();
  const read: Read = { root, files, mostFiles };
  const first = readLevel(read, '');
  if (typeof first === 'string')
    return fail(rookError('not_readable', `The workspace folder could not be looked at: ${first}.`));
  for (let level = first; level.length > 0;) {
    if (files.size > mostFiles) return succeed({ files, folders, isWhole: false });
    const skipped = await skips(level);
    const next: string[] = [];
    for (const folder of level) {
      if (skipped.has(folder)) continue;
      folders.add(folder);
      const found = readLevel(read, folder);
      // What is gone meanwhile, or closed to us, has nothing that could be compared.
      if (typeof found !== 'string') next.push(...found);
    }
    level = next;
  }
  return succeed({ files, folders, isWhole: files.size <= mostFiles });
}

interface Read {
  readonly root: string;
  readonly files: Map<string, FileStamp>;
  readonly mostFiles: number;
}

/** The folders in a folder, or why it cannot be read. */
function readLevel({ root, files, mostFiles }: Read, folder: string): readonly string[] | string {
  const prefix = folder === '' ? '' : `${folder}/`;
  const found: string[] = [];
  try {
    for (const item of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
      const path = prefix + item.name;
      if (item.isDirectory()) found.push(path);
      if (!item.isFile() || files.size > mostFiles) continue;
      const stat = lstatSync(`${root}/${path}`, { throwIfNoEntry: false });
      if (stat === undefined) continue;
      const { size, mode, ino: inode, mtimeMs: modified, ctimeMs: changed } = stat;
      files.set(path, { size, mode, inode, modified, changed });
    }
    return found;
  } catch (error) {
    return systemReason(error);
  }
}
