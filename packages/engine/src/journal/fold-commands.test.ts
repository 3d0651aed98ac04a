import { sessionIdSchema, turnIdSchema, type Entry } from '@rook/contract';
import { expect, it } from 'vitest';

import { createSessionFold } from './fold-session.ts';

const session = sessionIdSchema.parse('rook-20261115-00000001');

function fold(...drafts: readonly object[]): unknown {
  const built = createSessionFold(session);
  for (const draft of drafts) {
    const entry = {
      session_id: session,
      timestamp: '2026-11-15T00:00:00.000Z',
      workspace: { uri: '' },
      ...draft,
    };
    built.add(JSON.parse(JSON.stringify({ kind: 'known', entry })));
  }
  return built.document().failedCommands;
}

const started = (id: string): Partial<Entry> => ({
  event_type: 'command_started',
  command_id: id,
  turn_id: turnIdSchema.parse('t0001'),
  command: `run ${id}`,
  cwd: '.',
});
const ended = (id: string, more: object = {}): object => ({
  event_type: 'command_ended',
  command_id: id,
  turn_id: 't0001',
  exit_code: 0,
  signal: null,
  timed_out: false,
  output: 'said',
  timing_ms: 1,
  ...more,
});

it('G-17 the document of a session lists the commands that failed, and how', () => {
  const failed = fold(
    started('a'),
    ended('a'),
    started('b'),
    ended('b', { exit_code: 2, output: `${'x'.repeat(900)}last` }),
    started('c'),
    ended('c', { exit_code: null, signal: 'SIGTERM', timed_out: true, ended_by: 'timeout' }),
    started('d'),
    ended('d', { exit_code: null, signal: 'SIGTERM', ended_by: 'cancelled' }),
  );
  expect(failed).toMatchObject([
    {
      command: 'run b',
      exitCode: 2,
      endedBy: 'itself',
      turnId: 't0001',
      output: expect.stringMatching(/x{496}last$/u),
    },
    { command: 'run c', exitCode: null, signal: 'SIGTERM', endedBy: 'timeout' },
  ]);
});

it('G-17 keeps the last fifty of them', () => {
  const ids = Array.from({ length: 60 }, (_none, index) => `n${index}`);
  const failed = fold(...ids.flatMap((id) => [started(id), ended(id, { exit_code: 1 })]));
  expect(failed).toHaveLength(50);
  expect(failed).toMatchObject(ids.slice(10).map((commandId) => ({ commandId })));
});
