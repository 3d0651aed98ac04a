import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import type { KeyMemory, ServerLog } from './server-options.ts';

/** Who may come in. Tokens open once and are exchanged for a key; of both only hashes are held. */
export interface KeyRing {
  makeToken(): string;
  /** The key for a token, which is used up by that; null for a token that is none, or was used. */
  exchange(token: string): Promise<string | null>;
  accepts(key: string): boolean;
}

export interface KeyRingOptions {
  readonly endpointToken: string | undefined;
  readonly memory: KeyMemory | undefined;
  readonly log: ServerLog;
}

const BYTES = 32;
/** More pages than a person has open; the oldest goes first. */
const MOST_KEYS = 256;
const MOST_TOKENS = 64;

export async function createKeyRing({ endpointToken, memory, log }: KeyRingOptions): Promise<KeyRing> {
  const endpoint = endpointToken === undefined ? [] : [hashOf(endpointToken)];
  let tokens: readonly string[] = [];
  let keys = await loadKeys(memory, log);
  return {
    makeToken: () => {
      const token = makeSecret();
      tokens = [...tokens, hashOf(token)].slice(-MOST_TOKENS);
      return token;
    },
    exchange: async (token) => {
      const used = findSame(tokens, token);
      if (used === null) return null;
      tokens = tokens.filter((hash) => hash !== used);
      const key = makeSecret();
      keys = [...keys, hashOf(key)].slice(-MOST_KEYS);
      const kept = await memory?.keep(keys);
      if (kept?.ok === false) {
        log.write('warn', 'Pages have to be opened anew after a restart: their keys could not be kept.', {
          code: kept.error.code,
        });
      }
      return key;
    },
    accepts: (key) => findSame([...endpoint, ...keys], key) !== null,
  };
}

async function loadKeys(memory: KeyMemory | undefined, log: ServerLog): Promise<readonly string[]> {
  const loaded = await memory?.load();
  if (loaded === undefined) return [];
  if (loaded.ok) return loaded.value.filter((hash) => /^[0-9a-f]{64}$/u.test(hash)).slice(-MOST_KEYS);
  log.write('warn', 'Pages have to be opened anew: their keys could not be read.', {
    code: loaded.error.code,
  });
  return [];
}

function makeSecret(): string {
  return randomBytes(BYTES).toString('base64url');
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The hash that a secret has, found in the same time wherever it stands and whatever it is. */
function findSame(hashes: readonly string[], secret: string): string | null {
  const given = Buffer.from(hashOf(secret));
  let found: string | null = null;
  for (const hash of hashes) if (timingSafeEqual(Buffer.from(hash), given)) found = hash;
  return found;
}
