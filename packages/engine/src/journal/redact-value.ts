import { NAME_KEYS, VALUE_KEYS } from './secret-rules-shape.ts';

/** Redacts a string that is the value of a name, or that goes on a line of a shell. */
type RedactString = (
  text: string,
  name: string | undefined,
  line?: string,
) => { readonly text: string; readonly found: readonly string[] };

interface TreeReader {
  readonly redact: RedactString;
  /** Whether this text names a command that may be given a secret. */
  readonly isCommand: (text: string) => boolean;
}

interface Redacted {
  readonly value: unknown;
  readonly found: readonly string[];
}

/**
 * Redacts the strings and keys of a JSON value. Looks first and copies only when something was found; keeps its own stack,
 * so that depth costs no stack, and knows where it was, so that a circle ends.
 */
export function redactTree(value: unknown, reader: TreeReader): Redacted {
  if (typeof value === 'string') {
    const { text, found } = reader.redact(value, undefined);
    return { value: text, found };
  }
  if (!isContainer(value)) return { value, found: [] };
  const found = new Set<string>();
  const note = (text: string, name: string | undefined, line?: string): string => {
    const redacted = reader.redact(text, name, line);
    for (const id of redacted.found) found.add(id);
    return redacted.text;
  };
  const walk: Walk = { note, isCommand: reader.isCommand };
  visitStrings(value, walk);
  if (found.size === 0) return { value, found: [] };
  return { value: copyRedacted(value, walk), found: [...found] };
}

interface Walk {
  readonly note: (text: string, name: string | undefined, line?: string) => string;
  readonly isCommand: (text: string) => boolean;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

/** A container, and what its own place says about what is in it. */
interface Visit {
  readonly value: object;
  readonly name: string | undefined;
  /** The command that a list belongs to. */
  readonly command: string | undefined;
}

function visitStrings(root: object, walk: Walk): void {
  const seen = new Set<object>([root]);
  const open: Visit[] = [{ value: root, name: undefined, command: undefined }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value } = visit;
    const isList = Array.isArray(value);
    const readItem = isList ? createItemReader(value, visit, walk) : undefined;
    for (const key of Object.keys(value)) {
      const child: unknown = Reflect.get(value, key);
      if (!isList) walk.note(key, undefined);
      if (typeof child === 'string') {
        if (readItem === undefined) walk.note(child, nameOf(visit, key));
        else readItem(child);
      } else if (isContainer(child) && !seen.has(child)) {
        seen.add(child);
        open.push(visitOf(child, key, visit));
      }
    }
  }
}

function visitOf(child: object, key: string, parent: Visit): Visit {
  if (Array.isArray(parent.value)) return { value: child, name: parent.name, command: undefined };
  const command = Array.isArray(child) && ARGUMENT_KEYS.has(key) ? commandOf(parent.value) : undefined;
  return { value: child, name: nameOf(parent, key), command };
}

const ARGUMENT_KEYS: ReadonlySet<string> = new Set(['args', 'argv', 'arguments', 'parameters']);

/** In `{command: 'curl', args: […]}` the command. */
function commandOf(value: object): string | undefined {
  for (const key of ['command', 'cmd', 'program', 'file', 'executable']) {
    const given: unknown = Reflect.get(value, key);
    if (typeof given === 'string') return given;
  }
  return undefined;
}

/** The key; in `{name: 'API_KEY', value: '…'}` the name that is given there, in `{password: {value: '…'}}` the outer one. */
function nameOf({ value, name }: Visit, key: string): string {
  const others = NAMES_BESIDE.get(key);
  if (others === undefined) return key;
  for (const other of others) {
    const given: unknown = Reflect.get(value, other);
    if (typeof given === 'string') return given;
  }
  return name ?? key;
}

/** For the key of a value, in either case, the keys that may give its name. */
const NAMES_BESIDE: ReadonlyMap<string, readonly string[]> = new Map([
  ...VALUE_KEYS.map((key) => [key, NAME_KEYS] as const),
  ...VALUE_KEYS.map((key) => [capitalize(key), NAME_KEYS.map(capitalize)] as const),
]);

function capitalize(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/**
 * The strings of a list have the name of the list; each may also be the value of the one before it, as in
 * `['--password', '…']`, or a part of a command, as in `['sshpass', '-p', '…']`.
 */
function createItemReader(
  list: readonly unknown[],
  { name, command }: Visit,
  { note, isCommand }: Walk,
): (text: string) => string {
  let before: string | undefined;
  let line = isWord(command, LIKE_A_COMMAND) && isCommand(command) ? command : undefined;
  let count = 0;
  return (text) => {
    let after = note(text, name);
    if (before !== undefined) after = note(after, before);
    if (line !== undefined && count < MOST_ARGUMENTS) after = note(after, undefined, line);
    if (line !== undefined) line = `${line} ${after}`.slice(-LONGEST_LINE);
    else if (count === 0 && list.length > 1 && isWord(text, LIKE_A_COMMAND) && isCommand(text)) line = text;
    before = isWord(text, LIKE_A_NAME) ? text : undefined;
    count += 1;
    return after;
  };
}

/** A mark is neither, so that what was written is read as what was given. */
const LIKE_A_NAME = /^[\w.-]+$/u;
const LIKE_A_COMMAND = /^[\w.:/\\-]+$/u;
const LONGEST_WORD = 60;
const LONGEST_LINE = 400;
const MOST_ARGUMENTS = 64;

function isWord(text: string | undefined, form: RegExp): text is string {
  return text !== undefined && text.length <= LONGEST_WORD && form.test(text);
}

interface Copy extends Visit {
  readonly target: object;
}

function copyRedacted(root: object, walk: Walk): unknown {
  const copies = new Map<object, object>();
  const open: Copy[] = [];
  const copyOf = (visit: Visit): object => {
    const known = copies.get(visit.value);
    if (known !== undefined) return known;
    const target = Array.isArray(visit.value) ? [] : {};
    copies.set(visit.value, target);
    open.push({ ...visit, target });
    return target;
  };
  const result = copyOf({ value: root, name: undefined, command: undefined });
  for (let copy = open.pop(); copy !== undefined; copy = open.pop()) {
    const { value, target } = copy;
    const isList = Array.isArray(value);
    const readItem = isList ? createItemReader(value, copy, walk) : undefined;
    const taken = new Map<string, number>();
    if (Array.isArray(target) && isList) target.length = value.length;
    for (const key of Object.keys(value)) {
      const child: unknown = Reflect.get(value, key);
      let written: unknown = child;
      if (typeof child === 'string') written = readItem?.(child) ?? walk.note(child, nameOf(copy, key));
      else if (isContainer(child)) written = copyOf(visitOf(child, key, copy));
      setOwn(target, isList ? key : freeKey(target, walk.note(key, undefined), taken), written);
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
