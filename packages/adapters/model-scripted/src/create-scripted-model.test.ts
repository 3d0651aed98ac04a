import type { Script, ScriptAnswer } from '@rook/contract';
import type { Model, ModelEvent, ModelRequest } from '@rook/engine';
import { createFakeClock } from '@rook/engine/testing';
import { expect, it } from 'vitest';

import { createScriptedModel } from './create-scripted-model.ts';

const hello: ModelRequest = {
  system: 'You are Rook.',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'hello' }] }],
  maxOutputTokens: 100,
};

function modelOf(answer: ScriptAnswer): Model {
  const script: Script = { version: 1, steps: [{ repeat: 'always', answer }] };
  return createScriptedModel(script, { name: 'scripted', clock: createFakeClock() });
}

/** Lets everything go on that waits for no clock. */
async function settle(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setImmediate(resolve);
  await promise;
}

async function play(
  model: Model,
  request = hello,
  signal = new AbortController().signal,
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, signal)) events.push(event);
  return events;
}

it('C-03 plays text, thoughts and calls in order, in pieces, and ends once', async () => {
  const model = modelOf({
    events: [
      { kind: 'thinking', text: 'hm', seal: 's' },
      { kind: 'text', text: 'héllo\u{1F426}', pieceLength: 4 },
      { kind: 'tool_call', name: 'read_file', input: { path: 'a' }, pieceLength: 8 },
      { kind: 'tool_call', name: 'run', id: 'mine', inputText: '{"cut' },
    ],
    usage: { input: 7, output: 3 },
  });
  const expected: ModelEvent[] = [
    { kind: 'thinking', text: 'hm' },
    { kind: 'thought', part: { kind: 'thinking', text: 'hm', seal: 's' } },
    { kind: 'text', text: 'héll' },
    { kind: 'text', text: 'o\u{1F426}' },
    { kind: 'tool_call_begun', id: 'call_1', name: 'read_file' },
    { kind: 'tool_call_piece', id: 'call_1', text: '{"path":' },
    { kind: 'tool_call_piece', id: 'call_1', text: '"a"}' },
    {
      kind: 'tool_call',
      part: { kind: 'tool_call', id: 'call_1', name: 'read_file', input: { path: 'a' } },
      text: '{"path":"a"}',
    },
    { kind: 'tool_call_begun', id: 'mine', name: 'run' },
    { kind: 'tool_call_piece', id: 'mine', text: '{"cut' },
    {
      kind: 'tool_call',
      part: { kind: 'tool_call', id: 'mine', name: 'run', input: undefined },
      text: '{"cut',
    },
    {
      kind: 'finished',
      reason: 'tool_calls',
      providerReason: 'tool_calls',
      usage: { input: 7, cacheRead: null, cacheWrite: null, output: 3, reasoning: null },
    },
  ];
  expect(await play(model)).toEqual(expected);
  expect(await play(model)).toEqual(expected);
});

it('C-03 numbers the calls through the conversation', async () => {
  const model = modelOf({ events: [{ kind: 'tool_call', name: 'run' }] });
  const part = { kind: 'tool_call', id: 'call_1', name: 'run', input: {} } as const;
  const later: ModelRequest = {
    ...hello,
    messages: [...hello.messages, { role: 'assistant', parts: [part] }],
  };
  expect(await play(model, later)).toContainEqual({ kind: 'tool_call_begun', id: 'call_2', name: 'run' });
});

it('C-03 counts a token for every four characters where the script says nothing, and nothing where it says null', async () => {
  const [counted] = (await play(modelOf({ events: [{ kind: 'text', text: '12345' }] }))).slice(-1);
  expect(counted).toMatchObject({ usage: { output: 2, reasoning: 0, cacheRead: 0 } });
  const [silent] = (await play(modelOf({ events: [], usage: null }))).slice(-1);
  expect(silent).toMatchObject({ kind: 'finished', usage: { input: null, output: null } });
});

const ends: readonly (readonly [string, ScriptAnswer['events'], object])[] = [
  ['a status', [{ kind: 'error', status: 401 }], { error: { code: 'model_bad_key', status: 401 } }],
  [
    'a wait',
    [{ kind: 'error', status: 429, retryAfterSeconds: 2 }],
    { error: { code: 'model_rate_limited', retryAfterMilliseconds: 2000, retryable: true } },
  ],
  [
    'a code',
    [
      { kind: 'text', text: 'so far' },
      { kind: 'error', code: 'model_too_long', message: 'Too long.' },
    ],
    { error: { code: 'model_too_long', message: 'Too long.' } },
  ],
  [
    'a cut',
    [
      { kind: 'text', text: 'so' },
      { kind: 'fault', fault: 'cut' },
    ],
    { kind: 'finished', reason: 'cut' },
  ],
  ['a broken connection', [{ kind: 'fault', fault: 'reset' }], { error: { code: 'model_unreachable' } }],
  [
    'a connection that breaks in the middle',
    [
      { kind: 'text', text: 'so' },
      { kind: 'fault', fault: 'reset' },
    ],
    { error: { code: 'model_cut' } },
  ],
  ['what nobody can read', [{ kind: 'fault', fault: 'malformed' }], { error: { code: 'model_bad_answer' } }],
];

it.each(ends)('C-03 ends with %s, once, as the last event', async (_title, events, expected) => {
  const played = await play(modelOf({ events }));
  const last = played.filter(({ kind }) => kind === 'finished' || kind === 'failed');
  expect(last).toHaveLength(1);
  expect(played.at(-1)).toMatchObject(expected);
});

it.each<readonly [string, ScriptAnswer['events'], boolean]>([
  [
    'during a delay',
    [
      { kind: 'text', text: 'a' },
      { kind: 'text', text: 'b', delayMilliseconds: 60_000 },
    ],
    false,
  ],
  [
    'between pieces',
    [
      { kind: 'text', text: 'a' },
      { kind: 'text', text: 'bc', pieceLength: 1, delayMilliseconds: 9 },
    ],
    false,
  ],
  [
    'while it stalls',
    [
      { kind: 'text', text: 'a' },
      { kind: 'fault', fault: 'stall' },
    ],
    false,
  ],
  ['before its end', [{ kind: 'text', text: 'a' }], true],
])('C-03 a call that is cancelled %s ends at once with `cancelled`', async (_title, events, atOnce) => {
  const stop = new AbortController();
  const seen: ModelEvent[] = [];
  for await (const event of modelOf({ events }).stream(hello, stop.signal)) {
    seen.push(event);
    if (atOnce) stop.abort();
    else queueMicrotask(() => stop.abort());
  }
  expect(seen.map(({ kind }) => kind)).toEqual(['text', 'failed']);
  expect(seen.at(-1)).toMatchObject({ error: { code: 'cancelled' } });
});

it('C-03 waits as long as the script says, before each piece', async () => {
  const clock = createFakeClock();
  const answer: ScriptAnswer = {
    events: [{ kind: 'text', text: 'ab', pieceLength: 1, delayMilliseconds: 50 }],
  };
  const model = createScriptedModel({ version: 1, steps: [], default: answer }, { name: 'm', clock });
  const seen: string[] = [];
  const done = (async () => {
    for await (const { kind } of model.stream(hello, new AbortController().signal)) seen.push(kind);
  })();
  for (const expected of [[], ['text'], ['text', 'text', 'finished']]) {
    await settle();
    expect(seen).toEqual(expected);
    clock.advance(50);
  }
  await done;
});

it('C-03 a request that no step answers fails and says why', async () => {
  const script: Script = {
    version: 1,
    steps: [{ name: 'greet', match: { lastUser: 'goodbye' }, answer: { events: [] } }],
  };
  const [only, ...rest] = await play(createScriptedModel(script, { name: 'm', clock: createFakeClock() }));
  expect(rest).toEqual([]);
  expect(only).toMatchObject({ kind: 'failed', error: { code: 'model_bad_request', retryable: false } });
  expect(JSON.stringify(only)).toContain('step 1 (greet) wants');
});

it('C-06 models that share what is used play one script together', async () => {
  const script: Script = {
    version: 1,
    steps: [
      { answer: { events: [{ kind: 'text', text: 'one' }] } },
      { match: { model: 'fast' }, answer: { events: [{ kind: 'text', text: 'two' }] } },
    ],
    abilities: { structured: false, vision: false },
  };
  const common = { clock: createFakeClock(), used: new Map<number, number>() };
  const [main, fast] = ['main', 'fast'].map((name) => createScriptedModel(script, { name, ...common }));
  if (main === undefined || fast === undefined) throw new Error('not made');
  expect(main.abilities).toEqual({ tools: true, structured: 'none', vision: false, thinking: true });
  expect(await play(main)).toContainEqual({ kind: 'text', text: 'one' });
  expect(await play(fast)).toContainEqual({ kind: 'text', text: 'two' });
  expect((await play(fast)).at(-1)).toMatchObject({ kind: 'failed' });
});

it.each([
  ['a refusal', [{ kind: 'error' as const, status: 500 }], false],
  ['a refusal after a long wait', [{ kind: 'error' as const, status: 504 }], true],
  ['a failure in the middle', [{ kind: 'text' as const, text: 'a' }, { kind: 'error' as const }], true],
  ['a line that breaks', [{ kind: 'fault' as const, fault: 'reset' as const }], true],
])('C-22 %s says whether it may cost', async (_what, events, mayCost) => {
  expect((await play(modelOf({ events }))).at(-1)).toMatchObject({ kind: 'failed', mayCost });
});
