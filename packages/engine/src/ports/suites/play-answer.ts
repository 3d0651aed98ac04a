import { ERRORS, type ScriptAnswer, type ScriptErrorCode, type ScriptEvent } from '@rook/contract';

import type { ModelErrorCode, ModelEvent, TokenCounts } from '../model.ts';

/** Plays one scripted answer as a model would tell it; the measure that the suite itself is tested with. */
export async function* playAnswer(answer: ScriptAnswer, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  let calls = 0;
  let begun = false;
  // Whoever cancels before anything was sent has nothing to pay.
  const wasSent = !signal.aborted;
  const isCancelled = (): boolean => signal.aborted;
  for (const event of answer.events) {
    if (isCancelled()) break;
    if (event.kind === 'error') {
      yield failed(event.code ?? 'model_failed', begun, event.retryAfterSeconds);
      return;
    }
    if (event.kind === 'fault') {
      yield await playFault(event.fault, answer.events.length > 1, signal);
      return;
    }
    calls += event.kind === 'tool_call' ? 1 : 0;
    for (const told of playEvent(event, calls)) {
      if (isCancelled()) break;
      begun = true;
      yield told;
    }
  }
  yield isCancelled()
    ? failed('cancelled', wasSent)
    : {
        kind: 'finished',
        reason: answer.finish ?? (calls > 0 ? 'tool_calls' : 'stop'),
        providerReason: null,
        usage: { ...NOTHING, ...answer.usage },
      };
}

type Spoken = Exclude<ScriptEvent, { kind: 'error' | 'fault' }>;

function* playEvent(event: Spoken, number: number): Generator<ModelEvent> {
  if (event.kind === 'text') {
    for (const text of split(event.text, event.pieceLength)) yield { kind: 'text', text };
    return;
  }
  if (event.kind === 'thinking') {
    for (const text of split(event.text, event.pieceLength)) yield { kind: 'thinking', text };
    const seal = event.seal === undefined ? {} : { seal: event.seal };
    yield { kind: 'thought', part: { kind: 'thinking', text: event.text, ...seal } };
    return;
  }
  const { name, id = `call_${number}` } = event;
  const text = event.inputText ?? JSON.stringify(event.input ?? {});
  yield { kind: 'tool_call_begun', id, name };
  for (const piece of split(text, event.pieceLength)) yield { kind: 'tool_call_piece', id, text: piece };
  const input = event.inputText === undefined ? { input: event.input ?? {} } : { input: undefined };
  yield { kind: 'tool_call', text, part: { kind: 'tool_call', id, name, ...input } };
}

/** Pieces of so many characters, none cut in two. */
function split(text: string, length = Number.POSITIVE_INFINITY): string[] {
  const characters = Array.from(text);
  if (characters.length <= length) return [text];
  return Array.from({ length: Math.ceil(characters.length / length) }, (_unused, index) =>
    characters.slice(index * length, (index + 1) * length).join(''),
  );
}

const NOTHING: TokenCounts = {
  input: null,
  cacheRead: null,
  cacheWrite: null,
  output: null,
  reasoning: null,
};

async function playFault(
  fault: Extract<ScriptEvent, { kind: 'fault' }>['fault'],
  begun: boolean,
  signal: AbortSignal,
): Promise<ModelEvent> {
  if (fault === 'cut') return { kind: 'finished', reason: 'cut', providerReason: null, usage: NOTHING };
  if (fault === 'malformed') return failed('model_bad_answer', true);
  if (fault === 'reset') return failed(begun ? 'model_cut' : 'model_unreachable', true);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
  return failed('cancelled', true);
}

function failed(
  code: ScriptErrorCode | ModelErrorCode,
  mayCost: boolean,
  retryAfterSeconds?: number,
): ModelEvent {
  const { kind, retryable } = ERRORS[code];
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterMilliseconds: retryAfterSeconds * 1000 };
  const message = `The model failed with ${code}; this is only a play.`;
  return { kind: 'failed', error: { code, kind, retryable, message, ...wait }, mayCost, usage: null };
}
