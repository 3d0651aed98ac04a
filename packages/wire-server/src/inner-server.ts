import { LLMock, type ChatCompletionRequest } from '@copilotkit/aimock';
import { findStep, type Script, type ScriptAnswer } from '@rook/contract';

import type { Dialect } from './dialect.ts';
import { findPieceLength, planAnswer, WHOLE, type AnswerPlan } from './plan-answer.ts';
import { readScriptRequest } from './read-request.ts';

/** The server that knows the dialects, for healthy answers. It listens on a port of its own. */
export interface InnerServer {
  readonly url: string;
  play(script: Script): void;
  /** Says under which number a request will be asked about, and what came with it. */
  expect(request: string, body: string, dialect: Dialect): void;
  /** The answer that the script has for a request, or why it has none. */
  planOf(request: string): AnswerPlan | readonly string[];
  close(): Promise<void>;
}

interface Expected {
  readonly body: string;
  readonly dialect: Dialect;
  found?: AnswerPlan | readonly string[];
}

export async function startInnerServer(): Promise<InnerServer> {
  const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
  const expected = new Map<string, Expected>();
  let playing: Script = { version: 1, steps: [] };
  let used = new Map<number, number>();
  /** Asked once for each request, because each answer uses up its step. */
  const plan = (request: ChatCompletionRequest): AnswerPlan | readonly string[] => {
    const { _context: number = '' } = request;
    const known = expected.get(number);
    if (known === undefined) return ['the request has no number'];
    if (known.found !== undefined) return known.found;
    const seen = readScriptRequest(request, known.body);
    const step = findStep(playing, seen, used);
    if (step.found && step.step !== null) used.set(step.step, (used.get(step.step) ?? 0) + 1);
    known.found = step.found ? planAnswer(step.answer, seen, known.dialect) : step.reasons;
    return known.found;
  };
  const url = await mock.start();
  return {
    url,
    play: (script) => {
      playing = script;
      used = new Map();
      mock.reset();
      // One fixture for each length of pieces, because the length belongs to the fixture.
      for (const length of listPieceLengths(script)) {
        mock.addFixture({
          match: {
            predicate: (request) => {
              const found = plan(request);
              return 'healthy' in found && found.pieceLength === length;
            },
          },
          chunkSize: length,
          response: (request) => {
            const found = plan(request);
            return 'healthy' in found ? found.healthy : { error: { message: found.join('; ') }, status: 500 };
          },
        });
      }
    },
    expect: (request, body, dialect) => {
      expected.set(request, { body, dialect });
    },
    planOf: (request) => {
      const found = expected.get(request)?.found ?? ['the request was not understood'];
      expected.delete(request);
      return found;
    },
    close: async () => mock.stop(),
  };
}

function listPieceLengths(script: Script): Set<number> {
  const answers: ScriptAnswer[] = script.steps.map(({ answer }) => answer);
  if (script.default !== undefined) answers.push(script.default);
  return new Set([WHOLE, ...answers.map(({ events }) => findPieceLength(events))]);
}
