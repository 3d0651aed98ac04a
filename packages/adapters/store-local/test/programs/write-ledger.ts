import { dirname, join } from 'node:path';

import { messageIdSchema, readWritten, succeed, turnIdSchema, type EntryDraft } from '@rook/contract';
import { catchUpLedger, createTraceFold } from '@rook/engine/testing';

import { createLedgerFile } from '../../src/index.ts';
import { openSession, openStore, ownWords, say, sayReady, session, sessionsFolder } from './program-room.ts';

/** Records one governed call after the other, says it, and brings the ledger up to date, so often or until it is killed. */
const [word = 'Infinity'] = ownWords;
const count = Number(word);
const store = openStore();
const folder = join(dirname(sessionsFolder), '.orchestration');
const file = createLedgerFile({ folder, name: 'agent_trace.jsonl', workspaceFolder: sessionsFolder });
const fold = createTraceFold();
const syntax = { parse: async () => succeed(null) };

const journal = await openSession('ledger', undefined, fold.add);
if (!journal.ok) throw new Error(journal.error.message);

function callOf(id: string): readonly EntryDraft[] {
  const about = { turn_id: turnIdSchema.parse('t0001'), tool_use_id: id };
  const tool = { name: 'read_file', input: { path: 'ä'.repeat(50) } };
  return [
    { event_type: 'tool_call_allowed', ...about, effect: 'read', by: 'rules' },
    { event_type: 'tool_call', ...about, tool, result: { ok: true }, timing_ms: 0 },
  ];
}

sayReady();
for (let number = 0; number < count; number += 1) {
  const id = `${process.pid}-${number}`;
  const start: EntryDraft = {
    event_type: 'turn_started',
    turn_id: turnIdSchema.parse('t0001'),
    message_id: messageIdSchema.parse('msg-1-a'),
    governed: true,
  };
  const written = await journal.value.append([start, ...callOf(id)]);
  if (!written.ok) throw new Error(written.error.message);
  for (const entry of written.value) fold.add(readWritten(entry));
  say(id);
  const done = await catchUpLedger(
    { file, syntax, store, redact: (text) => text },
    { session, drafts: fold.drafts },
  );
  if (!done.ok) say(`unexpected: ${done.error.message}`);
}
await journal.value.close();
