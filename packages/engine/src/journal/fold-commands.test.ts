import type { EntryDraft, SessionDocument } from '@rook/contract';
import { expect, it } from 'vitest';

import { turnIdAfter } from './create-ids.ts';
import { loadSession } from './load-session.ts';
import { createTestJournal, must, session } from './test-journal.ts';

type Ended = Extract<EntryDraft, { event_type: 'command_ended' }>;

async function failedOf(drafts: readonly EntryDraft[]): Promise<SessionDocument['failedCommands']> {
  const test = createTestJournal();
  const journal = await test.open();
  must(await journal.append(drafts));
  must(await journal.close());
  return must(await loadSession(test.store, session)).failedCommands;
}

/** A command from its beginning to its end. */
function command(id: string, more: Partial<Ended> = {}): readonly EntryDraft[] {
  const head = { command_id: id, turn_id: turnIdAfter(0) };
  const end = { exit_code: 0, signal: null, timed_out: false, output: 'said', timing_ms: 1, ...more };
  return [
    { event_type: 'command_started', ...head, command: `run ${id}`, cwd: '.' },
    { event_type: 'command_ended', ...head, ...end },
  ];
}

it('G-17 the document of a session lists the commands that failed, and how', async () => {
  const failed = await failedOf([
    ...command('a'),
    ...command('b', { exit_code: 2, output: `${'x'.repeat(900)}last` }),
    ...command('c', { exit_code: null, signal: 'SIGTERM', timed_out: true, ended_by: 'timeout' }),
    ...command('d', { exit_code: null, signal: 'SIGTERM', ended_by: 'cancelled' }),
  ]);
  expect(failed).toMatchObject([
    { command: 'run b', exitCode: 2, endedBy: 'itself', turnId: 't0001', output: `${'x'.repeat(496)}last` },
    { command: 'run c', exitCode: null, signal: 'SIGTERM', endedBy: 'timeout' },
  ]);
});

it('G-17 keeps the last fifty of them', async () => {
  const ids = Array.from({ length: 60 }, (_none, index) => `n${index}`);
  const failed = await failedOf(ids.flatMap((id) => command(id, { exit_code: 1 })));
  expect(failed.map(({ commandId }) => commandId)).toEqual(ids.slice(10));
});
