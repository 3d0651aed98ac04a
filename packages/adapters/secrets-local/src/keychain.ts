import type { Result } from '@rook/contract';

/** The part of the system's keychain that is used here; every call may fail. */
export interface Keychain {
  get(name: string): Promise<Result<string | null>>;
  set(name: string, value: string): Promise<Result<void>>;
  remove(name: string): Promise<Result<void>>;
  list(): Promise<Result<readonly string[]>>;
}
