import { findStep, type Script, type ScriptAnswer } from '@rook/contract';
import type { Clock, FailedEvent, Model, ModelEvent, ModelRequest } from '@rook/engine';

import { countTokens } from './count-tokens.ts';
import { describeRequest } from './describe-request.ts';
import { callsBefore, playEvent } from './script-beats.ts';
import { cancelled, faultEnd, scriptedError, unmatched } from './scripted-failures.ts';

export interface ScriptedOptions {
  /** The model that it stands for. */
  readonly name: string;
  readonly clock: Clock;
  /** How often each step has answered; models that share it play one script together. */
  readonly used?: Map<number, number>;
}

/** A model that says what a script tells it to: the same requests get the same events, each time. */
export function createScriptedModel(script: Script, options: ScriptedOptions): Model {
  const { abilities = {} } = script;
  const used = options.used ?? new Map<number, number>();
  return {
    provider: 'scripted',
    name: options.name,
    abilities: {
      tools: abilities.tools ?? true,
      structured: abilities.structured === false ? 'none' : 'strict',
      vision: abilities.vision ?? true,
      thinking: abilities.thinking ?? true,
    },
    stream: (request, signal) => {
      if (signal.aborted) return justOne(cancelled(false));
      // Chosen when the request is sent, not when the answer is read, so that the order of requests decides.
      const found = findStep(script, describeRequest(request, options.name), used);
      if (!found.found) return justOne(unmatched(found.reasons));
      if (found.step !== null) used.set(found.step, (used.get(found.step) ?? 0) + 1);
      return playAnswer(found.answer, { request, signal, clock: options.clock });
    },
  };
}

interface Performance {
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

async function* justOne(event: FailedEvent): AsyncGenerator<ModelEvent> {
  yield event;
}

async function* playAnswer(answer: ScriptAnswer, performance: Performance): AsyncGenerator<ModelEvent> {
  yield yield* playEvents(answer, performance);
}

/** Gives the last event back instead of telling it, so that there is one whatever happens. */
async function* playEvents(
  answer: ScriptAnswer,
  performance: Performance,
): AsyncGenerator<ModelEvent, ModelEvent> {
  const { request, signal } = performance;
  const usage = countTokens(answer, request);
  let begun = false;
  let calls = callsBefore(request);
  for (const event of answer.events) {
    if (!(await waited(event.delayMilliseconds, performance))) return cancelled(true);
    if (event.kind === 'error') return scriptedError(event, begun, answer.usage === undefined ? null : usage);
    if (event.kind === 'fault') {
      if (event.fault !== 'stall') return faultEnd(event.fault, begun, usage);
      await aborted(signal);
      return cancelled(true);
    }
    if (event.kind === 'tool_call') calls += 1;
    for (const [place, beat] of playEvent(event, `call_${calls}`).entries()) {
      const again = event.pieceLength !== undefined && place > 0 && beat.isPiece;
      if (!(await waited(again ? event.delayMilliseconds : 0, performance))) return cancelled(true);
      begun = true;
      yield beat.event;
    }
  }
  if (signal.aborted) return cancelled(true);
  const hasCall = answer.events.some(({ kind }) => kind === 'tool_call');
  const reason = answer.finish ?? (hasCall ? 'tool_calls' : 'stop');
  return { kind: 'finished', reason, providerReason: reason, usage };
}

/** False when it was cancelled meanwhile. */
async function waited(milliseconds: number | undefined, { signal, clock }: Performance): Promise<boolean> {
  if (milliseconds !== undefined && milliseconds > 0 && !signal.aborted)
    await clock.sleep(milliseconds, signal);
  return !signal.aborted;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
}
