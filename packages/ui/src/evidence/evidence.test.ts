import {
  changeSetIdSchema,
  contentHashSchema,
  intentIdSchema,
  rookError,
  sessionIdSchema,
  type ChangeSetView,
  type IntentView,
  type RewindPreview,
} from '@rook/contract';
import { expect, it } from 'vitest';

import { writeEntries } from '../../test/sample-entries.ts';
import { sampleOverview } from '../../test/sample-overview.ts';
import { sampleChanges } from '../fake/sample-changes.ts';
import { sampleEvidence, sampleRegistry, sampleTodos, SEEN_HASH } from '../fake/sample-evidence.ts';
import { emptyConversation, type Conversation } from '../state/conversation.ts';
import { foldEntries } from '../state/fold-conversation.ts';
import { filterChanges, findCurrent, findDirection, markChange } from './changes/describe-change.ts';
import { describeVerification } from './describe-verification.ts';
import { readKnownFiles } from './files/read-known-files.ts';
import { describeLedger } from './governance/describe-ledger.ts';
import { readFields, readLines, suggestId } from './governance/intent-fields.ts';
import { readTodos } from './read-todos.ts';
import { canLeaveOut, describeTarget, describeTrouble, isRunnable } from './rewind/describe-preview.ts';
import { readVersions } from './session-version.ts';

const SESSION = sessionIdSchema.parse('rook-20261116-00000001');
const SETS = sampleChanges(SESSION, Date.UTC(2026, 10, 16, 12));

function foldSample(): Conversation {
  const drafts = sampleEvidence().map(({ type, fields }) => Object.assign({ event_type: type }, fields));
  return foldEntries(emptyConversation(), writeEntries(drafts));
}

function setOf(id: string): ChangeSetView {
  const set = SETS.find((one) => one.id === id);
  if (set === undefined) throw new Error(`The sample has no ${id}.`);
  return set;
}

it('E-15 names the newest change set that stands as the current one', () => {
  const rewound = SETS.map((set) => (set.id === 'cs-6' ? Object.assign({}, set, { isUndone: true }) : set));
  expect(findCurrent(SETS)?.id).toBe('cs-6');
  expect(findCurrent(rewound)?.id).toBe('cs-5');
});

it('E-15 offers a way back only where there is one, and forward for a rewind', () => {
  expect(findDirection(setOf('cs-6'))).toBe('rewind');
  expect(findDirection({ ...setOf('cs-6'), kind: 'rewind' })).toBe('forward');
  expect(findDirection({ ...setOf('cs-6'), isUndone: true })).toBeNull();
  expect(findDirection({ ...setOf('cs-6'), isApplied: false })).toBeNull();
  expect(findDirection(setOf('cs-1'))).toBeNull();
});

it('E-24 marks what a command changed, and what of it cannot be rewound', () => {
  expect(markChange(setOf('cs-5')).map(({ word }) => word)).toEqual([
    '1 file cannot be rewound',
    'by a command',
  ]);
  expect(markChange(setOf('cs-1')).map(({ word }) => word)).toEqual(['cannot be rewound']);
  expect(markChange({ ...setOf('cs-6'), isApplied: false })[0]?.text).toContain('Nothing was written.');
  expect(markChange(setOf('cs-6'))).toEqual([]);
});

function ids(sets: readonly ChangeSetView[]): readonly string[] {
  return sets.map(({ id }) => String(id));
}

it('E-15 shows the changes of one turn, or of one file under any name that it had', () => {
  const [turn] = SETS.map((set) => set.turn);
  expect(ids(filterChanges(SETS, { turn: turn ?? null, path: null }))).toEqual(['cs-6', 'cs-5']);
  expect(ids(filterChanges(SETS, { turn: null, path: 'src/greet.ts' }))).toEqual(['cs-4', 'cs-3']);
  expect(ids(filterChanges(SETS, { turn: null, path: 'docs/notes.md' }))).toEqual(['cs-1']);
});

function previewOf(changes: Partial<RewindPreview>): RewindPreview {
  return {
    kind: 'rewind',
    target: setOf('cs-3'),
    undone: [setOf('cs-3')],
    dependents: [],
    files: [],
    refused: [],
    leftOut: [],
    error: null,
    fingerprint: contentHashSchema.parse(`sha256:${'0'.repeat(64)}`),
    ...changes,
  };
}

it('E-24 says of a rewind what it takes back, and whose it is', () => {
  expect(describeTarget(previewOf({}), { direction: 'rewind' }, SESSION)).toBe(
    'Takes back the change set of turn 1.',
  );
  const other = sessionIdSchema.parse('rook-20261116-00000002');
  const both = previewOf({ undone: [setOf('cs-4'), setOf('cs-3')] });
  expect(describeTarget(both, { direction: 'rewind', file: 'a.ts' }, other)).toBe(
    'Takes back the change set of turn 1, in another session, only a.ts, and with it 1 later change set.',
  );
  const none = previewOf({ target: null, error: rookError('not_found', 'There is nothing to rewind.') });
  expect(describeTarget(none, { direction: 'rewind' }, SESSION)).toBe('Nothing to rewind.');
  expect(isRunnable(none)).toBe(false);
  expect(isRunnable(previewOf({}))).toBe(true);
});

it('E-24 says why a rewind cannot be done, and when leaving files out would help', () => {
  const lost = { path: 'big.bin', message: 'It is too large to be kept.', conflicts: [], canStay: true };
  const file = { path: 'a.ts', what: 'as before', added: 1, removed: 1, diff: '' };
  const refused = previewOf({
    refused: [lost],
    files: [file],
    error: rookError('not_rewindable', lost.message),
  });
  const stands = previewOf({ dependents: [setOf('cs-4')], error: rookError('has_dependents', '') });
  expect(describeTrouble(refused)).toBe('1 file cannot be rewound, so none is.');
  expect(describeTrouble(stands)).toBe('1 later change set stands on it. Rewind it too, or first.');
  expect(describeTrouble(previewOf({}))).toBeNull();
  expect(canLeaveOut(refused)).toBe(true);
  expect(canLeaveOut({ ...refused, files: [] })).toBe(false);
  expect(canLeaveOut({ ...refused, refused: [lost, { ...lost, canStay: false }] })).toBe(false);
});

it('F-05 names the change set that closed a todo, and opens the todo again when that was rewound', () => {
  const conversation = foldSample();
  const before = readTodos(conversation, sampleOverview({ todos: sampleTodos(() => false) }), SETS);
  expect(before.map(({ isDone, closedBy }) => [isDone, closedBy?.changeSet ?? null])).toEqual([
    [true, 'cs-3'],
    [true, 'cs-4'],
    [true, 'cs-6'],
    [false, null],
  ]);
  const sets = SETS.map((set) => (set.id === 'cs-4' ? Object.assign({}, set, { isUndone: true }) : set));
  const after = readTodos(conversation, sampleOverview({ todos: sampleTodos((id) => id === 'cs-4') }), sets);
  expect(after[1]).toMatchObject({ isDone: false, isReopened: true, closedBy: { changeSet: 'cs-4' } });
  expect(after[3]?.isReopened).toBe(false);
});

it('F-07 shows the todos as they were written until the overview is there', () => {
  expect(readTodos(foldSample(), null, [])).toHaveLength(4);
});

it('D-17 says of each file when it was seen, how much of it, and whether that still holds', () => {
  const overview = sampleOverview({ fileRegistry: sampleRegistry() });
  const disk = [
    { path: 'src/greet.ts', sha256: `sha256:${SEEN_HASH}` },
    { path: 'src/parser/parse-old-format.ts', sha256: 'c3'.repeat(32) },
    { path: 'docs/release-notes.md', sha256: null },
  ];
  const files = readKnownFiles(overview, disk);
  expect(files.map(({ path, state }) => [path, state])).toEqual([
    ['src/parser/parse-old-format.ts', 'stale'],
    ['docs/release-notes.md', 'gone'],
    ['src/login/check-password.ts', 'unknown'],
    ['src/greet.ts', 'fresh'],
  ]);
  expect(files[0]).toMatchObject({ seen: 'turn 1', extent: 'lines 1–40, 88–120', hash: '9a9000000000' });
  expect(files[3]).toMatchObject({ modified: 'turn 2', extent: 'whole' });
});

it('D-17 keeps the word of the record where the disk was not looked at', () => {
  const registry = sampleRegistry();
  const [file] = Object.values(registry);
  if (file === undefined) throw new Error('The sample has no file.');
  const overview = sampleOverview({ fileRegistry: { [file.path]: { ...file, stale: true } } });
  expect(readKnownFiles(overview, null)[0]?.state).toBe('stale');
});

it('H-34 reads an intent from lines, and says the first thing that is wrong', () => {
  const fields = {
    id: 'INT-004',
    name: ' Notes ',
    ownedScope: 'docs/**\n\n docs/** \nREADME.md',
    constraints: '',
    acceptanceCriteria: 'a\nb',
  };
  expect(readFields(fields, ['INT-001'])).toEqual({
    wish: {
      id: 'INT-004',
      name: 'Notes',
      ownedScope: ['docs/**', 'README.md'],
      constraints: [],
      acceptanceCriteria: ['a', 'b'],
    },
  });
  expect(readFields({ ...fields, id: 'no id' }, [])).toMatchObject({ field: 'id' });
  expect(readFields(fields, ['INT-004'])).toEqual({ field: 'id', problem: 'INT-004 is there already.' });
  expect(readFields({ ...fields, name: '  ' }, [])).toMatchObject({ field: 'name' });
  expect(readFields({ ...fields, ownedScope: '\n' }, [])).toMatchObject({ field: 'ownedScope' });
  expect(readLines('a\r\nb\n')).toEqual(['a', 'b']);
});

function intent(id: string): IntentView {
  return {
    id: intentIdSchema.parse(id),
    name: 'n',
    status: 'PENDING',
    ownedScope: [],
    constraints: [],
    acceptanceCriteria: [],
    isDraft: false,
  };
}

it('H-34 suggests the next free number', () => {
  expect(suggestId([])).toBe('INT-001');
  expect(suggestId([intent('INT-002'), intent('INT-010'), intent('other')])).toBe('INT-011');
});

it('R-07 says in words whether the chain holds, is anchored, was torn, or where it breaks', () => {
  const whole = { ok: true, entries: 1, anchored: true, torn: [] };
  expect(describeVerification(whole).sentences[0]).toBe('1 entry, each linked to the one before it.');
  expect(describeVerification({ ...whole, anchored: false }).title).toBe(
    'The chain holds, without an anchor',
  );
  expect(describeVerification({ ...whole, torn: [3, 9] }).sentences.at(-1)).toContain(
    '2 lines torn by a crash (3, 9)',
  );
  const broken = describeVerification({ ...whole, ok: false, firstBadLine: 7, reason: 'altered' });
  expect(broken.meaning).toBe('removed');
  expect(broken.sentences[0]).toBe('Line 7: this line was changed after it was written.');
});

it('Q-03 asks again after a change and not while text streams', () => {
  const before = foldSample();
  const id = changeSetIdSchema.parse('cs-77');
  const set = {
    event_type: 'change_set_applied',
    change_set_id: id,
    kind: 'rewind',
    intent_id: null,
    files: [],
  };
  const after = foldEntries(before, writeEntries([set], before.lastSeq + 1));
  expect(readVersions(after).changes).not.toBe(readVersions(before).changes);
  expect(readVersions(after).turns).not.toBe(readVersions(before).turns);
  expect(readVersions({ ...before })).toEqual(readVersions(before));
  const todo = { event_type: 'todo_changed', todos: [{ text: 'a', completed: false }] };
  const listed = foldEntries(before, writeEntries([todo], before.lastSeq + 1));
  expect(readVersions(listed)).toEqual({ ...readVersions(before), all: readVersions(listed).all });
  expect(readVersions(listed).all).not.toBe(readVersions(before).all);
});

it('R-07 says what is wrong with the ledger and what that means', () => {
  const ledger = {
    path: 'l',
    isDegraded: false,
    isStrict: false,
    lines: 3,
    missing: 0,
    altered: 0,
    unreadable: 0,
  };
  expect(describeLedger(ledger)).toEqual([]);
  expect(describeLedger({ ...ledger, missing: 1, altered: 2 })).toEqual([
    '1 line of the journals is missing in it.',
    '2 lines say something else than the journals.',
  ]);
  const strict = describeLedger({
    ...ledger,
    isDegraded: true,
    isStrict: true,
    problem: 'The disk is full.',
  });
  expect(strict).toEqual([
    'Nothing can be added to l. The disk is full.',
    'Nothing but reading is allowed until it can be written again.',
  ]);
});
