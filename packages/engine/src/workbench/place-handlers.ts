import {
  fail,
  rookError,
  succeed,
  type CallInput,
  type CallOutput,
  type IntentView,
  type Result,
} from '@rook/contract';

import { decodeText, readableText } from '../edits/file-text.ts';
import type { ChangedIntent, IntentBook, IntentEdit, IntentItem } from '../intents/intent-book.ts';
import { findIntent } from '../intents/intent-book.ts';
import type { Intent, IntentList } from '../intents/intent.ts';
import { findPaths } from './find-paths.ts';
import type { HeldSessions } from './held-sessions.ts';
import type { CallHandlers, WorkbenchSetup } from './workbench-setup.ts';

type PlaceHandlers = Pick<
  CallHandlers,
  'about' | 'file_find' | 'file_show' | 'file_hashes' | 'intent_list' | 'intent_create' | 'intent_edit'
>;

const FOUND = 20;
const MOST_BYTES = 2_000_000;

interface Parts {
  readonly setup: WorkbenchSetup;
  readonly held: HeldSessions;
}

export function createPlaceHandlers(parts: Parts): PlaceHandlers {
  const { setup } = parts;
  return {
    about: setup.about,
    file_find: async ({ text, limit = FOUND }) => {
      const listed = await setup.listFiles();
      return listed.ok ? succeed({ paths: findPaths(listed.value, text, limit) }) : listed;
    },
    file_show: async ({ path }) => showFile(setup, path),
    file_hashes: async ({ paths }) => hashFiles(setup, paths),
    intent_list: async () => listIntents(setup),
    intent_create: async (input) => createIntent(parts, input),
    intent_edit: async (input) => editIntent(parts, input),
  };
}

const NO_WORKSPACE = rookError('no_workspace', 'There is no workspace here: nothing but talk.');

async function showFile(
  { workspace }: WorkbenchSetup,
  path: string,
): Promise<Result<CallOutput<'file_show'>>> {
  if (workspace === null) return fail(NO_WORKSPACE);
  const read = await workspace.read(path, { maxBytes: MOST_BYTES });
  if (!read.ok) return read;
  const { bytes, hash } = read.value;
  const decoded = decodeText(bytes);
  const text = decoded === null ? null : readableText(decoded.text, decoded.encoding);
  return succeed({ text, sha256: hash, size: bytes.length });
}

async function hashFiles(
  { workspace }: WorkbenchSetup,
  paths: readonly string[],
): Promise<Result<CallOutput<'file_hashes'>>> {
  if (workspace === null) return fail(NO_WORKSPACE);
  const files: CallOutput<'file_hashes'>['files'] = [];
  for (const path of paths) {
    const read = await workspace.read(path);
    files.push({ path, sha256: read.ok ? read.value.hash : null });
  }
  return succeed({ files });
}

async function listIntents({
  intents,
  isGoverned,
}: WorkbenchSetup): Promise<Result<CallOutput<'intent_list'>>> {
  const governed = await isGoverned();
  const read = intents === null ? succeed([]) : await intents.read();
  return succeed({
    isGoverned: governed,
    intents: read.ok ? read.value.map(viewOf) : [],
    ...(read.ok ? {} : { problem: read.error.message }),
  });
}

function viewOf(intent: Intent): IntentView {
  const { id, name, status, ownedScope, constraints, acceptanceCriteria, isDraft } = intent;
  return {
    id,
    name,
    status,
    ownedScope: [...ownedScope],
    constraints: [...constraints],
    acceptanceCriteria: [...acceptanceCriteria],
    isDraft,
  };
}

async function createIntent(
  parts: Parts,
  input: CallInput<'intent_create'>,
): Promise<Result<CallOutput<'intent_create'>>> {
  const { intents } = parts.setup;
  if (intents === null) return fail(NO_WORKSPACE);
  const added = await intents.add({ ...input, status: 'PENDING', isDraft: false });
  return added.ok ? keepChange(parts, added.value) : added;
}

async function editIntent(
  parts: Parts,
  { id, confirm, ...wish }: CallInput<'intent_edit'>,
): Promise<Result<CallOutput<'intent_edit'>>> {
  const { intents } = parts.setup;
  if (intents === null) return fail(NO_WORKSPACE);
  const confirmed = confirm === true ? await intents.confirm(id) : null;
  if (confirmed?.ok === false) return confirmed;
  const edit = await editOf(intents, id, wish);
  if (!edit.ok) return edit;
  if (confirmed !== null && edit.value === null) return keepChange(parts, confirmed.value);
  const edited = await intents.edit(id, edit.value ?? {});
  if (!edited.ok) return edited;
  const before = confirmed?.value.isWritten === true ? confirmed.value.before : edited.value.before;
  const isWritten = edited.value.isWritten || confirmed?.value.isWritten === true;
  return keepChange(parts, { ...edited.value, before, isWritten });
}

/** The file is written; who did what to it is written down too. */
async function keepChange(
  { setup, held }: Parts,
  changed: ChangedIntent,
): Promise<Result<{ readonly intent: IntentView }>> {
  const listed = await setup.store.list();
  const latest = listed.ok ? listed.value[0] : undefined;
  if (latest !== undefined) await held.release(latest.id);
  const kept = await setup.keepIntentChange(changed);
  if (kept.ok) return succeed({ intent: viewOf(changed.intent) });
  const sentence = `The intent is written, but that could not be written down: ${kept.error.message}`;
  return fail(rookError('journal_unavailable', sentence));
}

/** What has to be added and removed so that the lists say what is wished; null where nothing has. */
async function editOf(
  intents: IntentBook,
  id: Intent['id'],
  { name, status, ...lists }: Omit<CallInput<'intent_edit'>, 'id' | 'confirm'>,
): Promise<Result<IntentEdit | null>> {
  const read = await intents.read();
  if (!read.ok) return read;
  const now = findIntent(read.value, id);
  if (now === null) return fail(rookError('not_found', `There is no intent ${id}.`));
  const [add, remove]: [IntentItem[], IntentItem[]] = [[], []];
  for (const [field, list] of LISTS) {
    const wished = lists[field];
    if (wished === undefined) continue;
    for (const text of wished) if (!now[field].includes(text)) add.push({ list, text });
    for (const text of now[field]) if (!wished.includes(text)) remove.push({ list, text });
  }
  if (name === undefined && status === undefined && add.length + remove.length === 0) return succeed(null);
  return succeed({
    add,
    remove,
    ...(name === undefined ? {} : { name }),
    ...(status === undefined ? {} : { status }),
  });
}

const LISTS: readonly (readonly ['ownedScope' | 'constraints' | 'acceptanceCriteria', IntentList])[] = [
  ['ownedScope', 'owned_scope'],
  ['constraints', 'constraints'],
  ['acceptanceCriteria', 'acceptance_criteria'],
];
