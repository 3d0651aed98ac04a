import { fail, succeed, type Result } from '@rook/contract';
import * as z from 'zod';

import { keyRefused, unreachable, urlOf } from './http-way.ts';
import { parseAnswer } from './parse-answer.ts';

/** What the page has in its `sessionStorage`. */
export interface KeyStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

export interface TakeKeyOptions {
  /** `location.hash`: `#token=…` when the page was opened from the terminal, with `&at=/session/…` from another page. */
  readonly fragment: string;
  /** Takes the token out of the address, so that neither history nor a copied address holds it. `rest`: what stays, `#/session/…` or nothing. */
  readonly forgetFragment: (rest: string) => void;
  readonly storage: KeyStorage;
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
}

const KEPT_KEY = 'rook.key';
const keySchema = z.object({ key: z.string().min(1) });

/**
 * The key of this page. A token in the address is exchanged for one, which works once; a reload finds the key that was
 * kept. `key_refused`: the page has to be opened anew from the terminal.
 */
export async function takeKey(options: TakeKeyOptions): Promise<Result<string>> {
  const { fragment, forgetFragment, storage } = options;
  const kept = storage.getItem(KEPT_KEY);
  const told = new URLSearchParams(fragment.replace(/^#/u, ''));
  const [token, place] = [told.get('token'), told.get('at')];
  if (token === null) return kept === null ? fail(keyRefused()) : succeed(kept);
  const key = await exchange(token, options);
  if (!key.ok && key.error.code === 'server_unreachable') return kept === null ? key : succeed(kept);
  forgetFragment(place?.startsWith('/') === true ? `#${place}` : '');
  if (key.ok) storage.setItem(KEPT_KEY, key.value);
  // A token that was used up by this very page, before its address was copied or reloaded.
  return !key.ok && kept !== null ? succeed(kept) : key;
}

async function exchange(
  token: string,
  { baseUrl = '', fetch: fetchWith = fetch }: TakeKeyOptions,
): Promise<Result<string>> {
  try {
    const response = await fetchWith(urlOf(baseUrl, 'api/key'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
      cache: 'no-store',
      credentials: 'omit',
    });
    const answer = parseAnswer(await response.json());
    if (!answer.ok) return answer;
    const parsed = keySchema.safeParse(answer.value);
    return parsed.success ? succeed(parsed.data.key) : fail(keyRefused());
  } catch {
    return fail(unreachable());
  }
}
