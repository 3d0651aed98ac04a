import type { EntryOf } from './entry.ts';

/** What can be said of a usual change set without taking its line apart. */
export type ChangeSetHead = Pick<
  EntryOf<'change_set_applied'>,
  'change_set_id' | 'session_id' | 'timestamp' | 'kind' | 'turn_id' | 'by'
>;

const TEXT = String.raw`[^"\\]*`;
const BEGIN = '{"schema_version":1,"event_id":"';
const TIME = '","timestamp":"';
/** The ids of entries and the times have always the same length. */
const TIME_AT = BEGIN.length + 36;
const STAMP_AT = TIME_AT + TIME.length;
const STAMP_LENGTH = 24;
/** All between the time and the id. It is the same in every line that a session writes in one place, so it is read once. */
const PLACE = new RegExp(
  String.raw`","workspace":\{"name":"${TEXT}","uri":"${TEXT}","trusted":(?:true|false)\},"session_id":"([a-z][a-z0-9]*-\d{8}-[0-9a-f]{8})","mode":\{"agent_mode":(?:null|"${TEXT}"),"safety":"(?:safe|ask|allow)"\},"event_type":"change_set_applied","change_set_id":"`,
  'uy',
);
const HEAD =
  /(cs-\d+(?:-\d+)?)","kind":"(edit|by_command)","intent_id":null(?:,"by":"(assistant|user)")?(?:,"turn_id":"(t\d{4,9})")?,"(?:files|cost_usd|made_folders)":/uy;
const SEQ = '}],"seq":';
const PREV = ',"prev":"';
/** Behind `prev` stand 64 digits and the end. */
const PREV_LENGTH = PREV.length + 66;
const MOST_DIGITS = 15;

let known = { text: '', session: '' };

/**
 * The beginning of the line of a change set that undoes nothing, and is whole. Null for whatever looks
 * otherwise, which is then read in full.
 */
export function parseChangeSetHead(line: string): ChangeSetHead | null {
  if (!line.startsWith(BEGIN) || !line.startsWith(TIME, TIME_AT)) return null;
  let at = STAMP_AT + STAMP_LENGTH;
  if (known.text === '' || !line.startsWith(known.text, at)) {
    const [text, session] = matchAt(PLACE, line, at) ?? [];
    if (text === undefined || session === undefined) return null;
    known = { text, session };
  }
  at += known.text.length;
  const head = matchAt(HEAD, line, at);
  if (head === null || !isWhole(line)) return null;
  const [, id, kind, by, turn] = head;
  const timestamp = line.slice(STAMP_AT, STAMP_AT + STAMP_LENGTH);
  const found = { change_set_id: id, session_id: known.session, timestamp, kind, turn_id: turn, by };
  return isHead(found) ? found : null;
}

/** What the patterns have matched has the shapes of the ids. */
function isHead(found: object): found is ChangeSetHead {
  return 'change_set_id' in found && found.change_set_id !== undefined;
}

/** A line that a crash tore has another end. */
function isWhole(line: string): boolean {
  const prev = line.length - PREV_LENGTH;
  return (
    line.endsWith('"}') &&
    line.startsWith(PREV, prev) &&
    line.lastIndexOf(SEQ, prev) >= prev - SEQ.length - MOST_DIGITS
  );
}

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(line);
}
