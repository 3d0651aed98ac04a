import type { ModelRequest } from '@rook/engine';
import { createFakeClock, failedCases, modelSuite, type ModelStage } from '@rook/engine/testing';
import { expect, it } from 'vitest';

import { createScriptedModel } from './create-scripted-model.ts';

/** What a wire would carry, as text. */
function wireOf(request: ModelRequest): string {
  return JSON.stringify(request, (_name, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );
}

function openStage(): ModelStage {
  let received: string[] = [];
  return {
    play: (script) => {
      received = [];
      const model = createScriptedModel(script, { name: 'scripted', clock: createFakeClock() });
      return {
        ...model,
        stream: (request, signal) => {
          if (!signal.aborted) received.push(wireOf(request));
          return model.stream(request, signal);
        },
      };
    },
    received: () => received,
    lacks: new Set(),
  };
}

it('C-03 C-21 C-23 the scripted model keeps every promise of a model', async () => {
  expect(await failedCases(modelSuite, () => openStage)).toEqual([]);
});
