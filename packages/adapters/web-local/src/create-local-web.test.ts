import { failedCases, STAGED_TEXT, webSuite, type StagedPage } from '@rook/engine/testing';
import { expect, it } from 'vitest';

import { openPageServer, type Handler } from '../test/page-server.ts';
import { createLocalWeb } from './create-local-web.ts';

const HTML = `<!doctype html><title>A page</title><script>document.write('secret-script')</script>
<h1>Staged</h1><p>Go <a href="next">next</a>.`;

const pages: Readonly<Record<StagedPage, (...sent: Parameters<Handler>) => void>> = {
  text: (_request, response) =>
    response.setHeader('content-type', 'text/plain; charset=utf-8').end(STAGED_TEXT),
  missing: (_request, response) =>
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end(STAGED_TEXT),
  html: (_request, response) => response.setHeader('content-type', 'text/html').end(HTML),
  redirect: (_request, response) => response.writeHead(302, { location: '/next' }).end(),
  image: (_request, response) => response.setHeader('content-type', 'image/png').end('\u0089PNG'),
  long: (_request, response) => response.setHeader('content-type', 'text/plain').end('x'.repeat(100_000)),
  silent: () => undefined,
};

it('passes the suite of its port', async () => {
  const server = await openPageServer((request, response) => {
    const name = Object.keys(pages).find((page) => request.url === `/${page}`);
    for (const [page, answer] of Object.entries(pages)) if (page === name) answer(request, response);
  });
  // Names that are not of the stage are asked of the system, as without a stage.
  const real = createLocalWeb();
  const web = {
    fetch: async (text: string, limits: Parameters<typeof real.fetch>[1]) =>
      (URL.parse(text)?.hostname === 'stage.example' ? server.web : real).fetch(text, limits),
  };
  const failed = await failedCases(webSuite, () => () => ({
    web,
    address: (page) => server.address(`/${page}`),
  }));
  await server.close();
  expect(failed).toEqual([]);
});
