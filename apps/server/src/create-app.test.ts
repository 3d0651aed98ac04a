import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { createFakeWorkbench } from '@rook/client/testing';
import { expect, it } from 'vitest';

import { createApp } from './create-app.ts';
import { DEFAULT_LIMITS } from './server-options.ts';

it('follows nothing for a page that went before the stream began', async () => {
  const fake = createFakeWorkbench();
  const app = createApp({
    workbench: fake,
    ring: { accepts: () => true, exchange: async () => null, makeToken: () => '' },
    files: { read: async () => null },
    limits: DEFAULT_LIMITS,
    log: { write: () => undefined },
    closing: new AbortController().signal,
    underWay: async (run) => run(),
  });
  const incoming = new IncomingMessage(new Socket());
  const outgoing = new ServerResponse(incoming);
  outgoing.destroy();
  const response = await app.request('/api/events', {}, { incoming, outgoing });
  expect(response.status).toBe(200);
  expect(fake.following).toBe(0);
});
