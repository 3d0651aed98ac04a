import {
  allSettings,
  findSetting,
  parseSettingValues,
  type SettingDefinition,
  type SettingValues,
} from '@rook/contract';

import {
  SETTING_SOURCES,
  type LayerValue,
  type SettingsLayer,
  type SettingSource,
} from './settings-layer.ts';
import { tightenValue } from './tighten-value.ts';

export interface ResolvedSettings {
  readonly values: SettingValues;
  /** Where each value comes from, also for those that stand at their default. */
  readonly origins: ReadonlyMap<string, SettingOrigin>;
  /** What a workspace asked for and did not get, by name and with the reason. */
  readonly ignored: readonly IgnoredSetting[];
}

interface SettingOrigin {
  readonly source: SettingSource;
  readonly origin: string;
}

interface IgnoredSetting extends SettingOrigin {
  readonly name: string;
  readonly reason: string;
}

/**
 * Lays the sources over each other: flag over environment over session over workspace over user over
 * default. A layer that is not trusted can only tighten what holds without it.
 */
export function resolveSettings(layers: readonly SettingsLayer[]): ResolvedSettings {
  const values = new Map<string, unknown>();
  const origins = new Map<string, SettingOrigin>();
  const ignored: IgnoredSetting[] = [];
  for (const [name, definition] of Object.entries(allSettings)) {
    values.set(name, definition.default);
    origins.set(name, { source: 'default', origin: 'default' });
  }

  for (const layer of layers.toSorted((a, b) => rank(a) - rank(b))) {
    for (const [name, wish] of layer.values) {
      const definition = findSetting(name);
      if (definition === undefined) continue;
      const heard = hear(definition, layer, wish, values.get(name));
      if (heard.ignored !== undefined) {
        ignored.push({ name, source: layer.source, origin: wish.origin, reason: heard.ignored });
      }
      if (heard.counts) {
        values.set(name, heard.value);
        origins.set(name, { source: layer.source, origin: wish.origin });
      }
    }
  }
  return { values: parseSettingValues(values), origins, ignored };
}

function rank(layer: SettingsLayer): number {
  return SETTING_SOURCES.indexOf(layer.source);
}

interface Heard {
  readonly counts: boolean;
  readonly value: unknown;
  readonly ignored?: string;
}

function hear(
  definition: SettingDefinition,
  layer: SettingsLayer,
  wish: LayerValue,
  current: unknown,
): Heard {
  if (layer.trusted) return { counts: true, value: wish.value };
  if (definition.tighten === undefined) {
    return { counts: false, value: current, ignored: 'only the user decides it, in their own settings' };
  }
  const tightened = tightenValue(definition.tighten, current, wish.value);
  // Joining two good values must not make a bad one; whatever does is the workspace's loss alone.
  if (!definition.schema.safeParse(tightened.value).success) {
    return { counts: false, value: current, ignored: 'it can only be joined with what fits beside it' };
  }
  return { ...tightened, counts: JSON.stringify(tightened.value) !== JSON.stringify(current) };
}
