import type { Script, ScriptAnswer } from '@rook/contract';
import { expect, it } from 'vitest';

import type { Model, ModelEvent, ModelRequest } from '../model.ts';
import { failedCases } from './failed-cases.ts';
import type { ModelStage } from './model-stage.ts';
import { modelSuite } from './model-suite.ts';
import { playAnswer } from './play-answer.ts';

/** A stage without a wire: what was asked is written down, and the script is played by the simplest model there is. */
function openStage(breakIt: (model: Model) => Model): ModelStage {
  const received: string[] = [];
  return {
    lacks: new Set(),
    received: () => received,
    play: (script) => {
      received.length = 0;
      return breakIt({
        provider: 'fake',
        name: 'fake',
        abilities: { tools: true, structured: 'strict', vision: true, thinking: true },
        stream: (request, signal) => {
          if (!signal.aborted) received.push(writeBody(request));
          return playAnswer(chooseAnswer(script, request), signal);
        },
      });
    },
  };
}

function chooseAnswer(script: Script, request: ModelRequest): ScriptAnswer {
  const body = writeBody(request);
  const step = script.steps.find(
    ({ match }) => match?.lastUser === undefined || body.includes(match.lastUser),
  );
  return step?.answer ?? { events: [] };
}

function writeBody(request: ModelRequest): string {
  return JSON.stringify(request, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );
}

it('is passed by the simplest model', async () => {
  expect(await failedCases(modelSuite, () => () => openStage((model) => model))).toEqual([]);
});

type Change = (events: AsyncIterable<ModelEvent>) => AsyncIterable<ModelEvent>;

/** A model whose events are changed on their way. */
function changing(change: Change): (model: Model) => Model {
  return (model) => ({ ...model, stream: (request, signal) => change(model.stream(request, signal)) });
}

/** Each event becomes others, or none. */
function mapping(map: (event: ModelEvent) => readonly ModelEvent[]): (model: Model) => Model {
  return changing(async function* (events) {
    for await (const event of events) yield* map(event);
  });
}

const nothing = { input: null, cacheRead: null, cacheWrite: null, output: null, reasoning: null };

const twins: readonly (readonly [string, (model: Model) => Model])[] = [
  [
    'throws',
    mapping((event) => {
      if (event.kind === 'failed') throw new Error(event.error.message);
      return [event];
    }),
  ],
  ['has two last events', mapping((event) => (event.kind === 'finished' ? [event, event] : [event]))],
  ['has no last event', mapping((event) => (event.kind === 'finished' ? [] : [event]))],
  [
    'goes on behind the last event',
    mapping((event) => (event.kind === 'finished' ? [event, { kind: 'text', text: 'more' }] : [event])),
  ],
  ['forgets usage', mapping((event) => [event.kind === 'finished' ? { ...event, usage: nothing } : event])],
  [
    'counts what it was not told',
    mapping((event) => [
      event.kind === 'finished'
        ? { ...event, usage: { ...event.usage, input: event.usage.input ?? 0 } }
        : event,
    ]),
  ],
  [
    'takes a cut for an end',
    mapping((event) => [
      event.kind === 'finished' && event.reason === 'cut' ? { ...event, reason: 'stop' as const } : event,
    ]),
  ],
  [
    'takes every failure for the same',
    mapping((event) => [
      event.kind === 'failed'
        ? { ...event, error: { ...event.error, code: 'model_failed' as const } }
        : event,
    ]),
  ],
  ['loses pieces of calls', mapping((event) => (event.kind === 'tool_call_piece' ? [] : [event]))],
  [
    'guesses the input of a call',
    mapping((event) => [
      event.kind === 'tool_call'
        ? { ...event, part: { ...event.part, input: event.part.input ?? {} } }
        : event,
    ]),
  ],
  [
    'tells thoughts as text',
    mapping((event) => [event.kind === 'thinking' ? { ...event, kind: 'text' } : event]),
  ],
  [
    'loses the seal',
    mapping((event) => [
      event.kind === 'thought' ? { ...event, part: { kind: 'thinking', text: event.part.text } } : event,
    ]),
  ],
  [
    'cuts characters in halves',
    mapping((event) => {
      if (event.kind !== 'text') return [event];
      return event.text.split('').map((text) => ({ kind: 'text' as const, text }));
    }),
  ],
  [
    'drops images',
    (model) => ({
      ...model,
      stream: (request, signal) =>
        model.stream(
          {
            ...request,
            messages: request.messages.map((message) =>
              message.role === 'user'
                ? { ...message, parts: message.parts.filter(({ kind }) => kind === 'text') }
                : message,
            ),
          },
          signal,
        ),
    }),
  ],
  [
    'forgets the shape of the answer',
    (model) => ({
      ...model,
      stream: ({ structured: _structured, ...request }, signal) => model.stream(request, signal),
    }),
  ],
  [
    'says after an answer began that nothing is to be paid',
    changing(async function* (events) {
      let begun = false;
      for await (const event of events) {
        yield event.kind === 'failed' && begun ? { ...event, mayCost: false } : event;
        begun = true;
      }
    }),
  ],
  [
    'says when an answer broke off before its first event that nothing is to be paid',
    mapping((event) => [
      event.kind === 'failed' && event.error.code === 'model_unreachable'
        ? { ...event, mayCost: false }
        : event,
    ]),
  ],
  [
    'wants to be paid for a refusal',
    mapping((event) => [event.kind === 'failed' ? { ...event, mayCost: true } : event]),
  ],
  [
    'does not ask whether it was cancelled',
    (model) => ({
      ...model,
      stream: (request, signal) =>
        signal.aborted ? model.stream(request, new AbortController().signal) : model.stream(request, signal),
    }),
  ],
];

it.each(twins)('rejects a model that %s', async (_title, breakIt) => {
  expect(await failedCases(modelSuite, () => () => openStage(breakIt))).not.toEqual([]);
});
