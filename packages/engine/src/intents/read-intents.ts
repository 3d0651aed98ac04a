import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { Document, LineCounter, YAMLMap, YAMLSeq } from 'yaml';

import { explainField, explainYaml } from './explain-intents.ts';
import { INTENTS_PATH, intentRecordSchema, type Intent } from './intent.ts';
import { judgeYaml } from './judge-yaml.ts';

/** More than any list of intents needs. */
const MOST_BYTES = 1_000_000;

/** The file as it was read, with the places where things stand. */
export interface IntentFile {
  /** Without the mark of its encoding at the beginning. */
  readonly text: string;
  /** That mark, or nothing. */
  readonly mark: string;
  readonly intents: readonly Intent[];
  readonly places: IntentPlaces | null;
}

/** Null where nothing stands in the file yet. */
interface IntentPlaces {
  /** Of the list; null where the list is empty and has no sign of its own. */
  readonly list: YAMLSeq | null;
  /** Behind the colon of the list. */
  readonly afterColon: number;
  /** One for each intent, in the same order. */
  readonly records: readonly YAMLMap[];
  /** All that the file says. */
  readonly value: unknown;
}

/** Reads strictly: what is not certain is a failure that says where, never an empty list. */
export async function readIntents(bytes: Uint8Array): Promise<Result<IntentFile>> {
  if (bytes.length > MOST_BYTES) return malformed(`it is larger than ${MOST_BYTES} bytes`);
  const whole = decode(bytes);
  if (whole === null) return malformed('it is not UTF-8');
  const mark = whole.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = whole.slice(mark.length);
  const refused = await judgeYaml(text);
  if (refused !== null) return malformed(refused);
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
    stringKeys: true,
    uniqueKeys: true,
  });
  const [wrong] = [...document.errors, ...document.warnings];
  if (wrong !== undefined)
    return malformed(`line ${lines.linePos(wrong.pos[0]).line}: ${explainYaml(wrong.code)}`);
  const read = await readDocument(document, text, lines);
  return read.ok ? succeed({ text, mark, ...read.value }) : read;
}

async function readDocument(
  document: Document.Parsed,
  text: string,
  lines: LineCounter,
): Promise<Result<Pick<IntentFile, 'intents' | 'places'>>> {
  const { isMap, isNode, isScalar, isSeq } = await import('yaml');
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return succeed({ intents: [], places: null });
  if (!isMap(root)) return malformed('it does not begin with active_intents');
  const pair = root.items.find(({ key }) => isScalar(key) && key.value === 'active_intents');
  if (pair === undefined) return malformed('it has no active_intents');
  const afterColon = text.indexOf(':', pair.key.range[1]) + 1;
  const value: unknown = document.toJS();
  const list = pair.value;
  if (list === null || (isScalar(list) && list.value === null))
    return succeed({ intents: [], places: { list: null, afterColon, records: [], value } });
  if (!isSeq(list)) return malformed('active_intents is no list');
  const intents: Intent[] = [];
  const records: YAMLMap[] = [];
  for (const node of list.items) {
    const { line } = lines.linePos(node.range[0]);
    if (!isMap(node)) return malformed(`line ${line}: an intent is a group of fields`);
    const parsed = intentRecordSchema.safeParse(node.toJS(document));
    if (!parsed.success) {
      const field = String(parsed.error.issues[0]?.path[0] ?? '');
      const place = node.get(field, true);
      const at = lines.linePos((isNode(place) ? place.range : null)?.[0] ?? node.range[0]).line;
      return malformed(`line ${at}: ${explainField(field, node.has(field))}`);
    }
    const { id } = parsed.data;
    // On some systems, and to some readers, they are the same.
    if (intents.some((intent) => intent.id.toLowerCase() === id.toLowerCase()))
      return malformed(`line ${line}: there are two intents ${id}`);
    intents.push(parsed.data);
    records.push(node);
  }
  return succeed({ intents, places: { list, afterColon, records, value } });
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function malformed(why: string): Result<never> {
  const sentence = `${INTENTS_PATH} cannot be used: ${why.replace(/[.\s]+$/u, '')}. Nothing but reading is allowed until a person has mended it.`;
  return fail(rookError('intents_malformed', sentence));
}
