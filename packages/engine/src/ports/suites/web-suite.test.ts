import { fail, rookError, succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeWeb, type FakePage } from '../fakes/fake-web.ts';
import type { Web, WebAnswer } from '../web.ts';
import { failedCases } from './failed-cases.ts';
import { STAGED_TEXT, type StagedPage, type WebStage } from './web-stage.ts';
import { webSuite } from './web-suite.ts';

const page = (text: string, mediaType = 'text/plain', status = 200): WebAnswer => ({
  kind: 'page',
  status,
  mediaType,
  text,
  cut: false,
});
const staged = new Map<StagedPage, FakePage>([
  ['text', page(STAGED_TEXT)],
  ['missing', page(STAGED_TEXT, 'text/plain', 404)],
  ['html', page('Staged\n\nnext [https://stage.example/next]', 'text/html')],
  ['redirect', { kind: 'redirect', status: 302, location: 'https://stage.example/next' }],
  ['image', rookError('binary_file', 'This is no text.')],
  ['long', page('x'.repeat(100_000))],
  ['silent', 'silent'],
]);
const addressOf = (name: StagedPage) => `https://stage.example/${name}`;
const pages = new Map([...staged].map(([name, answer]) => [addressOf(name), answer]));

const stageOf = (web: Web): WebStage => ({ web, address: addressOf });

it('is passed by the fake', async () => {
  expect(await failedCases(webSuite, () => () => stageOf(createFakeWeb(pages)))).toEqual([]);
});

it('remembers what was asked of the fake', async () => {
  const web = createFakeWeb(pages);
  const limits = { maxBytes: 10, timeoutMilliseconds: 1000, signal: new AbortController().signal };
  await web.fetch(addressOf('text'), limits);
  await web.fetch('http://127.0.0.1/', limits);
  expect(await web.fetch('https://nowhere.example/', limits)).toMatchObject({
    error: { code: 'web_failed' },
  });
  expect(web.fetched).toEqual([addressOf('text'), 'https://nowhere.example/']);
});

const without = (text: string, pattern: RegExp) => text.replace(pattern, '');

const twins: readonly (readonly [string, (web: Web) => Web])[] = [
  [
    'reaches this machine by a number',
    (web) => ({
      fetch: async (text, limits) =>
        text === 'http://2130706433/' ? succeed(page('in')) : web.fetch(text, limits),
    }),
  ],
  [
    'reaches a mapped address',
    (web) => ({
      fetch: async (text, limits) =>
        text.includes('::ffff') ? succeed(page('in')) : web.fetch(text, limits),
    }),
  ],
  [
    'leaves the password out',
    (web) => ({ fetch: async (text, limits) => web.fetch(without(text, /me.*@/u), limits) }),
  ],
  [
    'follows redirects',
    (web) => ({
      fetch: async (text, limits) => {
        const answer = await web.fetch(text, limits);
        return answer.ok && answer.value.kind === 'redirect' ? web.fetch(addressOf('text'), limits) : answer;
      },
    }),
  ],
  [
    'takes a status for a failure',
    (web) => ({
      fetch: async (text, limits) => {
        const answer = await web.fetch(text, limits);
        const isBad = answer.ok && answer.value.status >= 400;
        return isBad ? fail(rookError('web_failed', 'It failed.')) : answer;
      },
    }),
  ],
  [
    'knows no limit of size',
    (web) => ({ fetch: async (text, limits) => web.fetch(text, { ...limits, maxBytes: Infinity }) }),
  ],
  [
    'does not say that it cut',
    (web) => ({
      fetch: async (text, limits) => {
        const answer = await web.fetch(text, limits);
        return answer.ok && answer.value.kind === 'page' ? succeed({ ...answer.value, cut: false }) : answer;
      },
    }),
  ],
  [
    'takes every end for the end of time',
    (web) => ({
      fetch: async (text, limits) => {
        const answer = await web.fetch(text, limits);
        const isEnded = !answer.ok && answer.error.code === 'cancelled';
        return isEnded ? fail(rookError('timed_out', 'It did not come in time.')) : answer;
      },
    }),
  ],
  [
    'loses the addresses of links',
    (web) => ({
      fetch: async (text, limits) => {
        const answer = await web.fetch(text, limits);
        if (!answer.ok || answer.value.kind !== 'page') return answer;
        return succeed({ ...answer.value, text: without(answer.value.text, /\[.*\]/u) });
      },
    }),
  ],
  [
    'shows what is no text',
    (web) => ({
      fetch: async (text, limits) => {
        const answer = await web.fetch(text, limits);
        return !answer.ok && answer.error.code === 'binary_file' ? succeed(page('PNG')) : answer;
      },
    }),
  ],
];

it.each(twins)('rejects a web that %s', async (_title, breakIt) => {
  const failed = await failedCases(webSuite, () => () => stageOf(breakIt(createFakeWeb(pages))));
  expect(failed).not.toEqual([]);
});
