import { parseEntry, type EntryBase } from '@rook/contract';
import { expect, it } from 'vitest';

import { finished, text } from '../models/test-models.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import type { ModelEvent } from '../ports/model.ts';
import { calls, makeSessionRoom } from './test-session.ts';

const known = (entries: readonly EntryBase[]) =>
  entries.flatMap((entry) => {
    const read = parseEntry(entry);
    return read.kind === 'known' ? [read.entry] : [];
  });
const ofType = (entries: readonly EntryBase[], type: string) =>
  known(entries).filter((entry) => entry.event_type === type);

const done = [text('done'), finished()];

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

it('B-04 B-05 refuses input that is nested without end, and runs the calls beside it', async () => {
  const room = makeSessionRoom(
    [
      calls(
        ['read_file', { path: 'a.txt' }],
        ['read_file', { path: nested(20_000) }],
        ['read_file', { path: 'b.txt' }],
      ),
      done,
    ],
    { files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } },
  );
  await room.ask(await room.open(), 'Go.');
  const results = ofType(room.entries, 'tool_call').map((entry) =>
    entry.event_type === 'tool_call' ? entry.result.ok : null,
  );
  expect(results).toEqual([true, false, true]);
  expect(known(room.entries).at(-1)).toMatchObject({ event_type: 'turn', status: 'completed' });
});

it('B-05 runs a hundred calls of one answer and refuses the others, each with a result', async () => {
  const many = Array.from({ length: 250 }, (_item, index) => ['read_file', { path: `${index}` }] as const);
  const room = makeSessionRoom([calls(...many), done]);
  await room.ask(await room.open(), 'Go.');
  expect(ofType(room.entries, 'tool_call')).toHaveLength(250);
  expect(ofType(room.entries, 'tool_call_allowed')).toHaveLength(100);
  const refused = ofType(room.entries, 'tool_call_refused').at(-1);
  expect(refused).toMatchObject({ rule: 'number-of-calls', error: { code: 'too_many_calls' } });
  const results = room.model.requests[1]?.messages.at(-1);
  expect(results?.role === 'tool' ? results.results.map(({ id }) => id) : []).toEqual(
    many.map((_call, index) => `call_${index + 1}`),
  );
});

it('B-26 bounds what all results of a round bring together', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_item, index) => [`f${index}.txt`, `${'x'.repeat(79)}\n`.repeat(25)]),
  );
  const room = makeSessionRoom(
    [calls(...Object.keys(files).map((path) => ['read_file', { path }] as const)), done],
    {
      files,
      settings: { 'tools.maxResultChars': 3000 },
    },
  );
  await room.ask(await room.open(), 'Read them all.');
  const results = room.model.requests[1]?.messages.at(-1);
  const lengths = results?.role === 'tool' ? results.results.map(({ text: said }) => said.length) : [];
  expect(lengths).toHaveLength(40);
  expect(Math.min(...lengths)).toBeLessThanOrEqual(1000);
  // What was cut here was not shown as a whole.
  expect(ofType(room.entries, 'file_shown').length).toBeLessThan(40);
});

it.each([
  ['a tool that is not there', calls(['nope', { a: 1 }])],
  ['input that is no JSON', brokenCall()],
])('B-32 ends a turn that goes in circles with %s', async (_what, answer) => {
  const room = makeSessionRoom([answer]);
  await room.ask(await room.open(), 'Go.');
  expect(room.model.requests).toHaveLength(5);
  expect(known(room.entries).at(-1)).toMatchObject({ status: 'failed', error: { code: 'repeated_call' } });
});

function brokenCall(): readonly ModelEvent[] {
  const part = { kind: 'tool_call', id: 'c', name: 'read_file', input: undefined } as const;
  return [
    { kind: 'tool_call', part, text: '{"path":' },
    { ...finished(), reason: 'tool_calls' },
  ];
}

it('D-22 takes no instructions from a link that leads to something else, and says so', async () => {
  const workspace = createFakeWorkspace(
    new Map([
      ['.env', 'TOKEN=abc\n'],
      ['CLAUDE.md', 'Use tabs.\n'],
    ]),
    new Map([['AGENTS.md', '.env']]),
  );
  const room = makeSessionRoom([done]);
  await room.ask(await room.open({ workspace }), 'Hello.');
  const [request] = room.model.requests;
  expect(request?.system).toContain('Use tabs.');
  expect(JSON.stringify(request)).not.toContain('TOKEN=abc');
  expect(room.deltas.map(({ text: said }) => said).join('\n')).toContain('AGENTS.md leads to .env');
});

it('D-19 leaves out a turn that was too large for any request, and keeps those before it', async () => {
  const room = makeSessionRoom([done]);
  const session = await room.open();
  await room.ask(session, 'The first and small one.');
  await room.ask(session, 'word and other words '.repeat(60_000));
  expect(known(room.entries).at(-1)).toMatchObject({ status: 'failed', error: { code: 'model_too_long' } });
  await room.ask(session, 'And now?');
  const sent = JSON.stringify(room.model.requests.at(-1)?.messages);
  expect(sent).toContain('The first and small one.');
  expect(sent.length).toBeLessThan(100_000);
});
