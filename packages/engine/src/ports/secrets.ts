import type { Result } from '@rook/contract';

/** Keys and passwords by name. No value of it may reach a journal, a log, a screen or a model. */
export interface Secrets {
  /** Where the values are kept, for a person: `the keychain`, `an encrypted file`. */
  readonly place: string;
  /** The value, or null when nothing is kept under the name. */
  get(name: string): Promise<Result<string | null>>;
  set(name: string, value: string): Promise<Result<void>>;
  /** Succeeds also when nothing was kept under the name. */
  remove(name: string): Promise<Result<void>>;
  /** The names alone, sorted. */
  list(): Promise<Result<readonly string[]>>;
}
