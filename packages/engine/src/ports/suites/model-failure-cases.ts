import type { ScriptErrorCode } from '@rook/contract';

import type { SuiteCase } from './failed-cases.ts';
import { endOf, listen, scriptOf, simpleRequest, type ModelStage, type Told } from './model-stage.ts';

const CODES: readonly ScriptErrorCode[] = [
  'model_overloaded',
  'model_rate_limited',
  'model_failed',
  'model_bad_key',
  'model_unknown',
  'model_bad_request',
  'model_too_long',
];

/** Enough for a stream to begin and not so much that it could be over. */
const begun = { kind: 'text' as const, text: 'It begins. And goes on.' };

/** With a field that may be missing and a map, so that no provider takes it as it is. */
const SHAPE = {
  type: 'object',
  properties: {
    a: { type: 'string' },
    b: { type: 'string' },
    c: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['a'],
  additionalProperties: false,
};

/** What every model promises about what goes wrong: one typed end, whatever happens. */
export const modelFailureCases: readonly SuiteCase<ModelStage>[] = [
  ...CODES.map((code): SuiteCase<ModelStage> => ({
    title: `a refusal of the provider ends as ${code}`,
    check: async (open) => {
      const stage = open();
      const told = await listen(stage.play(scriptOf([{ kind: 'error', code }])));
      const isRight = stage.lacks.has('ends') ? endOf(told).startsWith('model_') : endOf(told) === code;
      if (told.last.kind !== 'failed' || !isRight) return `ended as ${endOf(told)}`;
      const { message } = told.last.error;
      if (told.last.mayCost) return 'a refusal may cost';
      return /^\S.{20,}$/su.test(message) && !message.includes('\n') ? null : `says "${message}"`;
    },
  })),
  {
    title: 'how long the provider asks to wait is told',
    check: async (open) => {
      const stage = open();
      if (stage.lacks.has('ends')) return null;
      const error = { kind: 'error' as const, code: 'model_rate_limited' as const, retryAfterSeconds: 7 };
      const { last } = await listen(stage.play(scriptOf([error])));
      const wait = last.kind === 'failed' ? last.error.retryAfterMilliseconds : undefined;
      return wait === 7000 ? null : `says ${wait}`;
    },
  },
  {
    title: 'a failure in the middle keeps what came and ends with a failure',
    check: async (open) => {
      const told = await listen(open().play(scriptOf([begun, { kind: 'error', code: 'model_overloaded' }])));
      if (told.text !== begun.text || !endOf(told).startsWith('model_')) return `ended as ${endOf(told)}`;
      return judgeCost(told, true);
    },
  },
  {
    title: 'a shaped answer that breaks off may cost, whether or not anything of it was told',
    check: async (open) => {
      const model = open().play(
        scriptOf([
          { kind: 'text', text: '{"a":"it begins' },
          { kind: 'error', code: 'model_failed' },
        ]),
      );
      const told = await listen(model, { ...simpleRequest, structured: { name: 'shape', schema: SHAPE } });
      return endOf(told).startsWith('model_') ? judgeCost(told, true) : `ended as ${endOf(told)}`;
    },
  },
  breaking('a connection that breaks before the answer', [], 'reset', ['model_unreachable']),
  breaking('a connection that breaks in the middle', [begun], 'reset', ['model_cut']),
  breaking('a stream that nobody can read', [begun], 'malformed', ['model_bad_answer']),
  breaking('a stream that ends without a reason', [begun], 'cut', ['cut', 'model_cut']),
  {
    title: 'a call that was cancelled before it began sends nothing',
    check: async (open) => {
      const stage = open();
      const told = await listen(stage.play(scriptOf([begun])), simpleRequest, AbortSignal.abort());
      if (endOf(told) !== 'cancelled') return `ended as ${endOf(told)}`;
      return stage.received().length === 0 ? judgeCost(told, false) : 'something was sent';
    },
  },
  {
    title: 'a stall before the answer ends when it is cancelled',
    check: async (open) => {
      const [stage, stopping] = [open(), new AbortController()];
      const model = stage.play(scriptOf([{ kind: 'fault', fault: 'stall' }]));
      const waiting = setInterval(() => {
        if (stage.received().length > 0) stopping.abort();
      }, 20);
      const told = await listen(model, simpleRequest, stopping.signal);
      clearInterval(waiting);
      return endOf(told) === 'cancelled' ? judgeCost(told, true) : `ended as ${endOf(told)}`;
    },
  },
  {
    title: 'a stall in the middle ends when it is cancelled, and what came is kept',
    check: async (open) => {
      const stopping = new AbortController();
      const model = open().play(scriptOf([begun, { kind: 'fault', fault: 'stall' }]));
      const told = await listen(model, simpleRequest, stopping.signal, (event) => {
        if (event.kind === 'text') stopping.abort();
      });
      if (endOf(told) !== 'cancelled' || told.text !== begun.text) return `ended as ${endOf(told)}`;
      return judgeCost(told, true);
    },
  },
  {
    title: 'who stops listening is let go, and the next call works',
    check: async (open) => {
      const model = open().play(scriptOf([{ ...begun, pieceLength: 2 }]));
      for await (const event of model.stream(simpleRequest, new AbortController().signal)) {
        if (event.kind === 'text') break;
      }
      const told = await listen(model);
      return told.text === begun.text ? null : `ended as ${endOf(told)}`;
    },
  },
  {
    title: 'answers that come at the same time do not mix',
    check: async (open) => {
      const steps = Array.from({ length: 5 }, (_unused, index) => ({
        match: { lastUser: `question-${index}` },
        answer: { events: [{ kind: 'text' as const, text: `answer-${index}`.repeat(20), pieceLength: 3 }] },
      }));
      const model = open().play({ version: 1, steps });
      const told = await Promise.all(
        steps.map(async (_step, index) =>
          listen(model, {
            ...simpleRequest,
            messages: [{ role: 'user', parts: [{ kind: 'text', text: `question-${index}` }] }],
          }),
        ),
      );
      const wrong = told.findIndex(({ text }, index) => text !== `answer-${index}`.repeat(20));
      return wrong === -1 ? null : `answer ${wrong} is another`;
    },
  },
];

/** Whoever has sent a request and was not refused may have to pay. */
function judgeCost({ last }: Told, mayCost: boolean): string | null {
  if (last.kind === 'finished' || last.mayCost === mayCost) return null;
  return `says that it ${last.mayCost ? 'may cost' : 'costs nothing'}`;
}

function breaking(
  what: string,
  events: readonly (typeof begun)[],
  fault: 'reset' | 'malformed' | 'cut',
  ends: readonly string[],
): SuiteCase<ModelStage> {
  return {
    title: `${what} ends as ${ends.join(' or ')}`,
    check: async (open) => {
      const stage = open();
      if (fault === 'cut' && stage.lacks.has('cuts')) return null;
      const told = await listen(stage.play(scriptOf([...events, { kind: 'fault', fault }])));
      const text = events.map((event) => event.text).join('');
      const isRight = stage.lacks.has('ends') ? endOf(told).startsWith('model_') : ends.includes(endOf(told));
      return isRight && told.text === text
        ? judgeCost(told, true)
        : `ended as ${endOf(told)} after ${told.text.length} characters`;
    },
  };
}
