import type { EntryBase } from '../entries/entry-base.ts';
import type { Entry, EntryOf } from '../entries/entry.ts';
import { readWritten } from '../entries/parse-entry.ts';
import { TOUR_FILE, TOUR_STEPS, TOUR_TEST, type TourStep, type TourStepId } from './tour-steps.ts';

export interface TourProgress {
  readonly steps: readonly (TourStep & { readonly isDone: boolean })[];
  /** The first that is not done; null: all are. */
  readonly next: TourStepId | null;
}

interface Seen {
  readonly done: Set<TourStepId>;
  /** Questions about files with what a yes would do. */
  readonly shown: Set<string>;
  /** Turns in which an edit was caught as stale. */
  readonly stale: Set<string>;
  readonly tests: Set<string>;
  /** How far the failing test is: it failed, then something was changed. */
  test: 'none' | 'failed' | 'mended';
}

/**
 * How far the tour is, by what was written down and nothing else. A step that is done stays so, in whatever order they were taken.
 * That the chain was checked leaves no entry, so who checked it says so.
 */
export function foldTour(entries: readonly EntryBase[], isVerified = false): TourProgress {
  const seen: Seen = {
    done: new Set(isVerified ? ['verify'] : []),
    shown: new Set(),
    stale: new Set(),
    tests: new Set(),
    test: 'none',
  };
  for (const entry of entries) {
    const read = readWritten(entry);
    if (read.kind === 'known') add(seen, read.entry);
  }
  const steps = TOUR_STEPS.map(({ id, title, text, deeds }) => ({
    id,
    title,
    text,
    deeds,
    isDone: seen.done.has(id),
  }));
  return { steps, next: steps.find(({ isDone }) => !isDone)?.id ?? null };
}

function add(seen: Seen, entry: Entry): void {
  switch (entry.event_type) {
    case 'tool_call_refused':
      if (entry.error.code === 'no_intent') seen.done.add('refusal');
      break;
    case 'intent_selected':
      if (entry.intent_id !== null) seen.done.add('intent');
      break;
    case 'approval_requested':
      if (entry.effect === 'write' && entry.preview !== undefined) seen.shown.add(entry.approval_id);
      break;
    case 'approval_answered':
      if (seen.shown.has(entry.approval_id)) seen.done.add('approval');
      break;
    case 'change_set_refused':
      if (isStale(entry)) seen.stale.add(turnOf(entry));
      break;
    case 'change_set_applied':
      addChange(seen, entry);
      break;
    case 'command_started':
      if (entry.command === TOUR_TEST) seen.tests.add(entry.command_id);
      break;
    case 'command_ended':
      if (seen.tests.has(entry.command_id)) addTest(seen, entry);
      break;
    default:
  }
}

function isStale({ error, files }: EntryOf<'change_set_refused'>): boolean {
  return error.code === 'stale_file' || files.some((file) => file.error?.code === 'stale_file');
}

/** Turns are counted in each session. */
function turnOf(entry: EntryOf<'change_set_refused'> | EntryOf<'change_set_applied'>): string {
  return `${entry.session_id}/${entry.turn_id ?? ''}`;
}

function addChange(seen: Seen, entry: EntryOf<'change_set_applied'>): void {
  const { kind, files } = entry;
  if (kind === 'rewind') seen.done.add('rewind');
  if (kind !== 'edit') return;
  const applied = files.filter(({ status }) => status === 'applied');
  if (applied.some(({ path, before_hash: before }) => path === TOUR_FILE && before !== null)) {
    seen.done.add('edit');
    if (seen.stale.has(turnOf(entry))) seen.done.add('stale');
  }
  if (applied.some(({ todo_indexes: todos = [] }) => todos.length > 0)) seen.done.add('todo');
  if (seen.test === 'failed') seen.test = 'mended';
}

function addTest(seen: Seen, { exit_code: code }: EntryOf<'command_ended'>): void {
  if (code !== 0) seen.test = 'failed';
  else if (seen.test === 'mended') seen.done.add('test');
}
