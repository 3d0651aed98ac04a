import { lstat } from 'node:fs/promises';

import { isOwn } from './plain-file.ts';

/** Whether a process of this user has the number; true where the system does not show its processes as files. */
export async function livesHere(pid: number): Promise<boolean> {
  const found = await lstat(`/proc/${pid}`).catch(() => null);
  if (found !== null) return isOwn(found);
  return (await lstat('/proc/self').catch(() => null)) === null;
}
