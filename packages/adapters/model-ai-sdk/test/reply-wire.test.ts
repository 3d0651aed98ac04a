import type { ScriptAnswer } from '@rook/contract';
import {
  createReplyReader,
  type FinishReason,
  type JsonValue,
  type ModelRequest,
  type ReplyReading,
} from '@rook/engine';
import { isBeginning, replySamples } from '@rook/engine/testing';
import { startWireServer, type WireServer } from '@rook/wire-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createModel } from '../src/create-model.ts';
import { createSockets } from '../src/sockets/create-sockets.ts';
import { variants, type Variant } from './variants.ts';

const sockets = createSockets({});
let server: WireServer;

beforeAll(async () => {
  server = await startWireServer();
});
afterAll(async () => {
  sockets.close();
  await server.close();
});

const request: ModelRequest = {
  system: 'Answer with JSON.',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Go on.' }] }],
  maxOutputTokens: 16_384,
};

interface Heard {
  readonly text: string;
  readonly reading: ReplyReading;
  /** What was shown while it came. */
  readonly shown: readonly JsonValue[];
}

/** Lets a model say it over its wire, and reads the reply as it comes. */
async function hear({ provider, model: name, ...options }: Variant, answer: ScriptAnswer): Promise<Heard> {
  server.play({ version: 1, steps: [{ answer }] });
  const model = createModel({ name: 'test', provider, baseUrl: server.url }, 'a key for tests', name, {
    sockets,
    ...options,
  });
  const reader = createReplyReader();
  const shown: JsonValue[] = [];
  let text = '';
  let finishReason: FinishReason = 'cut';
  for await (const event of model.stream(request, new AbortController().signal)) {
    if (event.kind === 'finished') finishReason = event.reason;
    if (event.kind !== 'text') continue;
    text += event.text;
    reader.push(event.text);
    shown.push(structuredClone(reader.peek() ?? null));
  }
  return { text, reading: reader.end({ finishReason }), shown };
}

const say = (text: string) => ({ kind: 'text' as const, text, pieceLength: 48 });
const named = variants.map(
  (variant) => [`${variant.provider} ${variant.interface ?? ''}`.trim(), variant] as const,
);

it.each(named)(
  'C-21 reads whole and cut replies of %s as they come over the wire',
  async (_name, variant) => {
    for (const { name, text, end } of replySamples.slice(0, 5)) {
      const whole = await hear(variant, { events: [say(text)] });
      expect(whole.text, name).toBe(text);
      expect(whole.reading.complete, name).toBe(true);
      const { value } = whole.reading;
      for (const shown of whole.shown) expect(isBeginning(shown, value), name).toBe(true);
      const part = text.slice(0, Math.floor(end / 2));
      const short = await hear(variant, { events: [say(part)], finish: 'length' });
      expect(short.reading.complete, name).toBe(false);
      expect(isBeginning(short.reading.value, value), name).toBe(true);
      const limited = await hear(variant, { events: [say(text)], finish: 'length' });
      expect(limited.reading.complete, name).toBe(false);
      const torn = await hear(variant, { events: [say(part), { kind: 'fault', fault: 'cut' }] });
      expect(torn.reading.complete, name).toBe(false);
      expect(isBeginning(torn.reading.value, value), name).toBe(true);
    }
  },
);
