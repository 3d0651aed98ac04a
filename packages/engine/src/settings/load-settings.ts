import { fail, rookError, succeed, type Brand, type Result, type Scope } from '@rook/contract';

import type { SettingsFiles } from '../ports/settings-files.ts';
import { readGivenSettings, type GivenSettings } from './read-given-settings.ts';
import { readSettingsFile } from './read-settings-file.ts';
import { readEnvironment, readFlags } from './read-settings-texts.ts';
import { resolveSettings, type ResolvedSettings } from './resolve-settings.ts';
import type { ReadLayer, SettingsLayer, SettingsProblem, SettingSource } from './settings-layer.ts';

export interface SettingsSources {
  readonly brand: Brand;
  readonly files: SettingsFiles;
  readonly variables: ReadonlyMap<string, string>;
  /** `NAME=VALUE` as typed. */
  readonly flags: readonly string[];
  /** What the session itself was given; not trusted when the workspace brought it along. */
  readonly session?: SettingsLayer;
  /** What other programs keep, the weakest first; each counts over the file of its source. */
  readonly given?: readonly GivenSettings[];
}

export interface LoadedSettings extends ResolvedSettings {
  readonly problems: readonly SettingsProblem[];
}

/** Reads every source and resolves them. A file that cannot be read is a problem, not a failure. */
export async function loadSettings(sources: SettingsSources): Promise<Result<LoadedSettings>> {
  const flags = readFlags(sources.flags);
  if (!flags.ok) return flags;
  const { brand, files, variables } = sources;
  const read = [
    await readSafely('user', files.path('user'), async () => readFile(files, 'user')),
    await readSafely('workspace', files.path('workspace'), async () => readFile(files, 'workspace')),
    ...(sources.given ?? []).map(readGivenSettings),
    await readSafely('environment', null, async () => readEnvironment(brand, variables)),
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

/** A throw is a bug, and one in a source must not stop the reading of the others: it refuses, like a wrong value. */
async function readSafely(
  source: SettingSource,
  path: string | null,
  read: () => Promise<ReadLayer>,
): Promise<ReadLayer> {
  try {
    return await read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return unusable(source, path ?? source, `This could not be read, which is a bug of Rook: ${reason}.`);
  }
}

async function readFile(files: SettingsFiles, scope: Scope): Promise<ReadLayer> {
  const origin = files.path(scope);
  if (origin === null) return { layer: emptyLayer(scope), problems: [] };
  const text = await files.read(scope);
  return text.ok
    ? readSettingsFile(text.value, { source: scope, origin })
    : unusable(scope, origin, text.error.message);
}

function unusable(source: SettingSource, origin: string, message: string): ReadLayer {
  const problem = { severity: 'refuses', source, origin, message, concerns: [] } as const;
  return { layer: emptyLayer(source), problems: [problem] };
}

function emptyLayer(source: SettingSource): SettingsLayer {
  return { source, trusted: source !== 'workspace', values: new Map() };
}
