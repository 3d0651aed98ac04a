import {
  describeSettingType,
  environmentName,
  showableSettingValue,
  type Brand,
  type SettingDefinition,
} from '@rook/contract';
import type { LoadedSettings, SettingSource } from '@rook/engine';

/** One setting as `settings list` and `settings get` tell it. */
export interface DescribedSetting {
  readonly name: string;
  readonly value: unknown;
  readonly source: SettingSource;
  readonly origin: string;
  readonly default: unknown;
  readonly scope: SettingDefinition['scope'];
  readonly takes: string;
  readonly description: string;
  readonly environment: string;
}

export function describeSetting(
  brand: Brand,
  settings: LoadedSettings,
  name: string,
  definition: SettingDefinition,
): DescribedSetting {
  const values = new Map<string, unknown>(Object.entries(settings.values));
  const { source, origin } = settings.origins.get(name) ?? { source: 'default', origin: 'default' };
  return {
    name,
    value: showableSettingValue(name, values.get(name)),
    source,
    origin,
    default: definition.default,
    scope: definition.scope,
    takes: describeSettingType(definition),
    description: definition.description,
    environment: environmentName(brand, name),
  };
}

/** A value on one line: text as it is, lists with commas, everything else as JSON. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'string')) {
    return value.join(', ');
  }
  return JSON.stringify(value);
}
