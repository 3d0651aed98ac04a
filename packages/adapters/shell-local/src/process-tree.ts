import { askToEnd, createConfinedAsk, send, until, type AskToEnd } from './ask-to-end.ts';
import {
  carries,
  describeFile,
  holdsOpen,
  isFirstOfNamespace,
  listAllProcesses,
  listProcesses,
  readProcess,
  type ProcessFacts,
} from './process-table.ts';

/** The variable that every process of a command carries. */
export const MARK = 'ROOK_COMMAND';

/**
 * A file that every process of a command is given beside its input and output. It is of no use, and so hardly a program closes it: who
 * gives up its environment, its session and its output still has it.
 */
export const MARK_FILE = 9;

/** By these a process is known to belong to a command. */
const MARKED_FILES: readonly number[] = [0, 1, 2, MARK_FILE];

/** All that a command started, wherever it went: also what left the process group, and what its parents forgot. */
export interface ProcessTree {
  /** Those that are there now. */
  find(): readonly ProcessFacts[];
  /** Asks them to end, then makes them. Settles when none is there; answers with how many of the command's there were at first. */
  end(graceMilliseconds: number): Promise<number>;
}

/** What cannot be ended in this time, nobody can end: it waits inside the system. */
const MOST_MILLISECONDS = 5000;
const STOP_ROUNDS = 5;

export interface TreeMarks {
  /** What its processes carry in their environment. */
  readonly mark: string;
  /** What the file of the mark is, where that was known before the command began; null: it is a socket like its output. */
  readonly link: string | null;
  /** A sandbox stands between; its own processes are ended with the others, and not counted. */
  readonly isConfined: boolean;
}

export function openTree(root: number, { mark, link, isConfined }: TreeMarks): ProcessTree {
  if (process.platform !== 'linux') return openGroup(root);
  const find = findMarked(root, mark, link);
  // It lives a moment longer than the sandbox, also where nothing was left in it.
  const counts = ({ id }: ProcessFacts): boolean => !(isConfined && isFirstOfNamespace(id));
  const asks = isConfined ? createConfinedAsk(root) : askToEnd;
  return { find, end: async (grace) => endAll(find, grace, { asks, counts }) };
}

function findMarked(root: number, mark: string, link: string | null): () => readonly ProcessFacts[] {
  const first = readProcess(root)?.started ?? 0;
  const files = new Set(MARKED_FILES.flatMap((file) => ownLink(root, file)));
  if (link !== null) files.add(link);
  /** By id, when they were started: an id may be given to another process later. */
  const known = new Map<number, number>([[root, first]]);

  /** What does not belong to the command when it is first seen never will, unless a parent of it does. */
  const strangers = new Map<number, number>();
  const isMarked = ({ id, started }: ProcessFacts): boolean => {
    if (strangers.get(id) === started) return false;
    if (carries(id, `${MARK}=${mark}`) || holdsOpen(id, MARKED_FILES, files)) return true;
    strangers.set(id, started);
    return false;
  };

  return () => {
    const all = listProcesses(root).filter(({ id, started }) => started >= first && id !== process.pid);
    const members = new Map<number, ProcessFacts>();
    const isMember = (one: ProcessFacts): boolean =>
      known.get(one.id) === one.started ||
      one.group === root ||
      one.session === root ||
      members.has(one.parent) ||
      isMarked(one);
    for (const one of all)
      if (isMember(one)) {
        members.set(one.id, one);
        known.set(one.id, one.started);
      }
    return [...members.values()];
  };
}

/** Pipes and sockets belong to the command alone; a device or a file may be anybody's. */
function ownLink(root: number, file: number): readonly string[] {
  const link = describeFile(root, file);
  return link !== null && /^(?:pipe|socket):/u.test(link) ? [link] : [];
}

/** Where processes cannot be looked at, the group is what is known of them. */
function openGroup(root: number): ProcessTree {
  const facts = { id: -root, parent: 0, group: root, session: root, started: 0, worked: 0 };
  const find = (): readonly ProcessFacts[] => (send(-root, 0) ? [facts] : []);
  return { find, end: async (grace) => endAll(find, grace) };
}

/** Ends what carries a mark, without knowing where it began. */
export async function endCarriers(mark: string): Promise<boolean> {
  const find = (): readonly ProcessFacts[] =>
    listAllProcesses().filter(({ id }) => id !== process.pid && carries(id, `${MARK}=${mark}`));
  return (await endAll(find, 0)) > 0;
}

interface Ending {
  readonly asks: AskToEnd;
  /** Whether it is one of the command's. */
  readonly counts: (one: ProcessFacts) => boolean;
}

async function endAll(
  find: () => readonly ProcessFacts[],
  graceMilliseconds: number,
  { asks, counts }: Ending = { asks: askToEnd, counts: () => true },
): Promise<number> {
  const before = find();
  if (before.length === 0) return 0;
  const counted = before.filter((one) => counts(one)).length;
  if (graceMilliseconds > 0) await asks(find, before, graceMilliseconds);
  // What is stopped starts nothing more.
  for (let round = 0; round < STOP_ROUNDS; round += 1) for (const { id } of find()) send(id, 'SIGSTOP');
  await until(() => {
    const left = find();
    for (const { id } of left) send(id, 'SIGKILL');
    return left.length === 0;
  }, MOST_MILLISECONDS);
  return counted;
}
