export type JsonValue = null | boolean | number | string | JsonList | JsonObject;
export type JsonList = JsonValue[];
export interface JsonObject {
  [key: string]: JsonValue;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets an own field, whatever it is called: `__proto__` is a name as any other, as it is for `JSON.parse`. */
export function setField(object: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}

/** The own field of that name; what an object inherits is no field. */
export function getField(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Whether two values say the same, in whatever order their fields stand. Costs no stack. */
export function isSameValue(one: JsonValue, other: JsonValue): boolean {
  const pairs: [JsonValue, JsonValue | undefined][] = [[one, other]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [left, right] = pair;
    if (Array.isArray(left)) {
      if (!Array.isArray(right) || left.length !== right.length) return false;
      for (const [index, item] of left.entries()) pairs.push([item, right[index]]);
    } else if (isJsonObject(left)) {
      if (!isJsonObject(right) || Object.keys(left).length !== Object.keys(right).length) return false;
      for (const [key, item] of Object.entries(left)) pairs.push([item, getField(right, key)]);
    } else if (!Object.is(left, right)) return false;
  }
  return true;
}
