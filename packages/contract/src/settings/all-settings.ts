import type * as z from 'zod';

import type { SettingDefinition } from './define-setting.ts';
import { flowSettings } from './flow-settings.ts';
import { modelSettings } from './model-settings.ts';
import { recordSettings } from './record-settings.ts';
import { workSettings } from './work-settings.ts';

/** Every setting there is. The documentation, the command line and the editors read this one table. */
export const allSettings = { ...workSettings, ...modelSettings, ...flowSettings, ...recordSettings };

export type SettingName = keyof typeof allSettings;
export type SettingValues = {
  readonly [Name in SettingName]: z.infer<(typeof allSettings)[Name]['schema']>;
};

const definitions = new Map<string, SettingDefinition>(Object.entries(allSettings));

export const settingNames: readonly string[] = [...definitions.keys()];

export function findSetting(name: string): SettingDefinition | undefined {
  return definitions.get(name);
}
