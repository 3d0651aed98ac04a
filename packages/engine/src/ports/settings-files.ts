import type { Result, Scope } from '@rook/contract';

/** The two settings files: one of the user, one that a workspace brings along. */
export interface SettingsFiles {
  /** Where the file is or would be; null for `workspace` when there is none. */
  path(scope: Scope): string | null;
  /** The text, or null when there is no file. */
  read(scope: Scope): Promise<Result<string | null>>;
  /**
   * Reads, changes and replaces the file as one step that no other process can come between. Nothing is
   * written when `change` fails or the text stays the same. A crash leaves the old or the new text.
   */
  update(scope: Scope, change: (text: string | null) => Result<string>): Promise<Result<void>>;
}
