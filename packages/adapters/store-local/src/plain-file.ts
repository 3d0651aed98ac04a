import type { Stats } from 'node:fs';
import { constants, open } from 'node:fs/promises';

export interface PlainFileRules {
  /** Refuses a link; the way to the file is the caller's to check. */
  readonly noLink: boolean;
  /** Refuses a file of another user. */
  readonly own?: boolean;
  readonly mostBytes?: number;
}

/** Opens first and looks then, so that nobody can put another thing into its place in between. Waits for no pipe. */
export async function readPlainFile(path: string, rules: PlainFileRules): Promise<Buffer> {
  const link = rules.noLink ? constants.O_NOFOLLOW : 0;
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | link);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error('it is no plain file');
    if (rules.own === true && !isOwn(found)) throw new Error('it belongs to another user');
    const { mostBytes } = rules;
    if (mostBytes !== undefined && found.size > mostBytes)
      throw new Error(`it is larger than ${mostBytes} bytes`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Whether something belongs to the user of this process; true where the system does not know users. */
export function isOwn({ uid }: Pick<Stats, 'uid'>): boolean {
  const user = process.getuid?.();
  return user === undefined || uid === user;
}
