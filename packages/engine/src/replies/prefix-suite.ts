import { isJsonObject, type JsonValue } from './json-value.ts';
import { replySamples } from './reply-samples.ts';

/** What is read of a text: whether it is all, and the value so far. */
export type ReadPrefix = (text: string) => { readonly complete: boolean; readonly value: JsonValue };

/**
 * What a reader gets wrong about replies that were cut: every prefix must be called incomplete, and its value must be
 * a beginning of the whole. Empty when it keeps its promise.
 */
export function findPrefixFailures(read: ReadPrefix): readonly string[] {
  return replySamples.flatMap(({ name, text, end }) => {
    const whole = read(text);
    if (!whole.complete) return [`${name}: the whole is called incomplete`];
    const failures: string[] = [];
    for (let length = 0; length < end && failures.length < 3; length += 1) {
      const part = read(text.slice(0, length));
      if (part.complete) failures.push(`${name}: ${length} of ${end} characters are called complete`);
      else if (!isBeginning(part.value, whole.value))
        failures.push(`${name}: ${length} of ${end} characters say something else than the whole`);
    }
    if (!read(text.slice(0, end)).complete)
      failures.push(`${name}: the reply without what follows is called incomplete`);
    return failures;
  });
}

/** Whether a value is the beginning of another: of a text its first characters, of lists and objects the first items. */
export function isBeginning(part: JsonValue, whole: JsonValue | undefined): boolean {
  if (part === null) return true;
  if (typeof part === 'string') return typeof whole === 'string' && whole.startsWith(part);
  if (Array.isArray(part)) {
    if (!Array.isArray(whole) || part.length > whole.length) return false;
    return part.every((item, index) =>
      index < part.length - 1 ? isSame(item, whole[index]) : isBeginning(item, whole[index]),
    );
  }
  if (!isJsonObject(part)) return part === whole;
  if (!isJsonObject(whole)) return false;
  const keys = Object.keys(part);
  const first = Object.keys(whole).slice(0, keys.length);
  if (keys.some((key, index) => key !== first[index])) return false;
  return keys.every((key, index) =>
    index < keys.length - 1 ? isSame(part[key], whole[key]) : isBeginning(part[key] ?? null, whole[key]),
  );
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
