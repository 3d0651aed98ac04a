export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readObject(value: unknown, name: string): JsonObject | undefined {
  const field = isObject(value) ? value[name] : undefined;
  return isObject(field) ? field : undefined;
}
