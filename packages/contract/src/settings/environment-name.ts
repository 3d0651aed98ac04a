import type { Brand } from '../brand.ts';
import { findSetting } from './all-settings.ts';

/** The environment variable of a setting: `edits.autoFiles` is `ROOK_EDITS_AUTO_FILES`. */
export function environmentName(brand: Brand, settingName: string): string {
  const own = findSetting(settingName)?.environment;
  const derived = settingName
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase();
  return brand.environmentPrefix + (own ?? derived);
}

/** Variables with the brand's prefix that are no settings: the folder and the connection of scripts. */
export const OTHER_VARIABLES = ['HOME', 'PROVIDER', 'BASE_URL', 'API_KEY', 'SCRIPT'] as const;
