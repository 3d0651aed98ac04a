import {
  addUsage,
  contentHashSchema,
  emptyUsage,
  fail,
  parseCallOutput,
  readWritten,
  rookError,
  succeed,
  workbenchCalls,
  type CallInput,
  type CallName,
  type CallOutput,
  type ContentHash,
  type EntryBase,
  type FollowWish,
  type Following,
  type Result,
  type RookError,
  type SessionOverview,
  type Workbench,
  type WorkbenchEvent,
} from '@rook/contract';

import { SESSION, writeEntries, type SampleDraft } from './sample-entries.ts';

/** An engine without an engine: it holds a journal, answers from it, and says what a test wants it to say. */
export interface FakeWorkbench extends Workbench {
  readonly calls: { readonly name: CallName; readonly input: unknown }[];
  /** Writes entries and tells those who follow. */
  write(drafts: readonly SampleDraft[]): readonly EntryBase[];
  tell(event: WorkbenchEvent): void;
  /** The next call of that name fails. */
  failNext(name: CallName, error: RookError): void;
  /** Ends the way of all who follow, as a broken link would that nobody mends. */
  breakOff(): void;
  keep(text: string): ContentHash;
}

export function createFakeWorkbench(drafts: readonly SampleDraft[] = []): FakeWorkbench {
  const journal: EntryBase[] = [...writeEntries(drafts)];
  const followers = new Set<Follower>();
  const failures = new Map<CallName, RookError>();
  const blobs = new Map<string, Uint8Array>();
  const calls: FakeWorkbench['calls'] = [];

  function keep(text: string): ContentHash {
    const hash = contentHashSchema.parse(`sha256:${blobs.size.toString(16).padStart(64, '0')}`);
    blobs.set(hash, new TextEncoder().encode(text));
    return hash;
  }

  async function call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<Result<CallOutput<Name>>> {
    calls.push({ name, input });
    await Promise.resolve();
    const failure = failures.get(name);
    failures.delete(name);
    if (failure !== undefined) return fail(failure);
    return parseCallOutput(name, answerCall(journal, name, input));
  }

  return {
    calls,
    call,
    keep,
    follow: ({ after }: FollowWish): Following => {
      const follower = createFollower();
      followers.add(follower);
      const missed = journal.filter(({ seq }) => seq > after);
      if (missed.length > 0) follower.tell({ type: 'entries', entries: missed });
      follower.tell({ type: 'caught_up' });
      return {
        events: follower.events(),
        stop: () => {
          followers.delete(follower);
          follower.end();
        },
      };
    },
    readBlob: async (hash, part) => {
      const bytes = blobs.get(hash);
      const end = part === undefined ? undefined : part.from + part.bytes;
      return succeed(bytes?.subarray(part?.from ?? 0, end) ?? null);
    },
    keepBlob: async (bytes) => succeed(keep(new TextDecoder().decode(bytes))),
    write: (more) => {
      const entries = writeEntries(more, journal.length);
      journal.push(...entries);
      for (const follower of followers) follower.tell({ type: 'entries', entries: [...entries] });
      return entries;
    },
    tell: (event) => {
      for (const follower of followers) follower.tell(event);
    },
    failNext: (name, error) => failures.set(name, error),
    breakOff: () => {
      for (const follower of followers) follower.end();
      followers.clear();
    },
  };
}

function answerCall(journal: readonly EntryBase[], name: CallName, input: unknown): unknown {
  switch (name) {
    case 'session_read': {
      const read = workbenchCalls.session_read.input.parse(input);
      return readPage(journal, read.before ?? journal.length, read.turns ?? 30);
    }
    case 'session_overview':
      return overviewOf(journal);
    case 'session_send':
      return { session: SESSION };
    case 'change_show':
      return {
        set: {
          id: 'cs-1',
          session: SESSION,
          turn: null,
          timestamp: '2026-11-16T09:00:00.000Z',
          kind: 'edit',
          intent: null,
          by: null,
          costUsd: null,
          isApplied: true,
          isRewindable: true,
          isUndone: false,
          files: [],
        },
        files: [
          { path: 'src/greet.ts', diff: '--- a/src/greet.ts\n+++ b/src/greet.ts\n@@ -1 +1 @@\n-a\n+b\n' },
        ],
      };
    default:
      return {};
  }
}

/** Whole turns: a page begins with the message of its first one. */
function readPage(journal: readonly EntryBase[], before: number, turns: number): unknown {
  const starts = journal.flatMap(({ seq, event_type: type }) =>
    type === 'message_admitted' && seq < before ? [seq] : [],
  );
  const first = starts.length > turns ? (starts.at(-turns) ?? 0) : 0;
  return { entries: journal.slice(first, before), hasOlder: first > 0 };
}

const UNLISTED = [{ text: 'from the overview', completed: false }];

function overviewOf(journal: readonly EntryBase[]): SessionOverview {
  const read = journal.map(readWritten).flatMap((one) => (one.kind === 'known' ? [one.entry] : []));
  const lists = read.flatMap((entry) => (entry.event_type === 'todo_changed' ? [entry.todos] : []));
  const spent = read.flatMap((entry) =>
    entry.event_type === 'answer_received' ? [entry.usage ?? emptyUsage()] : [],
  );
  return {
    id: SESSION,
    docType: 'chat',
    projectId: 'w',
    createdAt: '',
    updatedAt: '',
    summary: 'Type hints',
    archived: false,
    labels: [],
    status: null,
    todos: [...(lists.at(-1) ?? UNLISTED)],
    bugs: [],
    changeHistory: { history: [], position: -1 },
    fileRegistry: {},
    failedCommands: [],
    auditGenerating: false,
    tags: [],
    actions: [],
    usage: spent.reduce((sum, one) => addUsage(sum, one), emptyUsage()),
    entries: journal.length,
    approvals: journal.filter(({ event_type: type }) => type === 'approval_requested'),
    mode: 'ask',
    activeIntent: null,
    turns: read.filter(({ event_type: type }) => type === 'turn').length,
    through: journal.length - 1,
  };
}

interface Follower {
  tell(event: WorkbenchEvent): void;
  end(): void;
  events(): AsyncIterable<WorkbenchEvent>;
}

function doNothing(): void {
  return undefined;
}

function createFollower(): Follower {
  const queue: WorkbenchEvent[] = [];
  let isOver = false;
  let wake = doNothing;
  async function* listen(): AsyncGenerator<WorkbenchEvent> {
    for (;;) {
      const event = queue.shift();
      if (event !== undefined) yield event;
      else if (isOver) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
  return {
    tell: (event) => {
      queue.push(event);
      wake();
    },
    end: () => {
      isOver = true;
      wake();
    },
    events: listen,
  };
}

export const NOT_THERE: RookError = rookError('not_found', 'There is no session of that id.');
