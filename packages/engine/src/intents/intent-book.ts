import { fail, rookError, succeed, type ContentHash, type IntentId, type Result } from '@rook/contract';

import { contentHash } from '../ports/content-hash.ts';
import type { OwnFile } from '../ports/own-file.ts';
import { addIntentText, editIntentText, type IntentChange } from './edit-intents-text.ts';
import { explainPattern } from './intent-scope.ts';
import { INTENTS_PATH, mayFollow, type Intent, type IntentList, type IntentStatus } from './intent.ts';
import { readIntents, type IntentFile } from './read-intents.ts';

/** The intents of a workspace, as they stand in its file. Nothing of the file changes but what is asked for. */
export interface IntentBook {
  /** Where it is, for a person. */
  readonly path: string;
  /** None where there is no file. */
  read(): Promise<Result<readonly Intent[]>>;
  /** Fails with `exists` where there is one of that id, in whatever spelling. */
  add(intent: Intent): Promise<Result<ChangedIntent>>;
  /** A draft is a draft no more. */
  confirm(id: IntentId): Promise<Result<ChangedIntent>>;
  setStatus(id: IntentId, status: IntentStatus): Promise<Result<ChangedIntent>>;
  edit(id: IntentId, wish: IntentEdit): Promise<Result<ChangedIntent>>;
}

export interface ChangedIntent {
  readonly intent: Intent;
  /** What it was before; null for one that was not there. */
  readonly before: Intent | null;
  /** False: the file said so already, and nothing was written. */
  readonly isWritten: boolean;
}

export interface IntentEdit {
  readonly name?: string;
  readonly status?: IntentStatus;
  readonly add?: readonly IntentItem[];
  readonly remove?: readonly IntentItem[];
}

export interface IntentItem {
  readonly list: IntentList;
  readonly text: string;
}

export function createIntentBook({ intents: file }: { readonly intents: OwnFile }): IntentBook {
  let kept: { readonly hash: ContentHash; readonly read: Result<IntentFile> } | null = null;

  async function readBytes(bytes: Uint8Array): Promise<Result<IntentFile>> {
    const hash = contentHash(bytes);
    if (kept?.hash !== hash) kept = { hash, read: await readIntents(bytes) };
    return kept.read;
  }

  async function change(
    id: IntentId,
    make: (now: IntentFile, before: Intent | null) => Promise<Result<IntentFile>>,
  ): Promise<Result<ChangedIntent>> {
    let changed: ChangedIntent | null = null;
    const written = await file.update(async (bytes) => {
      const now = await readBytes(bytes ?? new Uint8Array());
      if (!now.ok) return now;
      const before = findIntent(now.value.intents, id);
      const made = await make(now.value, before);
      if (!made.ok) return made;
      const intent = findIntent(made.value.intents, id);
      if (intent === null) return fail(rookError('internal', `The intent ${id} was lost on the way.`));
      const isWritten = made.value !== now.value;
      changed = { intent, before, isWritten };
      const { mark, text } = made.value;
      return succeed(isWritten ? new TextEncoder().encode(`${mark}${text}`) : null);
    });
    if (!written.ok) return written;
    return changed === null ? fail(rookError('internal', `Nothing became of ${id}.`)) : succeed(changed);
  }

  const edit: IntentBook['edit'] = async (id, wish) =>
    change(id, async (now, before) => {
      if (before === null) return fail(unknownIntent(id, now.intents));
      const changes = changesOf(before, wish);
      return changes.ok ? editIntentText(now, id, changes.value) : changes;
    });

  return {
    path: file.path,
    read: async () => {
      const bytes = await file.read();
      if (!bytes.ok) return bytes;
      if (bytes.value === null) return succeed([]);
      const read = await readBytes(bytes.value);
      return read.ok ? succeed(read.value.intents) : read;
    },
    add: async (intent) =>
      change(intent.id, async (now) => {
        const usable = refusePatterns(intent.ownedScope);
        if (!usable.ok) return usable;
        const same = now.intents.find(({ id }) => id.toLowerCase() === intent.id.toLowerCase());
        if (same === undefined) return addIntentText(now, intent);
        return fail(rookError('exists', `There is an intent ${same.id} already. Nothing was written.`));
      }),
    confirm: async (id) =>
      change(id, async (now, before) =>
        before === null
          ? fail(unknownIntent(id, now.intents))
          : editIntentText(now, id, [{ kind: 'confirm' }]),
      ),
    setStatus: async (id, status) => edit(id, { status }),
    edit,
  };
}

function changesOf(before: Intent, wish: IntentEdit): Result<readonly IntentChange[]> {
  const { name, status, add = [], remove = [] } = wish;
  if (status !== undefined && !mayFollow(before.status, status)) {
    const sentence = `${before.id} is ${before.status} and cannot become ${status} from there. Nothing was written.`;
    return fail(rookError('invalid_value', sentence));
  }
  const missing = remove.find(({ list, text }) => !LISTS[list](before).includes(text));
  if (missing !== undefined) {
    const sentence = `${before.id} has no ${missing.list} ${JSON.stringify(missing.text)}. Nothing was written.`;
    return fail(rookError('not_found', sentence));
  }
  const usable = refusePatterns(add.flatMap(({ list, text }) => (list === 'owned_scope' ? [text] : [])));
  if (!usable.ok) return usable;
  return succeed([
    ...(name === undefined ? [] : [{ kind: 'set' as const, field: 'name' as const, value: name }]),
    ...(status === undefined ? [] : [{ kind: 'set' as const, field: 'status' as const, value: status }]),
    ...remove.map(({ list, text }) => ({ kind: 'remove' as const, field: list, value: text })),
    ...add.map(({ list, text }) => ({ kind: 'add' as const, field: list, value: text })),
  ]);
}

/** A pattern that covers nothing would be a scope that seems to be there. */
function refusePatterns(patterns: readonly string[]): Result<void> {
  for (const pattern of patterns) {
    const why = explainPattern(pattern);
    if (why !== null)
      return fail(
        rookError(
          'invalid_value',
          `The pattern ${JSON.stringify(pattern)} would cover nothing: ${why}. Nothing was written.`,
        ),
      );
  }
  return succeed(undefined);
}

const LISTS: Readonly<Record<IntentList, (intent: Intent) => readonly string[]>> = {
  owned_scope: ({ ownedScope }) => ownedScope,
  constraints: ({ constraints }) => constraints,
  acceptance_criteria: ({ acceptanceCriteria }) => acceptanceCriteria,
};

export function findIntent(intents: readonly Intent[], id: string): Intent | null {
  return intents.find((intent) => intent.id === id) ?? null;
}

/** What to say of one that differs in nothing but letter case; null where there is none. */
export function findTwin(intents: readonly Intent[], id: string): string | null {
  const twin = intents.find((intent) => intent.id.toLowerCase() === id.toLowerCase());
  return twin === undefined || twin.id === id ? null : `letter case counts, and there is ${twin.id}`;
}

const MOST_NAMED = 20;

function unknownIntent(id: string, intents: readonly Intent[]): ReturnType<typeof rookError> {
  const twin = findTwin(intents, id);
  if (twin !== null) return rookError('not_found', `There is no intent ${id} in ${INTENTS_PATH}; ${twin}.`);
  const known = intents.slice(0, MOST_NAMED).map((intent) => intent.id);
  const list = known.length === 0 ? 'there is none yet' : `there are ${known.join(', ')}`;
  return rookError('not_found', `There is no intent ${id} in ${INTENTS_PATH}; ${list}.`);
}
