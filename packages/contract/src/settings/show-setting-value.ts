import { findSetting } from './all-settings.ts';

const MASK = '•••';
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;
/** From the colon after the user to the last `@`: a password may itself hold an `@`. */
const PASSWORD = /^([^:]+:\/\/[^:@/]*:).*@/;
const SECRET_PARAMETER = /([?&][^=&]*(?:pass|secret|token|key)[^=&]*=)[^&#]*/gi;

/**
 * A value as it may be shown: a password inside a connection string is masked, and so is the whole of a
 * secret value that is not a readable address.
 */
export function showableSettingValue(name: string, value: unknown): unknown {
  if (findSetting(name)?.secret !== true || typeof value !== 'string') return value;
  if (!ADDRESS.test(value)) return MASK;
  return value.replace(PASSWORD, `$1${MASK}@`).replaceAll(SECRET_PARAMETER, `$1${MASK}`);
}
