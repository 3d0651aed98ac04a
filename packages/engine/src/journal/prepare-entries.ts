import { SCHEMA_VERSION, type EntryBase, type EntryDraft, type SessionId } from '@rook/contract';

import type { Clock } from '../ports/clock.ts';
import { createEntryId } from './create-ids.ts';
import { asFields, BASE_NAMES, isSmall } from './limit-fields.ts';
import { prepareSlowly } from './prepare-slowly.ts';
import type { EntryWriter, Fields, LineSetting, PreparedEntry, TypedFields } from './prepared-entry.ts';

export function createEntryWriter(setting: LineSetting, clock: Clock, session: SessionId): EntryWriter {
  const workspace = withoutSecrets(setting);
  const same = createSameText(setting, workspace, session);

  /** Many entries come within a millisecond, and writing down the time costs more than comparing it. */
  let lastTime = Number.NaN;
  let lastTimestamp = '';

  /** `own` is the text of the draft. */
  function begin(draft: TypedFields, own: string): PreparedEntry {
    const now = clock.now();
    const id = createEntryId(now);
    if (now.getTime() !== lastTime) [lastTime, lastTimestamp] = [now.getTime(), now.toISOString()];
    const timestamp = lastTimestamp;
    const { mode, text } = same();
    return {
      id,
      timestamp,
      mode,
      draft,
      text: `{"schema_version":${SCHEMA_VERSION},"event_id":"${id}","timestamp":"${timestamp}",${text},${own.slice(1, -1)}`,
    };
  }

  const write = (type: string, given: Fields): PreparedEntry => {
    const draft = { event_type: type, ...given };
    return begin(draft, JSON.stringify(draft));
  };

  /** The entry as it is, which most are: without a secret, and with no field too long or impossible to write. */
  function writeClean(draft: EntryDraft): PreparedEntry | undefined {
    try {
      const own = JSON.stringify(draft);
      if (!isSmall(own) || setting.redactor.mayHold(own) || BASE_NAMES.some((name) => name in draft))
        return undefined;
      return own.startsWith('{"') ? begin(draft, own) : undefined;
    } catch {
      return undefined;
    }
  }

  function rewrite(draft: EntryDraft): PreparedEntry {
    const { event_type: type, ...fields } = draft;
    return writeClean(draft) ?? write(type, asFields(setting.redactor.redactValue(fields).value));
  }

  return {
    write,
    rewrite,
    place: ({ id, timestamp, mode, draft }, seq, prev) => ({
      ...draft,
      schema_version: SCHEMA_VERSION,
      event_id: id,
      timestamp,
      workspace,
      session_id: session,
      mode,
      seq,
      prev,
    }),
    prepare: (drafts, blobs) => {
      const ready: PreparedEntry[] = [];
      for (const draft of drafts) {
        const entry = writeClean(draft);
        if (entry === undefined) break;
        ready.push(entry);
      }
      if (ready.length === drafts.length) return ready;
      return prepareSlowly(drafts, { blobs, redactor: setting.redactor, writeClean, write });
    },
  };
}

interface SameText {
  readonly mode: EntryBase['mode'];
  readonly text: string;
}

/** The part that is the same in every line, written once for each mode. */
function createSameText(
  setting: LineSetting,
  workspace: EntryBase['workspace'],
  session: SessionId,
): () => SameText {
  const write = (mode: EntryBase['mode']): SameText => ({
    mode,
    text: JSON.stringify({ workspace, session_id: session, mode }).slice(1, -1),
  });
  let last = write(setting.mode);
  return () => {
    const safety = setting.safety?.() ?? setting.mode.safety;
    if (safety !== last.mode.safety) last = write({ ...setting.mode, safety });
    return last;
  };
}

/** The folder of a workspace may have a name that holds one. */
function withoutSecrets({ workspace, redactor }: LineSetting): EntryBase['workspace'] {
  const { name, uri } = workspace;
  return { ...workspace, name: redactor.redactText(name).text, uri: redactor.redactText(uri).text };
}
