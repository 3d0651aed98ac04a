import { isFields, readText } from './read-long-text.ts';

/** What a call does, in a word, and with what. */
export interface Description {
  readonly verb: string;
  readonly object: string;
}

const VERBS: ReadonlyMap<string, string> = new Map([
  ['read_file', 'read'],
  ['list_files', 'list'],
  ['find_files', 'find'],
  ['search_files', 'search'],
  ['outline_file', 'outline'],
  ['search_sessions', 'search sessions'],
  ['explain_lines', 'explain'],
  ['fetch_url', 'fetch'],
  ['read_result', 'read on'],
  ['select_active_intent', 'select intent'],
  ['write_to_file', 'write'],
  ['edit', 'edit'],
  ['apply_diff', 'edit'],
  ['apply_patch', 'edit'],
  ['apply_changes', 'change'],
  ['delete_file', 'delete'],
  ['move_file', 'move'],
  ['record_lesson', 'note'],
  ['execute_command', 'run'],
  ['list_commands', 'list commands'],
  ['read_command', 'read output'],
  ['stop_command', 'stop'],
]);

const OBJECTS = ['path', 'command', 'url', 'pattern', 'query', 'text', 'name', 'id', 'intent_id'] as const;
const LONGEST_OBJECT = 200;

export function describeActivity(tool: string, input: unknown): Description {
  return { verb: VERBS.get(tool) ?? tool.replaceAll('_', ' '), object: describeObject(input) };
}

function describeObject(input: unknown): string {
  const to = readText(input, 'to') ?? readText(input, 'destination');
  const paths = listPaths(input);
  if (paths.length > 0) return shorten(paths.join(', '));
  for (const name of OBJECTS) {
    const text = readText(input, name);
    if (text !== null && text !== '') return shorten(to === null ? text : `${text} → ${to}`);
  }
  return '';
}

function listPaths(input: unknown): readonly string[] {
  const changes = isFields(input) ? input['fileChanges'] : undefined;
  if (!Array.isArray(changes)) return [];
  return changes.flatMap((change) => readText(change, 'path') ?? []);
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return line.length > LONGEST_OBJECT ? `${line.slice(0, LONGEST_OBJECT)}…` : line;
}
