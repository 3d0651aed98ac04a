import { auditDocumentSchema, parseEntry, type EntryBase } from '@rook/contract';
import { expect, it } from 'vitest';

import { loadSession } from '../journal/load-session.ts';
import { createTestModel, finished, text } from '../models/test-models.ts';
import type { ModelEvent } from '../ports/model.ts';
import { makeSessionRoom, must, sessionId } from './test-session.ts';

const known = (entries: readonly EntryBase[]) =>
  entries.flatMap((entry) => {
    const read = parseEntry(entry);
    return read.kind === 'known' ? [read.entry] : [];
  });

const settings = { 'model.structured': true };
const reply = {
  summary: 'I add the hints in two steps.',
  sections: [{ heading: 'Why', content: 'Because.' }],
  todos: [{ text: 'greet' }, { text: 'add', completed: true }],
  commands: [{ command: 'npm test' }],
  nextSteps: [{ html: 'Continue to next step', inputText: 'continue' }],
};

/** The text in small pieces, as a stream brings it. */
function pieces(whole: string): readonly ModelEvent[] {
  return Array.from({ length: Math.ceil(whole.length / 7) }, (_item, index) =>
    text(whole.slice(index * 7, index * 7 + 7)),
  );
}

it('C-09 asks through the schema of the provider where the model can, with the rules and without tools', async () => {
  const room = makeSessionRoom([[...pieces(JSON.stringify(reply)), finished()]], { settings });
  await room.ask(await room.open(), 'Add hints.');
  const [request] = room.model.requests;
  expect(request?.structured?.name).toBe('grok_response');
  expect(request?.tools ?? []).toEqual([]);
  expect(JSON.stringify(request?.messages)).toContain('use the EXACT file paths listed');
  expect(request?.system).not.toContain('EXACT file paths');
});

it('C-12 asks in text where the model cannot be held to a schema, and says so', async () => {
  const room = makeSessionRoom([[...pieces(JSON.stringify(reply)), finished()]], {
    settings,
    abilities: { structured: 'none' },
  });
  await room.ask(await room.open(), 'Add hints.');
  expect(room.model.requests[0]?.structured).toBeUndefined();
  expect(room.deltas.some(({ type, text: said }) => type === 'status' && said.includes('schema'))).toBe(true);
});

it('B-28 B-29 CF-05 writes the raw answer, then what it says, then the same calls as tools make', async () => {
  const room = makeSessionRoom([[...pieces(JSON.stringify(reply)), finished()]], {
    settings: { ...settings, 'commands.auto': true },
  });
  const session = await room.open();
  await room.ask(session, 'Add hints.');
  expect(room.types().slice(4)).toEqual([
    'budget_reserved',
    'budget_settled',
    'answer_received',
    'reply_read',
    'todo_changed',
    'tool_call_requested',
    'tool_call_refused',
    'tool_call',
    'turn',
  ]);
  const entries = known(room.entries);
  expect(entries.find((entry) => entry.event_type === 'reply_read')).toMatchObject({
    complete: true,
    summary: reply.summary,
    next_steps: reply.nextSteps,
  });
  // A model alone completes nothing.
  expect(entries.find((entry) => entry.event_type === 'todo_changed')).toMatchObject({
    todos: [
      { text: 'greet', completed: false },
      { text: 'add', completed: false },
    ],
  });
  expect(entries.at(-1)).toMatchObject({
    status: 'completed',
    assistant: { text: 'I add the hints in two steps.\n\n## Why\n\nBecause.' },
  });
  await session.close();
  const document = must(await loadSession(room.store, sessionId));
  expect(document.pairs[0]?.response?.structured).toMatchObject({ complete: true, summary: reply.summary });
});

it('C-35 shows the summary while it comes, and nothing of the form around it', async () => {
  const room = makeSessionRoom([[...pieces(JSON.stringify(reply)), finished()]], { settings });
  await room.ask(await room.open(), 'Add hints.');
  const shown = room.deltas.filter(({ type }) => type === 'text').map(({ text: piece }) => piece);
  expect(shown.join('')).toBe(`${reply.summary}\n\n## Why\n\nBecause.`);
  expect(shown.length).toBeGreaterThan(3);
});

it('E-09 E-11 C-20 applies nothing of a reply that was cut, says so, and records a bug', async () => {
  const whole = JSON.stringify({
    ...reply,
    fileChanges: [
      { path: 'a.ts', content: 'let a = 1;' },
      { path: 'b.ts', content: 'let b = 2;' },
    ],
  });
  const cut = whole.slice(0, whole.indexOf('let b') + 3);
  const room = makeSessionRoom([[...pieces(cut), { ...finished(), reason: 'length' }]], { settings });
  await room.ask(await room.open(), 'Add hints.');
  const entries = known(room.entries);
  expect(room.types()).not.toContain('tool_call_requested');
  expect(room.types()).not.toContain('todo_changed');
  expect(entries.find((entry) => entry.event_type === 'bug_recorded')).toMatchObject({
    type: 'Other',
    by: 'script',
    description: 'Auto-detected: Response was truncated!',
  });
  expect(entries.at(-1)).toMatchObject({
    status: 'failed',
    error: {
      code: 'truncated',
      message:
        '🚫 BLOCKED: 1 file change(s) from truncated response. The response was cut off mid-stream. NO changes have been applied.',
    },
  });
});

it.each([
  ['was cut off', { finish: 'length' as const, end: 'let b = 2', code: 'truncated' }],
  ['cannot be read', { finish: 'stop' as const, end: 'f("x", "y")', code: 'malformed' }],
])(
  'E-19 what a reply that %s wanted to change is in the history as not applied',
  async (_how, { finish, end, code }) => {
    const start = '{"summary": "I add two.", "fileChanges": [{"path": "a.ts", "content": "let a = 1;"}, ';
    const given = `${start}{"path": "b.ts", "content": "${end}`;
    const room = makeSessionRoom(
      [[text(finish === 'stop' ? `${given}"}]}` : given), { ...finished(), reason: finish }]],
      {
        settings,
      },
    );
    const session = await room.open();
    await room.ask(session, 'Add two.');
    expect(
      room
        .types()
        .slice(-4)
        .filter((type) => type !== 'bug_recorded'),
    ).toEqual(['reply_read', 'change_set_refused', 'turn']);
    const refused = known(room.entries).find(({ event_type: type }) => type === 'change_set_refused');
    expect(refused).toMatchObject({
      turn_id: 't0001',
      by: 'assistant',
      kind: 'edit',
      intent_id: null,
      error: { code },
      files: ['a.ts', 'b.ts'].map((path) => ({ path, status: 'refused', before_hash: null, added: 0 })),
    });
    await session.close();
    const { changeHistory } = must(await loadSession(room.store, sessionId));
    expect(changeHistory.history).toMatchObject([{ applied: false }]);
  },
);

it('E-19 a reply that was cut off before its changes leaves no change set, nor does prose', async () => {
  for (const said of ['{"summary": "I add tw', 'I would rather not.']) {
    const room = makeSessionRoom([[text(said), finished()]], { settings });
    await room.ask(await room.open(), 'Add two.');
    expect(room.types()).not.toContain('change_set_refused');
  }
});

it('CF-09 applies nothing of any beginning of a reply', async () => {
  const whole = JSON.stringify({ ...reply, fileChanges: [{ path: 'a.ts', content: 'x' }] });
  for (let length = 0; length < whole.length; length += 17) {
    const room = makeSessionRoom([[text(`${whole.slice(0, length)} `), finished()]], { settings });
    await room.ask(await room.open(), 'Go.');
    expect(room.types()).not.toContain('tool_call_requested');
  }
});

function createCleaner(clock: Parameters<typeof createTestModel>[0]) {
  return createTestModel(clock, [[text(JSON.stringify({ summary: 'Mended.' })), finished()]], {
    name: 'fast',
  });
}

const BROKEN = '{"summary": "He said "stop" and "go", then", "left": "x": 1, }} , "todos": [}';
const cleaning = { ...settings, 'model.cleanup': true };

/** How a session ends whose model gives a reply that cannot be read, and how often the fast model was asked to mend it. */
async function breakReply(options: NonNullable<Parameters<typeof makeSessionRoom>[1]>) {
  const room = makeSessionRoom([[text(BROKEN), finished()]], options);
  const fast = createCleaner(room.clock);
  await room.ask(await room.open({ models: [{ model: room.model }, { model: fast }] }), 'Go.');
  const entries = known(room.entries);
  const bugs = entries.flatMap((entry) => (entry.event_type === 'bug_recorded' ? [entry.description] : []));
  return { cleanups: fast.requests, end: entries.at(-1), types: room.types(), bugs };
}

it('C-13 C-15 lets the fast model mend a form that cannot be read, where the setting allows it', async () => {
  const inText = { abilities: { structured: 'none' } } as const;
  const mended = await breakReply({ ...inText, settings: cleaning });
  expect(mended.cleanups).toHaveLength(1);
  expect(mended.cleanups[0]?.system).toContain('Mend the form alone');
  expect(mended.end).toMatchObject({ status: 'completed', assistant: { text: 'Mended.' } });
  expect(mended.bugs).toEqual(['Auto-detected: Response required JSON cleanup']);

  const strict = await breakReply({ ...inText, settings });
  expect(strict.cleanups).toHaveLength(0);
  expect(strict.end).toMatchObject({ status: 'failed', error: { code: 'malformed' } });
});

it('C-11 asks no model to clean up a reply that was held to the schema', async () => {
  const { cleanups, end, types } = await breakReply({ settings: cleaning });
  expect(cleanups).toHaveLength(0);
  expect(end).toMatchObject({ status: 'failed', error: { code: 'malformed' } });
  expect(types).not.toContain('tool_call_requested');
});

it('C-35 takes prose for an answer', async () => {
  const room = makeSessionRoom([[text('I cannot do that, because there is no file.'), finished()]], {
    settings,
  });
  await room.ask(await room.open(), 'Go.');
  expect(known(room.entries).at(-1)).toMatchObject({
    status: 'completed',
    assistant: { text: 'I cannot do that, because there is no file.' },
  });
});

it('F-11 F-13 goes on from what was done: a later reply cannot undo it', async () => {
  const room = makeSessionRoom([[text(JSON.stringify(reply)), finished()]], { settings });
  const session = await room.open();
  await room.ask(session, 'Add hints.');
  await room.ask(session, 'continue');
  const lists = known(room.entries).filter((entry) => entry.event_type === 'todo_changed');
  expect(lists).toHaveLength(2);
  expect(JSON.stringify(room.model.requests[1]?.messages)).toContain('I add the hints in two steps.');
});

it('I-44 keeps each answer unprocessed when the setting says so, and only then', async () => {
  const audited = makeSessionRoom([[text('{"summary": "cut'), { ...finished(), reason: 'length' }]], {
    settings: { ...settings, 'journal.audit': true },
  });
  await audited.ask(await audited.open(), 'Go.');
  const kept = must(await audited.store.documents.get(sessionId, 'audit.json'));
  expect(JSON.parse(kept ?? '')).toMatchObject({
    docType: 'chatAudit',
    pairs: [{ pairIndex: 0, userMessage: 'Go.', fullGeneration: '{"summary": "cut', finishReason: 'length' }],
  });
  expect(must(await loadSession(audited.store, sessionId)).auditGenerating).toBe(true);
  const plain = makeSessionRoom([[text('{"summary": "x"}'), finished()]], { settings });
  await plain.ask(await plain.open(), 'Go.');
  expect(must(await plain.store.documents.get(sessionId, 'audit.json'))).toBeNull();
});

it('I-46 lets old answers go from a full audit copy, keeps the newest, and writes that to the log', async () => {
  const room = makeSessionRoom([[text('{"summary": "new"}'), finished()]], {
    settings: { ...settings, 'journal.audit': true },
  });
  const lines: unknown[] = [];
  const log = {
    write: (level: string, sentence: string, facts?: unknown) => lines.push([level, sentence, facts]),
  };
  const session = await room.open({ log });
  await room.ask(session, 'First.');
  const kept = auditDocumentSchema.parse(
    JSON.parse(must(await room.store.documents.get(sessionId, 'audit.json')) ?? ''),
  );
  const full = kept.pairs.map((pair) => ({ ...pair, fullGeneration: 'x'.repeat(17_999_000) }));
  must(await room.store.documents.put(sessionId, 'audit.json', JSON.stringify({ ...kept, pairs: full })));
  await room.ask(session, 'Second.');
  const after = must(await room.store.documents.get(sessionId, 'audit.json'));
  expect(JSON.parse(after ?? '')).toMatchObject({
    pairs: [{ userMessage: 'Second.', fullGeneration: '{"summary": "new"}' }],
  });
  expect(lines).toContainEqual([
    'info',
    'The oldest answers of the audit copy were let go.',
    { session: sessionId, trimmed: 1 },
  ]);
});

it('E-28 with edits.partial a structured turn writes the good files and says which change has no shape', async () => {
  const partly = {
    summary: 'Two files.',
    fileChanges: [
      { path: 'good.txt', content: 'good\n' },
      { path: 'bad.txt', lineOperations: 'no list' },
    ],
  };
  const answer = [[...pieces(JSON.stringify(partly)), finished()]] as const;
  const auto = { ...settings, 'edits.auto': true, mode: 'allow' } as const;
  const room = makeSessionRoom(answer, { settings: { ...auto, 'edits.partial': true } });
  await room.ask(await room.open(), 'Add both.');
  const files = known(room.entries).flatMap((entry) =>
    entry.event_type === 'change_set_applied' || entry.event_type === 'change_set_refused'
      ? entry.files.map(({ path, status, error }) => [path, status, error?.code])
      : [],
  );
  expect(files).toContainEqual(['good.txt', 'applied', undefined]);
  expect(files).toContainEqual(['bad.txt', 'refused', 'malformed']);
  const whole = makeSessionRoom(answer, { settings: auto });
  await whole.ask(await whole.open(), 'Add both.');
  expect(whole.types()).not.toContain('change_set_applied');
});
