import { fail, rookError, succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import type { Web, WebAnswer } from '../ports/web.ts';
import { createTools } from './create-tools.ts';
import { callTool, fakePorts } from './test-tools.ts';
import type { Effect } from './tool.ts';

/** A web of known pages; what it was asked for is kept. */
function fakeWeb(pages: Readonly<Record<string, WebAnswer>>): Web & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    fetch: async (url) => {
      asked.push(url);
      const found = pages[url];
      return found === undefined ? fail(rookError('web_failed', `${url} does not answer.`)) : succeed(found);
    },
  };
}

function page(text: string, more: Partial<Extract<WebAnswer, { kind: 'page' }>> = {}): WebAnswer {
  return { kind: 'page', status: 200, mediaType: 'text/html', text, cut: false, ...more };
}

const redirect = (location: string): WebAnswer => ({ kind: 'redirect', status: 302, location });

async function fetchUrl(
  web: Web,
  url: string,
  refused?: string,
): Promise<{ text: string; judged: Effect[] }> {
  const judged: Effect[] = [];
  const reply = await callTool(
    fakePorts({}, { web }),
    'fetch_url',
    { url },
    {
      allow: async (effect) => {
        judged.push(effect);
        return effect.kind === 'network' && effect.url === refused
          ? fail(rookError('approval_needed', 'Nobody said yes.'))
          : succeed(undefined);
      },
    },
  );
  return { text: reply.ok ? reply.value.text : `${reply.error.code}: ${reply.error.message}`, judged };
}

it('fetch_url gives the text of a page with its address, its state and where it was cut', async () => {
  const web = fakeWeb({
    'https://a.example/': page('Hello'),
    'https://a.example/cut': page('Begin', { cut: true, status: 404, mediaType: 'text/plain' }),
    'https://a.example/empty': page(' \n'),
  });
  expect((await fetchUrl(web, 'https://a.example/')).text).toBe('### https://a.example/\n(text/html)\nHello');
  expect((await fetchUrl(web, 'https://a.example/cut')).text).toBe(
    '### https://a.example/cut\n(the server answered with status 404; text/plain; cut: only the first 5 MB were read)\nBegin',
  );
  expect((await fetchUrl(web, 'https://a.example/empty')).text).toContain('(The page has no text.)');
});

it('fetch_url lets the gate judge every address on the way before it is asked', async () => {
  const web = fakeWeb({
    'https://a.example/': redirect('/next'),
    'https://a.example/next': redirect('//b.example/x'),
    'https://b.example/x': page('There'),
  });
  const { text, judged } = await fetchUrl(web, 'https://a.example/');
  expect(text).toBe('### https://b.example/x\n(led there by https://a.example/; text/html)\nThere');
  expect(judged).toEqual([
    { kind: 'network', url: 'https://a.example/next' },
    { kind: 'network', url: 'https://b.example/x' },
  ]);
  const stopped = fakeWeb({
    'https://a.example/': redirect('http://127.0.0.1/'),
    'http://127.0.0.1/': page('inside'),
  });
  expect((await fetchUrl(stopped, 'https://a.example/', 'http://127.0.0.1/')).text).toBe(
    'approval_needed: Nobody said yes.',
  );
  expect(stopped.asked).toEqual(['https://a.example/']);
});

it('fetch_url ends circles, and follows no other scheme', async () => {
  const circle = fakeWeb({ 'https://a.example/': redirect('https://a.example/') });
  expect((await fetchUrl(circle, 'https://a.example/')).text).toBe(
    'web_failed: https://a.example/ leads on more than 5 times; nothing was read.',
  );
  expect(circle.asked.length).toBe(6);
  for (const location of ['file:///etc/passwd', 'data:text/plain,x', 'javascript:0', 'http://'])
    expect(
      (await fetchUrl(fakeWeb({ 'https://a.example/': redirect(location) }), 'https://a.example/')).text,
    ).toMatch(/^web_failed: /);
});

it('fetch_url asks the gate about the network, and takes no address but of the web', () => {
  const tool = createTools(fakePorts({})).find(({ name }) => name === 'fetch_url');
  expect(tool?.effect).toBe('network');
  expect(tool?.prepare({ url: 'https://a.example/x' })).toMatchObject({
    value: { effect: { kind: 'network', url: 'https://a.example/x' } },
  });
  expect(tool?.prepare({ url: ' HTTPS://A.example\n/x#y' })).toMatchObject({
    value: { effect: { url: 'https://a.example/x#y' } },
  });
  for (const url of [
    '',
    'a.example',
    'file:///etc/passwd',
    'ftp://a.example',
    `https://a.example/${'x'.repeat(5000)}`,
  ])
    expect(tool?.prepare({ url })).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
});
