import {
  addUsage,
  emptyUsage,
  type Entry,
  type EntryBase,
  type ReadEntry,
  type SessionDocument,
  type SessionId,
} from '@rook/contract';

import { foldCommands } from './fold-commands.ts';
import { foldFiles } from './fold-files.ts';
import { createHeadingFold, type HeadingFold } from './fold-heading.ts';
import { createFoldIndex, foldUndone, type FoldIndex } from './fold-index.ts';
import { foldMarks } from './fold-marks.ts';
import { foldPairs } from './fold-pairs.ts';
import { foldTodos, judgeTodos } from './fold-todos.ts';
import type { HistorySet } from './history-set.ts';

/** Builds the document of a session, entry by entry, alike from a file and from what was just written. */
export interface SessionFold {
  add(read: ReadEntry): void;
  /** Takes note of what other sessions undid; all of it, oldest first, each time anew. */
  learn(foreign: readonly HistorySet[]): void;
  /** The document so far; it must not be changed. */
  document(): SessionDocument;
}

export function createSessionFold(id: SessionId): SessionFold {
  const document: SessionDocument = emptyDocument(id);
  const index = createFoldIndex();
  const heading = createHeadingFold();
  return {
    add: (read) => {
      if (read.kind === 'unreadable') return;
      document.entries += 1;
      document.updatedAt = read.entry.timestamp;
      if (document.createdAt === '') begin(document, read.entry);
      if (read.kind === 'known') addEntry(document, index, heading, read.entry);
    },
    learn: (foreign) => {
      if (foreign.length === 0 && index.foreign.length === 0) return;
      index.foreign = foreign;
      foldUndone(document, index);
      judgeTodos(document, index);
    },
    document: () => document,
  };
}

function addEntry(document: SessionDocument, index: FoldIndex, heading: HeadingFold, entry: Entry): void {
  foldPairs(document, index, entry);
  foldMarks(document, index, entry);
  foldCommands(document, index, entry);
  foldFiles(document, index, entry);
  // Behind the files: what a rewind undoes is known by then.
  foldTodos(document, index, entry);
  if (heading.add(entry)) {
    const { title, archived, labels, status } = heading.heading();
    document.summary = title;
    document.archived = archived;
    document.labels = [...labels];
    document.status = status;
  }
  switch (entry.event_type) {
    case 'session_start':
      if (entry.parent_session_id !== undefined) document.parentSessionId = entry.parent_session_id;
      break;
    case 'session_changed':
      if (entry.settings?.['journal.audit'] === true) document.auditGenerating = true;
      break;
    case 'session_imported':
      document.importedFrom = entry.imported_from;
      break;
    case 'answer_received':
      if (entry.usage !== undefined) document.usage = addUsage(document.usage, entry.usage);
      break;
    default:
  }
}

function begin(document: SessionDocument, entry: EntryBase): void {
  document.createdAt = entry.timestamp;
  document.projectId = entry.workspace.uri;
}

function emptyDocument(id: SessionId): SessionDocument {
  return {
    id,
    docType: 'chat',
    projectId: '',
    createdAt: '',
    updatedAt: '',
    summary: '',
    archived: false,
    labels: [],
    status: null,
    pairs: [],
    todos: [],
    bugs: [],
    changeHistory: { history: [], position: -1 },
    pairFileHistory: [],
    fileRegistry: {},
    uploadedFiles: [],
    failedCommands: [],
    auditGenerating: false,
    tags: [],
    actions: [],
    usage: emptyUsage(),
    entries: 0,
  };
}
