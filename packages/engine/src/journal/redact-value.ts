type RedactString = (
  text: string,
  name: string | undefined,
) => { readonly text: string; readonly found: readonly string[] };

interface Redacted {
  readonly value: unknown;
  readonly found: readonly string[];
}

/**
 * Redacts the strings and keys of a JSON value. Looks first and copies only when something was found; keeps its own stack,
 * so that depth costs no stack, and knows where it was, so that a circle ends.
 */
export function redactTree(value: unknown, redact: RedactString): Redacted {
  if (typeof value === 'string') {
    const { text, found } = redact(value, undefined);
    return { value: text, found };
  }
  if (!isContainer(value)) return { value, found: [] };
  const found = new Set<string>();
  const note = (text: string, name: string | undefined): string => {
    const redacted = redact(text, name);
    for (const id of redacted.found) found.add(id);
    return redacted.text;
  };
  visitStrings(value, note);
  if (found.size === 0) return { value, found: [] };
  return { value: copyRedacted(value, note), found: [...found] };
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

interface Visit {
  readonly value: object;
  readonly name: string | undefined;
}

function visitStrings(root: object, note: (text: string, name: string | undefined) => string): void {
  const seen = new Set<object>([root]);
  const open: Visit[] = [{ value: root, name: undefined }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value } = visit;
    const isList = Array.isArray(value);
    for (const key of Object.keys(value)) {
      const child: unknown = Reflect.get(value, key);
      const name = isList ? visit.name : nameOf(value, key);
      if (!isList) note(key, undefined);
      if (typeof child === 'string') note(child, name);
      else if (isContainer(child) && !seen.has(child)) {
        seen.add(child);
        open.push({ value: child, name });
      }
    }
  }
}

/** The key; in `{name: 'API_KEY', value: '…'}` the name that is given there. */
function nameOf(value: object, key: string): string {
  if (key !== 'value' && key !== 'Value') return key;
  for (const other of ['name', 'key', 'Name', 'Key']) {
    const given: unknown = Reflect.get(value, other);
    if (typeof given === 'string') return given;
  }
  return key;
}

interface Copy extends Visit {
  readonly target: object;
}

function copyRedacted(root: object, note: (text: string, name: string | undefined) => string): unknown {
  const copies = new Map<object, object>();
  const open: Copy[] = [];
  const copyOf = (value: object, name: string | undefined): object => {
    const known = copies.get(value);
    if (known !== undefined) return known;
    const target = Array.isArray(value) ? [] : {};
    copies.set(value, target);
    open.push({ value, name, target });
    return target;
  };
  const result = copyOf(root, undefined);
  for (let copy = open.pop(); copy !== undefined; copy = open.pop()) {
    const { value, target } = copy;
    const isList = Array.isArray(value);
    const taken = new Map<string, number>();
    if (Array.isArray(target) && isList) target.length = value.length;
    for (const key of Object.keys(value)) {
      const child: unknown = Reflect.get(value, key);
      const name = isList ? copy.name : nameOf(value, key);
      let written: unknown = child;
      if (typeof child === 'string') written = note(child, name);
      else if (isContainer(child)) written = copyOf(child, name);
      setOwn(target, isList ? key : freeKey(target, note(key, undefined), taken), written);
    }
  }
  return result;
}

/** Two secret keys must not become one. */
function freeKey(target: object, key: string, taken: Map<string, number>): string {
  if (!Object.hasOwn(target, key)) return key;
  for (let count = (taken.get(key) ?? 1) + 1; ; count += 1) {
    taken.set(key, count);
    if (!Object.hasOwn(target, `${key} ${count}`)) return `${key} ${count}`;
  }
}

/** `__proto__` is a key like every other. */
function setOwn(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}
