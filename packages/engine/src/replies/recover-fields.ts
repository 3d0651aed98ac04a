import { createJsonReader, type JsonReading } from './json-reader.ts';
import { getField, isJsonObject, type JsonValue } from './json-value.ts';

/** What could be had of a reply, field by field: beginnings of what the model wrote, to be shown and never applied. */
export interface RecoveredFields {
  /** As far as it came. */
  readonly summary: string | null;
  /** In each list only what was read to its end. */
  readonly todos: readonly JsonValue[];
  readonly fileChanges: readonly JsonValue[];
  readonly commands: readonly JsonValue[];
  readonly nextSteps: readonly JsonValue[];
  readonly sections: readonly JsonValue[];
}

const LISTS = ['todos', 'fileChanges', 'commands', 'nextSteps', 'sections'] as const;
const FIELDS = ['summary', ...LISTS] as const;

/** Takes the fields of the value, and what stands behind the place where reading it stopped. */
export function recoverFields(text: string, reading: JsonReading): RecoveredFields {
  const found = new Map<string, JsonValue>();
  if (isJsonObject(reading.value)) {
    for (const name of FIELDS) {
      const value = getField(reading.value, name);
      if (value === undefined) continue;
      const isOpen = reading.openPath[0] === name;
      found.set(name, isOpen ? takeWhole(value, reading.openPath.slice(1)) : value);
    }
  }
  if (reading.lostAt !== undefined) findFields(text, reading.lostAt, found);
  const list = (name: (typeof LISTS)[number]): readonly JsonValue[] => {
    const value = found.get(name);
    return Array.isArray(value) ? value : [];
  };
  const summary = found.get('summary');
  return {
    summary: typeof summary === 'string' ? summary : null,
    todos: list('todos'),
    fileChanges: list('fileChanges'),
    commands: list('commands'),
    nextSteps: list('nextSteps'),
    sections: list('sections'),
  };
}

/** What of a list was read to its end; `path` leads to what was not. */
function takeWhole(value: JsonValue, path: readonly (string | number)[]): JsonValue {
  const [open] = path;
  return Array.isArray(value) && typeof open === 'number' ? value.slice(0, open) : value;
}

const FIELD =
  /["'“]?\b(summary|todos|fileChanges|commands|nextSteps|sections)["'”]?\s{0,20}:\s{0,20}(?=["'“[])/g;
const PIECE = 65_536;

/** Looks for fields behind the place where the meaning was lost. Goes on where each one ends, so that it costs no more than one reading. */
function findFields(text: string, from: number, found: Map<string, JsonValue>): void {
  FIELD.lastIndex = from;
  for (let match = FIELD.exec(text); match !== null; match = FIELD.exec(text)) {
    const name = match[1] ?? '';
    const start = match.index + match[0].length;
    const { value, openPath, end } = readOne(text, start);
    const hasIt = found.has(name) && !isEmptyList(found.get(name));
    if (!hasIt && value !== undefined) found.set(name, takeWhole(value, openPath));
    FIELD.lastIndex = Math.max(start + end, start + 1);
  }
}

function isEmptyList(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

function readOne(text: string, start: number): JsonReading {
  const reader = createJsonReader({ accepts: 'any', isFirstEnough: true });
  for (let at = start; at < text.length; at += PIECE) {
    reader.push(text.slice(at, at + PIECE));
    if (reader.isDone()) break;
  }
  return reader.end();
}
