import { parseEntry, type Entry, type ReadEntry, type SessionId } from '@rook/contract';

import { givesRight } from '../journal/gives-right.ts';
import type { Line, Store, StoredSession } from '../ports/store.ts';
import { createApprovalFold } from './fold-approvals.ts';
import type { Seal } from './seal.ts';

/** When a session last changed files, and when a person last said yes in it to a run of code of the workspace. */
export interface CodeMark {
  /** Null where nothing was changed since its own last yes. */
  readonly changed: string | null;
  readonly approved: string | null;
}

/** What the sessions of a workspace know of its code together: who changed a file and who was asked need not be the same. */
export interface CodeMarks {
  /** Whether files were changed since a person last said yes, by what this session knows of itself and all others wrote down. */
  changedSinceApproval(
    own: { readonly session: SessionId; readonly mark: CodeMark } | null,
  ): Promise<boolean>;
}

type CodeStore = Pick<Store, 'list' | 'read' | 'listTrash' | 'readTrash'>;

/** The clock of files is coarser than ours. */
const SLACK_MILLISECONDS = 2000;
const CHANGES = ['"change_set_applied"', '"command_started"'].map((mark) => Buffer.from(mark));
const ANSWERS = ['"approval_requested"', '"approval_answered"', '"approval_voided"'].map((mark) =>
  Buffer.from(mark),
);

/** What was read of a session is kept as long as nobody wrote to it. What cannot be read counts as changed. */
export function createCodeMarks(store: CodeStore, { holds }: Pick<Seal, 'holds'>): CodeMarks {
  const kept = new Map<string, { readonly bytes: number; readonly mark: CodeMark }>();

  async function markOf(one: ListedSession): Promise<CodeMark | null> {
    const key = `${one.id} ${one.isTrash}`;
    const known = kept.get(key);
    if (known?.bytes === one.bytes) return known.mark;
    const mark = await readMark(store, one, holds);
    if (mark !== null) kept.set(key, { bytes: one.bytes, mark });
    return mark;
  }

  return {
    changedSinceApproval: async (own) => {
      const listed = await listAll(store);
      if (listed === null) return true;
      const marks = own === null ? [] : [own.mark];
      for (const session of listed) {
        if (session.id === own?.session) continue;
        // Nothing that it holds is younger than what is known, and the youngest decides.
        if (session.changed.getTime() + SLACK_MILLISECONDS < newestOf(marks)) break;
        const mark = await markOf(session);
        if (mark === null) return true;
        marks.push(mark);
      }
      return isChanged(marks);
    },
  };
}

interface ListedSession extends StoredSession {
  readonly isTrash: boolean;
}

/** The youngest first; what was deleted since has changed files all the same. Null where nobody can say. */
async function listAll(store: CodeStore): Promise<readonly ListedSession[] | null> {
  const [listed, trash] = await Promise.all([store.list(), store.listTrash()]);
  if (!listed.ok || !trash.ok) return null;
  const here = listed.value.map((one) => Object.assign({ isTrash: false }, one));
  const gone = trash.value.map((one) => Object.assign({ isTrash: true }, one));
  return [...here, ...gone].toSorted((one, other) => other.changed.getTime() - one.changed.getTime());
}

function newestOf(marks: readonly CodeMark[]): number {
  const times = marks.flatMap(({ changed, approved }) => [changed, approved]);
  return Math.max(0, ...times.map((time) => (time === null ? 0 : Date.parse(time))));
}

/** A change that no yes of another session came after; those of its own were heeded when it was read. */
function isChanged(marks: readonly CodeMark[]): boolean {
  return marks.some(
    ({ changed }, index) =>
      changed !== null &&
      marks.every(({ approved }, other) => other === index || approved === null || approved <= changed),
  );
}

async function readMark(
  store: CodeStore,
  { id, isTrash, changed }: ListedSession,
  holds: Seal['holds'],
): Promise<CodeMark | null> {
  const fold = createApprovalFold(holds);
  let isUnread = false;
  for await (const batch of isTrash ? store.readTrash(id) : store.read(id)) {
    if (!batch.ok) return null;
    for (const line of batch.value) {
      const isChange = mentions(line, CHANGES);
      if (!isChange && !mentions(line, ANSWERS)) continue;
      const read = parseLine(line);
      if (read?.kind === 'known' && read.entry.session_id === id) {
        if (!isOfPerson(read.entry)) fold.add(read);
      } else if (isChange && line.finished) isUnread = true;
    }
  }
  const mark = fold.codeMark();
  return isUnread ? { ...mark, changed: changed.toISOString() } : mark;
}

/** What a person did with their own hands, and what came along from elsewhere, is no change of the assistant. */
function isOfPerson(entry: Entry): boolean {
  if (entry.event_type !== 'change_set_applied' && entry.event_type !== 'command_started') return false;
  return entry.by === 'user' || !givesRight(entry);
}

function mentions({ bytes }: Line, marks: readonly Buffer[]): boolean {
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return marks.some((mark) => line.includes(mark));
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function parseLine({ bytes, finished, whole }: Line): ReadEntry | null {
  if (!finished || whole !== undefined) return null;
  try {
    return parseEntry(JSON.parse(decoder.decode(bytes)));
  } catch {
    return null;
  }
}
