import { learnPiece, type KnownPiece } from './known-piece.ts';

/** Gives what came in one read, with its pieces joined; the very same bytes when there is nothing to join. */
export type PieceJoiner = (read: Buffer) => Buffer;

/**
 * Joins pieces of text that stand beside each other in one read into one event, because a client library works hard
 * on each event, however short. Nothing is kept for a later read and nothing changes its place. Only events that are
 * whole within the read, and differ in nothing but their text, are joined; all other bytes pass as they came.
 */
export function createPieceJoiner(): PieceJoiner {
  /** The last characters of an event that has begun; null between two events. */
  let seam: string | null = null;
  const memory = createMemory();
  return (read) => {
    const text = read.toString('latin1');
    let from = 0;
    if (seam !== null) {
      const end = findEnd(seam + text, 0);
      if (end === -1) {
        seam = (seam + text).slice(-2);
        return read;
      }
      from = end - seam.length;
    }
    const { joined, to } = joinWhole(text, from, memory);
    seam = to === text.length ? null : text.slice(to).slice(-2);
    return joined === null ? read : Buffer.from(joined, 'latin1');
  };
}

const END = /\n\r?\n/g;

/** Where the event ends that has begun before; -1 when it does not end here. */
function findEnd(text: string, from: number): number {
  END.lastIndex = from;
  return END.test(text) ? END.lastIndex : -1;
}

/** Joins from where an event begins; `to` is where the last whole event ends, and nothing joined is null. */
function joinWhole(
  text: string,
  from: number,
  memory: FormMemory,
): { readonly joined: string | null; readonly to: number } {
  let joined = '';
  let copied = 0;
  let at = from;
  while (at < text.length) {
    const run = readRun(text, at, memory.known);
    if (run === null) {
      const end = findEnd(text, at);
      if (end === -1) break;
      // An event with nothing behind it has nothing to be joined with.
      const isLearned = end < text.length && memory.learn(text.slice(at, end));
      if (!isLearned) at = end;
      continue;
    }
    if (run.event !== null) {
      memory.praise();
      joined += text.slice(copied, at) + run.event;
      copied = run.to;
    }
    at = run.to;
  }
  return { joined: copied === 0 ? null : joined + text.slice(copied), to: at };
}

/** Pieces that differ in nothing but their text: one event for all of them, or null where there is only one. */
interface Run {
  readonly event: string | null;
  readonly to: number;
}

function readRun(text: string, from: number, known: KnownPiece | null): Run | null {
  if (known === null) return null;
  const { alike, isLast } = known;
  alike.lastIndex = from;
  const first = alike.exec(text);
  if (first === null) return null;
  let [{ length }, before = '', piece = '', behind = ''] = first;
  let to = from + length;
  let all = piece;
  while (!isLast(piece)) {
    alike.lastIndex = to;
    const next = alike.exec(text);
    if (next === null) break;
    [{ length }, before = '', piece = '', behind = ''] = next;
    to += length;
    all += piece;
  }
  return { event: to === from + first[0].length ? null : before + all + behind, to };
}

/** The form that pieces had last. */
interface FormMemory {
  readonly known: KnownPiece | null;
  /** Takes the form of an event; false when it has none. */
  learn(event: string): boolean;
  /** The form was of use. */
  praise(): void;
}

/** How many events may be looked at in vain before it is done less often. */
const FREE_TRIES = 6;
/** How many events pass at most between two tries. */
const LONGEST_REST = 512;

/** Learning costs more than it gives where each event is unknown or unlike the one before; there it is done seldom. */
function createMemory(): FormMemory {
  let known: KnownPiece | null = null;
  let vain = 0;
  let rest = 0;
  return {
    get known() {
      return known;
    },
    learn: (event) => {
      if (rest > 0) {
        rest -= 1;
        return false;
      }
      vain += 1;
      rest = vain > FREE_TRIES ? Math.min(2 ** vain, LONGEST_REST) : 0;
      const learned = learnPiece(event);
      known = learned ?? known;
      return learned !== null;
    },
    praise: () => {
      vain = 0;
    },
  };
}
