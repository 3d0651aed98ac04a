import { fail, rookError, succeed, type Brand, type Result, type Scope } from '@rook/contract';

import type { SettingsFiles } from '../ports/settings-files.ts';
import { readSettingsFile } from './read-settings-file.ts';
import { readEnvironment, readFlags } from './read-settings-texts.ts';
import { resolveSettings, type ResolvedSettings } from './resolve-settings.ts';
import type { ReadLayer, SettingsLayer, SettingsProblem } from './settings-layer.ts';

export interface SettingsSources {
  readonly brand: Brand;
  readonly files: SettingsFiles;
  readonly variables: ReadonlyMap<string, string>;
  /** `NAME=VALUE` as typed. */
  readonly flags: readonly string[];
  /** What the session itself was given; not trusted when the workspace brought it along. */
  readonly session?: SettingsLayer;
}

export interface LoadedSettings extends ResolvedSettings {
  readonly problems: readonly SettingsProblem[];
}

/** Reads every source and resolves them. A file that cannot be read is a problem, not a failure. */
export async function loadSettings(sources: SettingsSources): Promise<Result<LoadedSettings>> {
  const flags = readFlags(sources.flags);
  if (!flags.ok) return flags;
  const read = [
    await readFile(sources.files, 'user'),
    await readFile(sources.files, 'workspace'),
    readEnvironment(sources.brand, sources.variables),
    flags.value,
  ];
  const layers = [
    ...read.map(({ layer }) => layer),
    ...(sources.session === undefined ? [] : [sources.session]),
  ];
  return succeed({ ...resolveSettings(layers), problems: read.flatMap(({ problems }) => problems) });
}

/** The refusal that everything but reading gets while a source says something that cannot be used. */
export function refuseProblems(problems: readonly SettingsProblem[]): Result<void> {
  const first = problems.find(({ severity }) => severity === 'refuses');
  if (first === undefined) return succeed(undefined);
  return fail(rookError('settings_malformed', `${first.origin}: ${first.message}`));
}

async function readFile(files: SettingsFiles, scope: Scope): Promise<ReadLayer> {
  const origin = files.path(scope);
  const empty: SettingsLayer = { source: scope, trusted: scope === 'user', values: new Map() };
  if (origin === null) return { layer: empty, problems: [] };
  const text = await files.read(scope);
  if (text.ok) return readSettingsFile(text.value, { source: scope, origin });
  const problem = { severity: 'refuses', source: scope, origin, message: text.error.message } as const;
  return { layer: empty, problems: [problem] };
}
