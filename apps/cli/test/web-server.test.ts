import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, expect, it, onTestFinished } from 'vitest';

import { entriesOf, journalLines, playing, saying, stalling } from './ask-rook.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox } from './sandbox.ts';
import { PATIENT, POLL } from './web-page.ts';
import { closeBrowser, hasBrowser, openPage, say, settled, startWired } from './web-rook.ts';

afterAll(closeBrowser);

const talking = { default: saying('Here I am.') };
/** It answers once, and then thinks for ever. */
const thinking = {
  ...stalling('Let me think'),
  steps: [{ match: { turn: 1 }, answer: saying('Hello.') }],
};
const turns = (page: Page) => page.locator('.turn-list');

/** A page in the middle of its second turn, and the server that it talks with. */
async function startThinking() {
  const sandbox = makeSandbox();
  const first = await startWired(sandbox, { env: playing(sandbox, thinking) });
  const page = await openPage(first.url);
  await say(page, 'Hello?');
  await settled(page);
  await say(page, 'Think');
  await turns(page).getByText('Let me think').waitFor();
  return { sandbox, first, page };
}

it.skipIf(!hasBrowser)(
  'A-25 a server that is ended properly closes the turn that runs, and the page goes on after its return',
  async () => {
    const { sandbox, first, page } = await startThinking();
    await first.stop();
    expect(entriesOf(journalLines(sandbox), 'turn')).toMatchObject([
      { status: 'completed' },
      { status: 'cancelled' },
    ]);
    await page.getByText('The server is gone').waitFor();
    await turns(page).getByText('Think', { exact: true }).waitFor();
    await page.locator('.composer-text').fill('And now?');
    await startWired(sandbox, { env: playing(sandbox, talking), port: first.port });
    await page.getByText('The server is gone').waitFor({ state: 'detached' });
    await turns(page).getByText('Stopped. What was done before stays done.').waitFor();
    await page.locator('.composer-text').press('Enter');
    await turns(page).getByText('Here I am.').waitFor();
    expect(await runRook(sandbox, ['journal', 'verify'])).toMatchObject({ code: 0 });
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-25 a server that is killed in the middle of a turn leaves a record that says so, and the page shows it',
  async () => {
    const { sandbox, first, page } = await startThinking();
    await first.kill();
    await page.getByText('The server is gone').waitFor();
    await startWired(sandbox, { env: playing(sandbox, talking), port: first.port });
    await page.getByText('The server is gone').waitFor({ state: 'detached' });
    await turns(page).getByText('Rook was ended while this turn ran').waitFor();
    await say(page, 'Are you there?');
    await settled(page, 2);
    await turns(page).getByText('Here I am.').waitFor();
    expect(entriesOf(journalLines(sandbox), 'turn')).toMatchObject([
      { status: 'completed' },
      { status: 'crashed' },
      { status: 'completed' },
    ]);
    expect(await runRook(sandbox, ['journal', 'verify'])).toMatchObject({ code: 0 });
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'N-11 lets a page in once with its token; a page without one is told how to get in',
  async () => {
    const sandbox = makeSandbox();
    const { url, port } = await startWired(sandbox, { env: playing(sandbox, talking) });
    const page = await openPage(url);
    await page.locator('.composer-text').waitFor();
    expect(page.url()).not.toContain('token');
    for (const address of [url, `http://127.0.0.1:${port}/`]) {
      const other = await openPage(address);
      await other.getByRole('heading', { name: 'This page was not let in' }).waitFor();
      expect(await other.locator('.composer-text').count()).toBe(0);
      await other.evaluate(
        readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
      );
      expect(
        await other.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))'),
      ).toEqual([]);
    }
    await say(page, 'Still in?');
    await settled(page);
  },
  PATIENT,
);

/** What another version of the page might say; gives back what it is told. */
const ODD = `(async () => {
  const headers = { 'x-rook-key': sessionStorage.getItem('rook.key'), 'content-type': 'application/json' };
  const say = async (name, body) => {
    const answer = await fetch('/api/call/' + name, { method: 'POST', headers, body });
    return (await answer.json()).error.code;
  };
  return [
    await say('no_such_call', '{}'),
    await say('session_read', '{"session":"nobody"}'),
    await say('session_send', '{"session":null,"command":{"type":"fly"}}'),
    await say('about', '{'),
  ];
})()`;

it.skipIf(!hasBrowser)(
  'A-21 messages that are unknown or malformed are rejected, logged, and change nothing',
  async () => {
    const sandbox = makeSandbox();
    const { url } = await startWired(sandbox, { env: playing(sandbox, talking) });
    const page = await openPage(url);
    await page.locator('.composer-text').waitFor();
    expect(await page.evaluate(ODD)).toEqual(Array.from({ length: 4 }, () => 'invalid_input'));
    const logged = (): readonly string[] =>
      readFileSync(join(sandbox.rookHome, 'logs', 'server.log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('refused'));
    await expect.poll(() => logged().length, POLL).toBe(4);
    for (const [place, path] of ['no_such_call', 'session_read', 'session_send', 'about'].entries())
      expect(logged()[place]).toContain(`/api/call/${path}`);
    expect(await page.locator('.session-link').count()).toBe(0);
    await say(page, 'Still there?');
    await settled(page);
  },
  PATIENT,
);

/** What a page of somewhere else can try without being asked; gives back what came of each. */
const ATTACK = `(async (base) => {
  const call = JSON.stringify({ input: {} });
  const tries = [
    () => fetch(base + '/api/call/session_list', { method: 'POST', body: call }),
    () => fetch(base + '/api/call/session_list', { method: 'POST', body: call, mode: 'no-cors' }),
    () => fetch(base + '/api/call/session_list', { method: 'POST', body: call, headers: { 'content-type': 'application/json' } }),
    () => fetch(base + '/api/key', { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } }),
    () => fetch(base + '/', { mode: 'no-cors' }),
  ];
  const seen = [];
  for (const attempt of tries) {
    try {
      const answer = await attempt();
      seen.push(answer.type === 'opaque' ? 'opaque' : 'read: ' + (await answer.text()));
    } catch {
      seen.push('refused');
    }
  }
  const frame = document.createElement('iframe');
  frame.src = base + '/';
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve));
  try {
    seen.push(frame.contentDocument === null ? 'closed' : 'open');
  } catch {
    seen.push('closed');
  }
  return seen;
})`;

async function serveElsewhere(): Promise<string> {
  const server = createServer((_asked, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>elsewhere</title>');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
}

it.skipIf(!hasBrowser)(
  'N-11 a page of somewhere else in the same browser gets nothing from the server and changes nothing',
  async () => {
    const sandbox = makeSandbox();
    const { url, port } = await startWired(sandbox, { env: playing(sandbox, talking) });
    const page = await openPage(url);
    await say(page, 'A secret of mine');
    await settled(page);
    const other = await page.context().newPage();
    const asked: number[] = [];
    other.on('response', (response) => {
      if (new URL(response.url()).port === String(port)) asked.push(response.status());
    });
    await other.goto(await serveElsewhere());
    const seen: unknown = await other.evaluate(`${ATTACK}('http://127.0.0.1:${port}')`);
    expect(seen).toEqual(['refused', 'refused', 'refused', 'refused', 'refused', 'closed']);
    expect(asked.filter((status) => status < 400)).toEqual([]);
    expect(other.frames().some((frame) => frame.url().includes('chrome-error'))).toBe(true);
    expect(entriesOf(journalLines(sandbox), 'turn')).toHaveLength(1);
  },
  PATIENT,
);

interface Asked {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** As a program asks that sets its headers as it likes; the path goes out as it is. */
async function ask(port: number, { path, headers = {}, body }: Asked): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const method = body === undefined ? 'GET' : 'POST';
  const asked = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
    answer.resume();
    resolve(answer.statusCode ?? 0);
  });
  // A server that has refused may close the way while the rest is still being sent.
  asked.on('error', () => resolve(0));
  asked.end(body);
  return promise;
}

it('N-11 turns away other names, other origins, who has no key, ways out of its folder, and what is too large', async () => {
  const sandbox = makeSandbox();
  const { port } = await startWired(sandbox, { env: playing(sandbox, talking) });
  const json = { 'content-type': 'application/json' };
  const path = '/api/call/session_list';
  const body = '{}';
  expect(await ask(port, { path: '/' })).toBe(200);
  expect(await ask(port, { path: '/', headers: { host: `rebound.example:${port}` } })).toBe(403);
  expect(await ask(port, { path, body, headers: { ...json, origin: 'http://elsewhere.example' } })).toBe(403);
  expect(await ask(port, { path, body, headers: json })).toBe(401);
  expect(await ask(port, { path, body, headers: { ...json, 'x-rook-key': 'guessed' } })).toBe(401);
  for (const way of [
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%5c..%5cetc',
    '/assets/../../main.js',
  ])
    expect([400, 404]).toContain(await ask(port, { path: way }));
  const large = 'x'.repeat(40_000_000);
  expect([0, 401, 413]).toContain(await ask(port, { path, body: large, headers: json }));
  expect(await ask(port, { path: '/' })).toBe(200);
});

it.skipIf(!hasBrowser)(
  'A-25 what is done in one tab is seen in another: a question, its answer, and a new name',
  async () => {
    const sandbox = makeSandbox();
    const script = {
      steps: [
        {
          match: { toolResult: false },
          answer: {
            events: [
              { kind: 'tool_call' as const, name: 'write_to_file', input: { path: 'a.txt', content: 'a' } },
            ],
          },
        },
      ],
      ...talking,
    };
    const { url, port } = await startWired(sandbox, { env: playing(sandbox, script) });
    const page = await openPage(url);
    await page.locator('.composer-text').waitFor();
    const given: unknown = await page.evaluate(`fetch('/api/token', {
      method: 'POST',
      headers: { 'x-rook-key': sessionStorage.getItem('rook.key'), 'content-type': 'application/json' },
      body: '{}',
    }).then((answer) => answer.text())`);
    const token = /"token":"([^"]+)"/u.exec(String(given))?.[1] ?? '';
    const other = await openPage(`http://127.0.0.1:${port}/#token=${token}`);
    await say(page, 'Make a file');
    await other.locator('.session-link').first().click();
    await other.locator('.turn-list [data-asks]').waitFor();
    await other.getByRole('button', { name: /^Yes/u }).click();
    await settled(page);
    expect(await page.locator('.turn-list [data-asks]').count()).toBe(0);
    await other.locator('.session-link').first().press('F2');
    await other.keyboard.type('Named over there');
    await other.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Named over there' }).waitFor();
    await expect.poll(async () => page.title(), POLL).toContain('Named over there');
  },
  PATIENT,
);
