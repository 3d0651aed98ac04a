import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

import { parseSealed, parseValues, type Sealed } from './parse-sealed.ts';

/** What the file is locked with: the bytes of the key file, and what this machine and user are called. */
export interface SealKey {
  readonly secret: Uint8Array;
  readonly machine: string;
}

/** `other_machine`: made with this key file elsewhere or for another user. `changed`: not what was written. */
export type OpenFailure = 'unreadable' | 'other_machine' | 'changed';

const CIPHER = 'aes-256-gcm';
const PURPOSE = 'rook credentials 1';
const SALT_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The values as a text that shows none of them, and no name either. A fresh salt gives each text its own key. */
export function sealCredentials(values: ReadonlyMap<string, string>, key: SealKey): Uint8Array {
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
  const head = { version: 1, machine: machineMark(key), salt: code(salt), nonce: code(nonce) } as const;
  const cipher = createCipheriv(CIPHER, deriveKey(key, salt), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(authenticated(head));
  const text = JSON.stringify([...values]);
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const sealed: Sealed = { ...head, data: code(data), tag: code(cipher.getAuthTag()) };
  return new TextEncoder().encode(`${JSON.stringify(sealed)}\n`);
}

export function openCredentials(bytes: Uint8Array, key: SealKey): Map<string, string> | OpenFailure {
  const sealed = parseSealed(new TextDecoder().decode(bytes));
  if (sealed === null) return 'unreadable';
  if (sealed.machine !== machineMark(key)) return 'other_machine';
  try {
    const salt = decode(sealed.salt);
    const decipher = createDecipheriv(CIPHER, deriveKey(key, salt), decode(sealed.nonce), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(authenticated(sealed));
    decipher.setAuthTag(decode(sealed.tag));
    const text = Buffer.concat([decipher.update(decode(sealed.data)), decipher.final()]).toString('utf8');
    return parseValues(text) ?? 'changed';
  } catch {
    return 'changed';
  }
}

function deriveKey({ secret, machine }: SealKey, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, salt, `${PURPOSE}\0${machine}`, 32));
}

/** Tells a moved file from a changed one without naming the machine. */
function machineMark({ secret, machine }: SealKey): string {
  return createHmac('sha256', secret).update(`machine\0${machine}`).digest('hex').slice(0, 16);
}

function authenticated(head: Pick<Sealed, 'version' | 'machine' | 'salt' | 'nonce'>): Buffer {
  return Buffer.from(JSON.stringify([PURPOSE, head.version, head.machine, head.salt, head.nonce]));
}

function code(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** Throws on a text that other characters could stand for too. */
function decode(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (code(bytes) !== text) throw new Error('not as it was written');
  return bytes;
}
