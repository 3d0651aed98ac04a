import {
  fail,
  rookError,
  succeed,
  type Connection,
  type ModelRole,
  type Provider,
  type Result,
} from '@rook/contract';

import { ENVIRONMENT_CONNECTION, type ConnectionSources, type FoundConnection } from './find-connection.ts';

/** The model of each role and what decided it; null where nothing does. */
export type RoleModels = Readonly<Record<ModelRole, RoleModel | null>>;

interface RoleModel {
  readonly name: string;
  /** `setting`: `model.<role>`, from wherever it comes; `connection`: its own; `provider`: the default; `main`: that one. */
  readonly by: 'setting' | 'connection' | 'provider' | 'main';
}

const FILES: ReadonlySet<string> = new Set(['default', 'user', 'workspace']);

const NO_DEFAULTS: Readonly<Record<ModelRole, string | null>> = {
  main: null,
  fast: null,
  vision: null,
  image: null,
};

const DEFAULTS: Readonly<Record<Provider, Readonly<Record<ModelRole, string | null>>>> = {
  anthropic: { ...NO_DEFAULTS, main: 'claude-opus-4-6' },
  xai: { main: 'grok-4', fast: 'grok-3-mini', vision: 'grok-4', image: 'grok-2-image' },
  scripted: { ...NO_DEFAULTS, main: 'scripted' },
  openai: NO_DEFAULTS,
  azure: NO_DEFAULTS,
  google: NO_DEFAULTS,
  'openai-compatible': NO_DEFAULTS,
};

/**
 * The settings of the roles are about the connection in use, and those in files not about one that the environment
 * describes: a model of another provider would be asked for.
 */
export function findModels(
  { connection, inUse }: FoundConnection,
  settings: ConnectionSources['settings'],
): RoleModels {
  const counts = (name: string) =>
    inUse &&
    (connection.name !== ENVIRONMENT_CONNECTION ||
      !FILES.has(settings.origins.get(name)?.source ?? 'default'));
  const find = (role: ModelRole): RoleModel | null => {
    const name = `model.${role}` as const;
    const set = counts(name) ? settings.values[name] : null;
    if (set !== null) return { name: set, by: 'setting' };
    const own = connection.models?.[role];
    if (own !== undefined) return { name: own, by: 'connection' };
    const standard = DEFAULTS[connection.provider][role];
    return standard === null ? null : { name: standard, by: 'provider' };
  };
  const main = find('main');
  const orMain = (found: RoleModel | null) =>
    found ?? (main === null ? null : { name: main.name, by: 'main' as const });
  return { main, fast: orMain(find('fast')), vision: orMain(find('vision')), image: find('image') };
}

export function modelOfRole(
  { connection, models }: { readonly connection: Connection; readonly models: RoleModels },
  role: ModelRole,
): Result<string> {
  const found = models[role];
  if (found !== null) return succeed(found.name);
  const sentence = `The connection "${connection.name}" (${connection.provider}) has no model of its own for the role ${role}; name one with \`rook settings set model.${role} MODEL\`.`;
  return fail(rookError('no_model', sentence));
}
