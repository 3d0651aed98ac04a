import { randomBytes } from 'node:crypto';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { OwnFile, Secrets } from '@rook/engine';

import { openCredentials, sealCredentials, type OpenFailure, type SealKey } from './seal-credentials.ts';

const KEY_BYTES = 32;
/** Far more than all keys of a person need, and far below what can be read back. */
const MOST_BYTES = 500_000;

export interface EncryptedFiles {
  /** `credentials.enc` */
  readonly file: OwnFile;
  /** `credentials.key`: random bytes, made with the first value. */
  readonly keyFile: OwnFile;
  /** What this machine and user are called; a copy elsewhere does not open. */
  readonly machine: string;
}

/** Secrets in a file that is encrypted and authenticated. What cannot be opened is said and never replaced. */
export function createEncryptedSecrets(files: EncryptedFiles): Secrets {
  const { file } = files;
  return {
    place: `an encrypted file (${file.path})`,
    get: async (name) => {
      const values = await readValues(files);
      return values.ok ? succeed(values.value.get(name) ?? null) : values;
    },
    set: async (name, value) => changeValues(files, (values) => values.set(name, value)),
    remove: async (name) => {
      const values = await readValues(files);
      if (!values.ok || !values.value.has(name)) return values.ok ? succeed(undefined) : values;
      return changeValues(files, (now) => now.delete(name));
    },
    list: async () => {
      const values = await readValues(files);
      return values.ok ? succeed([...values.value.keys()].toSorted()) : values;
    },
  };
}

async function readValues(files: EncryptedFiles): Promise<Result<Map<string, string>>> {
  const content = await files.file.read();
  if (!content.ok) return content;
  if (content.value === null) return succeed(new Map());
  const key = await readKey(files);
  return key.ok ? openValues(files, content.value, key.value) : key;
}

async function changeValues(
  files: EncryptedFiles,
  change: (values: Map<string, string>) => unknown,
): Promise<Result<void>> {
  return files.file.update(async (content) => {
    const key = content === null ? await makeKey(files) : await readKey(files);
    if (!key.ok) return key;
    const values =
      content === null ? succeed(new Map<string, string>()) : openValues(files, content, key.value);
    if (!values.ok) return values;
    change(values.value);
    const sealed = sealCredentials(values.value, key.value);
    if (sealed.length <= MOST_BYTES) return succeed(sealed);
    const sentence = `${files.file.path} would be larger than ${MOST_BYTES} bytes; remove keys that nobody uses. Nothing was written.`;
    return fail(rookError('invalid_value', sentence));
  });
}

function openValues(
  { file, keyFile }: EncryptedFiles,
  content: Uint8Array,
  key: SealKey,
): Result<Map<string, string>> {
  const opened = openCredentials(content, key);
  if (typeof opened !== 'string') return succeed(opened);
  return fail(rookError('secrets_unreadable', explain(opened, file.path, keyFile.path)));
}

const AGAIN = 'move it away and enter the keys again with `rook model add`';

function explain(failure: OpenFailure, path: string, keyPath: string): string {
  if (failure === 'other_machine') {
    return `${path} was made on another machine or for another user (or ${keyPath} is another's), so it does not open here; ${AGAIN}.`;
  }
  const found =
    failure === 'unreadable'
      ? 'is no file of keys that Rook can read'
      : 'was changed or damaged since Rook wrote it';
  return `${path} ${found}, so no key is taken from it; restore it together with ${keyPath}, or ${AGAIN}.`;
}

async function readKey({ file, keyFile, machine }: EncryptedFiles): Promise<Result<SealKey>> {
  const read = await keyFile.read();
  if (!read.ok) return read;
  if (read.value?.length === KEY_BYTES) return succeed({ secret: read.value, machine });
  const found = read.value === null ? 'is missing' : 'is damaged';
  const sentence = `${keyFile.path} ${found}, and without it ${file.path} does not open; restore it, or move ${file.path} away and enter the keys again with \`rook model add\`.`;
  return fail(rookError('secrets_unreadable', sentence));
}

/** Only when there is nothing yet that another key has locked. */
async function makeKey(files: EncryptedFiles): Promise<Result<SealKey>> {
  const made = await files.keyFile.update(async (content) =>
    succeed(content === null ? randomBytes(KEY_BYTES) : null),
  );
  return made.ok ? readKey(files) : made;
}
