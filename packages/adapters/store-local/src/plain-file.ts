import { closeSync, constants, fstatSync, openSync, readFile, readFileSync, type Stats } from 'node:fs';
import { promisify } from 'node:util';

/** What is larger is read on another thread. */
const SMALL_BYTES = 256 * 1024;

const readElsewhere = promisify(readFile);

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
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | link);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new Error('it is no plain file');
    if (rules.own === true && !isOwn(found)) throw new Error('it belongs to another user');
    const { mostBytes } = rules;
    if (mostBytes !== undefined && found.size > mostBytes)
      throw new Error(`it is larger than ${mostBytes} bytes`);
    return found.size <= SMALL_BYTES ? readFileSync(file) : await readElsewhere(file);
  } finally {
    closeSync(file);
  }
}

/** Whether something belongs to the user of this process; true where the system does not know users. */
export function isOwn({ uid }: Pick<Stats, 'uid'>): boolean {
  const user = process.getuid?.();
  return user === undefined || uid === user;
}
