import * as z from 'zod';

import type { SettingDefinition } from './define-setting.ts';

/** The few values that a setting takes, as they are typed; empty where there are more than a few. */
export function settingChoices({ schema }: SettingDefinition): readonly string[] {
  if (schema instanceof z.ZodBoolean) return ['true', 'false'];
  return schema instanceof z.ZodEnum ? schema.options.map(String) : [];
}
