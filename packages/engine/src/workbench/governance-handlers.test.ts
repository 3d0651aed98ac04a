import { parseCallOutput, rookError, succeed, type CallOutput } from '@rook/contract';
import { expect, it, onTestFinished, vi } from 'vitest';

import { inspectLedger } from '../intents/inspect-ledger.ts';
import { createIntentBook } from '../intents/intent-book.ts';
import { createFakeLedgerFile } from '../ports/fakes/fake-ledger-file.ts';
import { createFakeOwnFile } from '../ports/fakes/fake-own-file.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { says, selects, writes } from '../sessions/test-ledger.ts';
import { message, must } from '../sessions/test-session.ts';
import { collect, makeWorkbenchRoom, typesOf } from './test-workbench.ts';

const YAML = `active_intents:
  - {id: INT-001, name: First, status: IN_PROGRESS, owned_scope: [src/**]}
`;

/** A governed workspace where the assistant wrote one file for an intent. */
async function makeGoverned() {
  const file = createFakeLedgerFile();
  const workspace = createFakeWorkspace(
    new Map([
      ['.orchestration/active_intents.yaml', YAML],
      ['readme.md', '# hello\n'],
    ]),
  );
  const intents = createFakeOwnFile('active_intents.yaml', new TextEncoder().encode(YAML));
  const syntax = { parse: async () => succeed(null) };
  const store = createFakeStore();
  const { workbench } = makeWorkbenchRoom([selects, writes('src/new.ts'), says], {
    setup: {
      store,
      workspace,
      intents: createIntentBook({ intents }),
      isGoverned: async () => true,
      ledger: {
        file,
        inspect: async () => ({
          health: await inspectLedger({ file, store, syntax, redact: (text) => text }),
          isStrict: false,
        }),
      },
    },
    session: {
      store,
      workspace,
      intents,
      ledger: { file, syntax, revision: async () => null },
      answers: 'once',
    },
  });
  onTestFinished(async () => workbench.close());
  const sent = await workbench.call('session_send', { session: null, command: message('Write it, please') });
  const { session } = must(sent);
  await collect(workbench, { session }, (seen) => typesOf(seen).includes('turn'));
  // It is written when the turn has ended.
  await vi.waitFor(() => expect(file.text()).toContain('"change_set_id"'), { timeout: 20_000 });
  return { workbench, file, session };
}

it('H-34 says of a line and of a file why it is there, and which change sets it has', async () => {
  const { workbench, session } = await makeGoverned();
  const why = must(await workbench.call('why', { path: 'src/new.ts' }));
  const reason = {
    session,
    turn: 't0001',
    prompt: 'Write it, please',
    intent: { id: 'INT-001', name: 'First', status: 'IN_PROGRESS' },
    approval: { allowedBy: 'rules', answeredBy: null },
    source: 'journal',
  };
  expect(why).toMatchObject({ file: 'src/new.ts', exists: true, isText: true, lines: 2, moreChanges: 0 });
  expect(why.ranges).toMatchObject([{ start: 1, end: 2, origin: 'assistant', ...reason }]);
  expect(why.changes).toMatchObject([{ kind: 'edit', ...reason }]);
  expect(parseCallOutput('why', why)).toEqual(succeed(why));
  const line = must(await workbench.call('why', { path: 'src/new.ts', line: 2 }));
  expect(line.ranges).toMatchObject([{ start: 2, end: 2, text: ['two'] }]);
});

it('H-34 has words for lines that nobody recorded, and refuses what is not there', async () => {
  const { workbench } = await makeGoverned();
  const why = must(await workbench.call('why', { path: 'readme.md' }));
  expect(why.ranges).toMatchObject([
    { origin: 'earlier', changeSet: null, reason: 'not written by the assistant in this record' },
  ]);
  expect(parseCallOutput('why', why)).toEqual(succeed(why));
  for (const [path, line] of [
    ['nothing.ts', undefined],
    ['src/new.ts', 3],
  ] as const) {
    const refused = await workbench.call('why', { path, ...(line === undefined ? {} : { line }) });
    expect(refused).toMatchObject({ ok: false, error: { code: 'not_found' } });
  }
});

async function ledgerOf(
  workbench: Awaited<ReturnType<typeof makeGoverned>>['workbench'],
): Promise<CallOutput<'governance_state'>['ledger']> {
  return must(await workbench.call('governance_state', {})).ledger;
}

it('R-07 says that the ledger is whole, and why it is degraded', async () => {
  const { workbench, file } = await makeGoverned();
  const whole = await ledgerOf(workbench);
  expect(whole).toMatchObject({ isDegraded: false, isStrict: false, missing: 0, altered: 0 });
  expect(whole?.lines).toBeGreaterThan(0);
  file.refuse(rookError('not_writable', 'agent_trace.jsonl cannot be written: the disk is full.'));
  const degraded = await ledgerOf(workbench);
  expect(degraded).toMatchObject({ isDegraded: true, lines: 0 });
  expect(degraded?.problem).toContain('the disk is full');
});

it('H-35 lists the last lines of the ledger, the newest first', async () => {
  const { workbench } = await makeGoverned();
  const all = must(await workbench.call('trace_list', {}));
  expect(all).toMatchObject({ hasMore: false, unreadable: 0 });
  expect(all.lines.some((line) => line.type === 'change')).toBe(true);
  expect(parseCallOutput('trace_list', all)).toEqual(succeed(all));
  const newest = must(await workbench.call('trace_list', { limit: 1 }));
  expect(newest).toMatchObject({ lines: [{ id: all.lines[0]?.id }], hasMore: true });
});
