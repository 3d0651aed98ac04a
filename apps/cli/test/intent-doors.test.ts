import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Script } from '@rook/contract';
import { expect, it } from 'vitest';

import { answersOf, contentOf, ENTER, hasScript, onTerminal, PROMPT } from './approval-rook.ts';
import { playing, saying } from './ask-rook.ts';
import { calling, endsOf, govern, INTENTS, intentsText, select, write } from './intent-rook.ts';
import { callsOf } from './ledger-rook.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const notesServer = fileURLToPath(
  new URL('../../../packages/adapters/sources-mcp/test/programs/notes-server.ts', import.meta.url),
);

/** A source of its own; what it was made to do stands in the file. */
function addSource(sandbox: Sandbox): () => string {
  const done = join(sandbox.folder, 'done.txt');
  const file = join(sandbox.rookHome, 'sources', 'notes', 'config.json');
  place(file, JSON.stringify({ command: process.execPath, args: [notesServer, done] }));
  place(sandbox.userFile, JSON.stringify({ 'sources.enabled': ['notes'] }));
  return () => (existsSync(done) ? readFileSync(done, 'utf8') : '');
}

const through = (path: string) => ({ server: 'notes', tool: 'write', arguments: { path } });

/** The same writes by the name of the tool and through the tool for all of them. */
const sourceCalls: Partial<Script> = {
  steps: [
    {
      match: { toolResult: false },
      answer: {
        events: [
          { kind: 'tool_call', name: 'mcp_notes_write', input: { path: 'src/other.txt' } },
          { kind: 'tool_call', name: 'use_mcp_tool', input: through('src/auth/../other.txt') },
          { kind: 'tool_call', name: 'mcp_notes_write', input: { path: 'src/auth/a.txt' } },
        ],
      },
    },
  ],
  default: saying('All done'),
};

it('H-20 H-22 CF-25 refuses what an MCP tool would do outside the scope, by every name, and traces it', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  const done = addSource(sandbox);
  const words = ['ask', '--intent', 'INT-001', '--yes', '--mode', 'allow', 'Do it'];
  const end = await runRook(sandbox, words, { env: playing(sandbox, sourceCalls) });
  expect([end.code, done()]).toEqual([0, 'wrote src/auth/a.txt\n']);
  expect(endsOf(sandbox)).toEqual(['out_of_scope', 'out_of_scope', 'ok']);
  expect(callsOf(sandbox).map(({ allowed, code, intent_id: intent }) => [allowed, code, intent])).toEqual([
    [false, 'out_of_scope', 'INT-001'],
    [false, 'out_of_scope', 'INT-001'],
    [true, undefined, 'INT-001'],
  ]);
});

it('H-20 H-09 refuses an MCP tool without an intent', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  const done = addSource(sandbox);
  await runRook(sandbox, ['ask', '--yes', '--mode', 'allow', 'Do it'], {
    env: playing(sandbox, sourceCalls),
  });
  expect([done(), endsOf(sandbox)]).toEqual(['', ['no_intent', 'no_intent', 'no_intent']]);
});

it.skipIf(!hasScript)(
  'CF-24 H-15 a yes at the terminal confirms a draft once, and it still has no scope',
  async () => {
    const sandbox = makeSandbox();
    govern(sandbox);
    const live = onTerminal(sandbox, calling(select('INT-009'), write('src/auth/a.ts')), [
      'ask',
      '--yes',
      'Do it',
    ]);
    await live.seen(
      'the assistant wants an intent that is not confirmed in .orchestration/active_intents.yaml',
    );
    await live.seen(PROMPT);
    expect(intentsText(sandbox)).toBe(INTENTS);
    live.type(`y${ENTER}`);
    await live.seen('Active intent: INT-009');
    await live.seen('All done');
    expect(await live.ended).toMatchObject({ code: 0 });
    expect(intentsText(sandbox)).toContain(
      '- id: INT-009\n    name: INT-009\n    status: IN_PROGRESS\n    owned_scope: []\n',
    );
    expect(answersOf(sandbox)).toEqual([['yes', 'once']]);
    expect(endsOf(sandbox)).toEqual(['ok', 'out_of_scope']);
  },
);

it.skipIf(!hasScript)(
  'CF-24 H-17 a no at the terminal writes no intent, and nothing is changed',
  async () => {
    const sandbox = makeSandbox();
    govern(sandbox);
    const live = onTerminal(sandbox, calling(select('INT-002'), write('src/auth/a.ts')));
    await live.seen(PROMPT);
    live.type(`n${ENTER}`);
    await live.seen('Why not?');
    live.type(ENTER);
    await live.seen('All done');
    expect(await live.ended).toMatchObject({ code: 0 });
    expect([intentsText(sandbox), contentOf(sandbox, 'src/auth/a.ts')]).toEqual([INTENTS, null]);
  },
);

it.skipIf(!hasScript)('H-34 a conversation says which intent is active, and takes another', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  const live = onTerminal(sandbox, { default: saying('Hello there') }, ['ask']);
  await live.seen('/help says what can be typed.');
  live.type(`/intent${ENTER}`);
  await live.seen('No intent is active; /intent ID selects one.');
  live.type(`/intent INT-002${ENTER}`);
  await live.seen('is a draft');
  live.type(`/intent INT-001${ENTER}`);
  await live.seen('The active intent is INT-001.');
  live.type(`/exit${ENTER}`);
  expect(await live.ended).toMatchObject({ code: 0 });
});
