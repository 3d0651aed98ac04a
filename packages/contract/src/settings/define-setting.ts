import type * as z from 'zod';

/** Who may decide a setting: the user alone, or the workspace too, which may then only tighten it. */
export type Scope = 'user' | 'workspace';

/** What "tighter" means for a setting that a workspace may change. */
export type Tighten =
  /** The smaller number wins; null means no limit. */
  | { readonly kind: 'lower' }
  /** The lists are joined up to `most` entries: a workspace adds some and cannot take one away. */
  | { readonly kind: 'add'; readonly most: number }
  /** The entries are beginnings: what begins with one of the user's stays; null means everything. */
  | { readonly kind: 'keep' }
  /** The values from the loosest to the strictest; a workspace moves to the right only. */
  | { readonly kind: 'stricter'; readonly order: readonly (string | boolean)[] }
  /** Taste: no value of it grants anything. */
  | { readonly kind: 'taste' };

export interface SettingDefinition<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  readonly default: z.infer<Schema>;
  /** One or two sentences for the person who reads the table. */
  readonly description: string;
  readonly scope: Scope;
  /** Given exactly when `scope` is `workspace`. */
  readonly tighten?: Tighten;
  /** The requirements that ask for it. */
  readonly items: readonly string[];
  /** The name in an older product, shown so that its users find their way. */
  readonly formerly?: string;
  /** The environment variable without the brand's prefix, where it is not derived from the name. */
  readonly environment?: string;
  /** The value may hold a password and is masked wherever it is shown. */
  readonly secret?: boolean;
  /** It says how a model is reached or which one is taken; a surface that brings its own model does not offer it. */
  readonly choosesModel?: boolean;
}

/** Only the person at the machine decides this: a workspace that names it is not heard. */
export function userSetting<Schema extends z.ZodType>(
  definition: Omit<SettingDefinition<Schema>, 'scope' | 'tighten'>,
): SettingDefinition<Schema> {
  return { ...definition, scope: 'user' };
}

/** A workspace may tighten this, in the way that `tighten` says. */
export function workspaceSetting<Schema extends z.ZodType>(
  tighten: Tighten,
  definition: Omit<SettingDefinition<Schema>, 'scope' | 'tighten'>,
): SettingDefinition<Schema> {
  return { ...definition, scope: 'workspace', tighten };
}
