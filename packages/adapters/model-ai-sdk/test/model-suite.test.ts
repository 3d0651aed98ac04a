import { failedCases, modelSuite } from '@rook/engine/testing';
import { startWireServer, type WireServer } from '@rook/wire-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createModel } from '../src/create-model.ts';
import { createSockets } from '../src/sockets/create-sockets.ts';
import { variants } from './variants.ts';

let server: WireServer;
const sockets = createSockets({});

beforeAll(async () => {
  server = await startWireServer();
});
afterAll(async () => {
  sockets.close();
  await server.close();
});

it.each(variants)(
  'C-03 C-04 C-21 C-23 $provider $interface keeps every promise of a model',
  async ({ provider, model, lacks, ...options }) => {
    const failed = await failedCases(modelSuite, () => () => ({
      play: (script) => {
        server.play(script);
        const connection = { name: 'test', provider, baseUrl: server.url };
        return createModel(connection, 'a key for tests', model, { sockets, ...options });
      },
      received: () => server.received.map(({ body }) => body),
      lacks: new Set(lacks),
    }));
    expect(failed).toEqual([]);
  },
  60_000,
);
