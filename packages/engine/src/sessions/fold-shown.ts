import type { EntryOf, ReadEntry, SessionId } from '@rook/contract';

import { knownFile, type KnownFile } from '../journal/fold-files.ts';
import { createSessionFold } from '../journal/fold-session.ts';
import { holdsRedactionMark } from '../journal/redaction-mark.ts';

/** What the model has seen of files when it writes a change: not what is shown to it in the same breath. */
export interface ShownFold {
  readonly add: (read: ReadEntry) => void;
  /** Undefined for a file that the model has not seen. */
  readonly find: (path: string) => KnownFile | undefined;
}

/**
 * Results of calls reach the model with the next request, so what they show counts from then on; what the model itself
 * wrote counts at once. A result from which a secret was taken out is seen as it was only within its turn: later turns
 * are told what the journal holds.
 */
export function createShownFold(session: SessionId): ShownFold {
  const files = createSessionFold(session);
  let waiting: ReadEntry[] = [];
  let sinceCall: string[] = [];
  const marked = new Set<string>();
  const forgotten = new Set<string>();

  function addShown(read: ReadEntry, entry: EntryOf<'file_shown'>): void {
    waiting.push(read);
    sinceCall.push(entry.path);
  }

  function flush(): void {
    for (const read of waiting) {
      files.add(read);
      if (read.kind === 'known' && read.entry.event_type === 'file_shown') forgotten.delete(read.entry.path);
    }
    waiting = [];
  }

  return {
    find: (path) => (forgotten.has(path) ? undefined : knownFile(files.document().fileRegistry, path)),
    add: (read) => {
      if (read.kind !== 'known') return;
      const { entry } = read;
      switch (entry.event_type) {
        case 'file_shown':
          addShown(read, entry);
          break;
        case 'tool_call':
          if (holdsMark(entry)) for (const path of sinceCall) marked.add(path);
          sinceCall = [];
          break;
        case 'budget_reserved':
          flush();
          break;
        case 'turn':
          flush();
          for (const path of marked) forgotten.add(path);
          marked.clear();
          files.add(read);
          break;
        case 'message_admitted':
        case 'turn_started':
        case 'change_set_applied':
          files.add(read);
          break;
        default:
      }
    },
  };
}

function holdsMark({ result }: EntryOf<'tool_call'>): boolean {
  return typeof result.reply === 'string' && holdsRedactionMark(result.reply);
}
