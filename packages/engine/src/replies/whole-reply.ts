import { replyItemSchemas, replySchema, type FileChange, type Reply } from '@rook/contract';

import { getField, isJsonObject, type JsonObject, type JsonValue } from './json-value.ts';

const WHOLE = Symbol('a whole reply');

/**
 * A reply that came whole and of which the meaning is certain. It is made here alone, from a reading that says so;
 * nobody can make one of a reply that was cut, and one that was made by hand is not accepted.
 */
export interface WholeReply {
  readonly [WHOLE]: true;
  readonly summary: string;
  readonly sections: NonNullable<Reply['sections']>;
  readonly todos: NonNullable<Reply['todos']>;
  readonly fileChanges: readonly IndexedFileChange[];
  readonly commands: NonNullable<Reply['commands']>;
  readonly nextSteps: NonNullable<Reply['nextSteps']>;
  readonly fileHashes: ReadonlyMap<string, string>;
  /** What does not have the shape that it should have; it stands in none of the lists. */
  readonly misshapen: readonly Misshapen[];
  /** Next steps that were plain texts, as they once were. */
  readonly legacyNextSteps: number;
}

/** A file change and its place in the reply, from 0. */
interface IndexedFileChange {
  readonly index: number;
  readonly change: FileChange;
}

export interface Misshapen {
  readonly code: 'missing_field' | 'unknown_field' | 'wrong_shape';
  /** As in `fileChanges[2].path`. */
  readonly path: string;
  readonly message: string;
  /** Of a file change that has not the right shape: the file that it names; empty where it names none. */
  readonly file?: string;
  /** Of such a change: all of it. */
  readonly given?: JsonValue;
}

const made = new WeakSet<WholeReply>();

/** Whether it was made here, and not by hand or by copying. */
export function isWholeReply(reply: WholeReply): boolean {
  return made.has(reply);
}

/** Only for a value that was read whole. */
export function makeWholeReply(value: JsonObject): WholeReply {
  const misshapen: Misshapen[] = [];
  const { sections, todos, fileChanges, commands, nextSteps } = replyItemSchemas;
  nameUnknown(value, replySchema.shape, '', misshapen);
  const steps = listAt(value, 'nextSteps', misshapen);
  const reply: WholeReply = {
    [WHOLE]: true,
    summary: readSummary(value, misshapen),
    sections: readItems('sections', listAt(value, 'sections', misshapen), sections, misshapen).map(itemOf),
    todos: readItems('todos', listAt(value, 'todos', misshapen), todos, misshapen).map(itemOf),
    fileChanges: readItems(
      'fileChanges',
      listAt(value, 'fileChanges', misshapen),
      fileChanges,
      misshapen,
    ).map(({ index, item: change }) => ({ index, change })),
    commands: readItems(
      'commands',
      listAt(value, 'commands', misshapen).map(asCommand),
      commands,
      misshapen,
    ).map(itemOf),
    nextSteps: readItems('nextSteps', steps.map(asNextStep), nextSteps, misshapen).map(itemOf),
    fileHashes: readHashes(value, misshapen),
    misshapen,
    legacyNextSteps: steps.filter((step) => typeof step === 'string').length,
  };
  made.add(reply);
  return reply;
}

function readSummary(value: JsonObject, misshapen: Misshapen[]): string {
  const summary = getField(value, 'summary');
  if (typeof summary === 'string') return summary;
  misshapen.push(
    summary === undefined
      ? { code: 'missing_field', path: 'summary', message: 'The reply has no summary.' }
      : { code: 'wrong_shape', path: 'summary', message: 'The summary is no text.' },
  );
  return '';
}

/** A list of the reply; null stands for one that was left out, because some providers want every field. */
function listAt(value: JsonObject, name: keyof typeof replyItemSchemas, misshapen: Misshapen[]): JsonValue[] {
  const list = getField(value, name) ?? [];
  if (Array.isArray(list)) return list;
  misshapen.push({ code: 'wrong_shape', path: name, message: `${name} is no list.` });
  return [];
}

interface ItemSchema<Item> {
  readonly shape: Readonly<Record<string, unknown>>;
  safeParse(value: unknown): { success: true; data: Item } | { success: false; error: SchemaError };
}
interface SchemaError {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}
interface IndexedItem<Item> {
  readonly index: number;
  readonly item: Item;
}

/** What has the right shape; what has not is named, and so are fields that nobody knows. */
function readItems<Item>(
  name: string,
  list: readonly JsonValue[],
  schema: ItemSchema<Item>,
  misshapen: Misshapen[],
): IndexedItem<Item>[] {
  return list.flatMap((given, index) => {
    const place = `${name}[${index}]`;
    const value = isJsonObject(given) ? withoutNulls(given) : given;
    const parsed = schema.safeParse(value);
    if (isJsonObject(value)) {
      nameUnknown(value, schema.shape, `${place}.`, misshapen);
      if (name === 'fileChanges') nameUnknownInside(value, `${place}.`, misshapen);
    }
    if (parsed.success) return [{ index, item: parsed.data }];
    const [issue] = parsed.error.issues;
    const path = [place, ...(issue?.path ?? []).map(String)].join('.');
    const message = `${path}: ${issue?.message ?? 'wrong shape'}.`;
    const file = name === 'fileChanges' ? { file: namedFile(value), given: value } : {};
    misshapen.push({ code: 'wrong_shape', path, message, ...file });
    return [];
  });
}

function namedFile(value: JsonValue): string {
  const named = isJsonObject(value) ? getField(value, 'path') : undefined;
  return typeof named === 'string' ? named : '';
}

function itemOf<Item>({ item }: IndexedItem<Item>): Item {
  return item;
}

function withoutNulls(value: JsonObject): JsonObject {
  if (!Object.values(value).includes(null)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

const MOST_UNKNOWN = 20;

function nameUnknown(
  value: JsonObject,
  shape: Readonly<Record<string, unknown>>,
  place: string,
  misshapen: Misshapen[],
): void {
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(shape, key));
  for (const key of unknown.slice(0, MOST_UNKNOWN)) {
    const path = `${place}${key.slice(0, 100)}`;
    misshapen.push({
      code: 'unknown_field',
      path,
      message: `${path} is no field of a reply; it was not used.`,
    });
  }
}

const CHANGE_FIELDS = replyItemSchemas.fileChanges.shape;
const INSIDE = {
  edits: CHANGE_FIELDS.edits.unwrap().element.shape,
  lineOperations: CHANGE_FIELDS.lineOperations.unwrap().element.shape,
  lineRange: CHANGE_FIELDS.lineRange.unwrap().shape,
};

/** The same for what stands inside of a file change. */
function nameUnknownInside(change: JsonObject, place: string, misshapen: Misshapen[]): void {
  for (const [name, shape] of Object.entries(INSIDE)) {
    const field = getField(change, name);
    const items = Array.isArray(field) ? field : [field];
    for (const [index, item] of items.entries()) {
      const at = Array.isArray(field) ? `${name}[${index}]` : name;
      if (isJsonObject(item)) nameUnknown(item, shape, `${place}${at}.`, misshapen);
    }
  }
}

/** A command may be given as plain text. */
function asCommand(value: JsonValue): JsonValue {
  return typeof value === 'string' ? { command: value } : value;
}

/** A next step was once plain text, which is then both what is shown and what is typed. */
function asNextStep(value: JsonValue): JsonValue {
  return typeof value === 'string' ? { html: value, inputText: value } : value;
}

function readHashes(value: JsonObject, misshapen: Misshapen[]): ReadonlyMap<string, string> {
  const given = getField(value, 'fileHashes') ?? {};
  const hashes = new Map<string, string>();
  if (!isJsonObject(given)) {
    misshapen.push({ code: 'wrong_shape', path: 'fileHashes', message: 'fileHashes is no object.' });
    return hashes;
  }
  for (const [path, hash] of Object.entries(given)) {
    if (typeof hash === 'string') hashes.set(path, hash);
    else if (hash !== null) {
      const place = `fileHashes.${path.slice(0, 100)}`;
      misshapen.push({ code: 'wrong_shape', path: place, message: `${place} is no text.` });
    }
  }
  return hashes;
}
