import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { FailedEvent, Model, ModelError, ModelEvent, ModelRequest } from '@rook/engine';

import { createAnswerReader, type AnswerReader } from './answer/read-answer.ts';
import { findBaseUrl, type ModelConnection, type ModelInterface } from './connection.ts';
import { makeModelError, toModelError } from './errors/to-model-error.ts';
import { findAbilities } from './model-abilities.ts';
import { openModel } from './providers/open-model.ts';
import type { OpenedModel } from './providers/opened-model.ts';
import { writeCall } from './request/write-call.ts';
import type { Sockets } from './sockets/create-sockets.ts';
import { mayHaveCost, startJourney, type Journey } from './sockets/journey.ts';

export interface ModelOptions {
  /** The connections to use; whoever makes several models gives all of them the same. */
  readonly sockets: Sockets;
  /** Which interface to speak, where a provider has two; left out: the provider's usual one. */
  readonly interface?: ModelInterface;
}

/**
 * One model behind one connection. The key is null where none is kept. The provider's client is loaded with the first
 * request. Whatever happens becomes the last event; nothing is thrown and nothing is tried again.
 */
export function createModel(
  connection: ModelConnection,
  givenKey: string | null,
  name: string,
  options: ModelOptions,
): Model {
  // Keys are pasted, often with the end of a line.
  const key = givenKey?.trim() ?? null;
  const abilities = findAbilities(connection.provider, name);
  const baseUrl = findBaseUrl(connection);
  const describeFailure = (failure: unknown, { phase }: Journey, cancelled: boolean): ModelError =>
    toModelError(failure, {
      connection: connection.name,
      model: name,
      host: baseUrl === null ? 'no address' : new URL(baseUrl).host,
      ...(key === null ? {} : { key }),
      phase,
      cancelled,
      now: Date.now(),
    });
  const open = async (address: string, journey: Journey): Promise<OpenedModel> =>
    openModel(connection.provider, {
      name,
      key: key ?? '',
      baseUrl: address,
      apiVersion: connection.apiVersion,
      interface: options.interface,
      abilities,
      fetch: options.sockets.fetchFor(journey),
    });
  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const journey = startJourney(request.maxOutputTokens);
    const refusal = refuse(connection, key, baseUrl);
    if (refusal !== null || baseUrl === null) {
      yield failWith(refusal ?? describeFailure(undefined, journey, false), journey, null);
      return;
    }
    const leaving = new AbortController();
    let answer: AnswerReader | undefined;
    let reader: PartReader | undefined;
    let isOver = false;
    try {
      signal.throwIfAborted();
      const opened = await open(baseUrl, journey);
      const either = AbortSignal.any([signal, leaving.signal]);
      const { call, restore } = writeCall(opened, request, abilities.structured === 'strict', either);
      answer = createAnswerReader(restore);
      reader = (await opened.model.doStream(call)).stream.getReader();
      while (!isOver) {
        const { done, value } = await reader.read();
        signal.throwIfAborted();
        const events = done ? answer.end() : answer.read(value);
        isOver = done || value.type === 'finish';
        // Not `yield*`, which waits several times more for each event.
        for (const event of events) yield event;
      }
    } catch (failure) {
      const error = describeFailure(failure, journey, signal.aborted);
      yield failWith(error, journey, answer?.spent ?? null);
    } finally {
      if (isOver && reader !== undefined) void leaveInOrder(reader, leaving);
      else leaving.abort();
    }
  }
  return { provider: connection.provider, name, abilities, stream };
}

function failWith(error: ModelError, journey: Journey, usage: FailedEvent['usage']): FailedEvent {
  return { kind: 'failed', error, mayCost: mayHaveCost(journey, error.status), usage };
}

type PartReader = ReadableStreamDefaultReader<LanguageModelV4StreamPart>;

/** How long the rest of a stream is waited for whose last event has come. */
const PATIENCE = 1000;

/** Reads what stands behind the last event, so that the connection can be used again; breaks off when it takes long. */
async function leaveInOrder(reader: PartReader, leaving: AbortController): Promise<void> {
  const timer = setTimeout(() => {
    leaving.abort();
  }, PATIENCE);
  timer.unref();
  try {
    while (!(await reader.read()).done);
  } catch {
    // The answer is whole; how the line ends does not matter.
  } finally {
    clearTimeout(timer);
  }
}

/** What is known to be missing before anything is sent. */
function refuse(connection: ModelConnection, key: string | null, baseUrl: string | null): ModelError | null {
  const who = `The connection "${connection.name}"`;
  if (baseUrl === null) {
    return makeModelError(
      'model_no_connection',
      `${who} says no address that can be used; set its base URL${connection.provider === 'azure' ? ' or its region' : ''}.`,
    );
  }
  if ((key === null || key === '') && connection.provider !== 'openai-compatible') {
    return makeModelError(
      'model_no_key',
      `${who} needs a key, and none is kept for it; add one with \`rook model add\`.`,
    );
  }
  if (key !== null && !/^[\x20-\x7E]*$/u.test(key)) {
    return makeModelError(
      'model_bad_key',
      `The key of the connection "${connection.name}" has characters that no key has; add it again with \`rook model add\`.`,
    );
  }
  return null;
}
