/** What is certainly the same text when it is read again without quotes, also between brackets. */
const PLAIN = /^[A-Za-z][\w./*-]*(?: [\w./*-]+)*$/u;
const OTHER_MEANING = /^(?:true|false|null|yes|no|on|off)$/iu;

/** A value as it is written in YAML. */
export function writeScalar(value: string | boolean, style: 'double' | 'single' | 'plain'): string {
  if (typeof value === 'boolean') return String(value);
  if (style === 'single' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) return `'${value.replaceAll("'", "''")}'`;
  if (style === 'plain' && PLAIN.test(value) && !OTHER_MEANING.test(value)) return value;
  return JSON.stringify(value);
}
