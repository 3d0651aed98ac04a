import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { makeSandbox, place } from './sandbox.ts';
import { closeBrowser, hasBrowser, say, settled } from './web-rook.ts';
import { openWired, PATIENT, SOON } from './web-wire.ts';

afterAll(closeBrowser);

/**
 * Keeps where these stand in each frame that is drawn, and what else the browser saw move up or down. What sticks to the end of a page
 * that is scrolled at the same time moves for the browser too, though nobody sees it: of that only the frames count.
 */
const WATCH = `(landmarks, isStuck) => {
  globalThis.frames = {};
  globalThis.jumps = [];
  const isBlank = (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() === '';
  const name = (node) => node.className || node.parentElement?.className + ' ' + node.textContent;
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries())
      for (const { node, previousRect: before, currentRect: after } of sources)
        if (node !== null && !isBlank(node) && before.height > 0 && after.height > 0 && Math.abs(after.y - before.y) >= 1)
          if (!isStuck || node.parentElement?.closest('.turn-scroll') === null)
            globalThis.jumps.push([name(node), before.x, before.y, after.x, after.y].join(' '));
  }).observe({ type: 'layout-shift' });
  const { port1, port2 } = new MessageChannel();
  // It is heard when the frame was drawn.
  port1.onmessage = () => {
    for (const one of landmarks) {
      const at = document.querySelector(one)?.getBoundingClientRect().y;
      if (at !== undefined) (globalThis.frames[one] ??= new Set()).add(Math.round(at));
    }
    requestAnimationFrame(() => port2.postMessage(null));
  };
  port2.postMessage(null);
}`;

/** What moved, and which of the landmarks stood in more than one place. */
const SEEN = `({
  jumps: globalThis.jumps,
  restless: Object.entries(globalThis.frames).filter(([, places]) => places.size > 1)
    .map(([one, places]) => one + ' ' + [...places].join(' ')),
  watched: Object.keys(globalThis.frames),
})`;

const STEADY = (landmarks: readonly string[]) => ({ jumps: [], restless: [], watched: landmarks });

async function watch(page: Page, landmarks: readonly string[], isStuck: boolean): Promise<void> {
  await page.evaluate(`(${WATCH})(${JSON.stringify(landmarks)}, ${String(isStuck)})`);
}

/** Everything that takes another height when it is read to its end: headings, lists, a table, code, a diagram. */
const RICH = [
  '# Towers',
  'A **rook** is a _tower_, and `r` is its letter. '.repeat(12),
  '- one\n- two\n- three',
  '| piece | worth |\n|---|---:|\n| rook | 5 |\n| pawn | 1 |',
  '```ts\nexport const rook: string = "tower";\nexport const worth = 5;\n```',
  '> It moves along ranks and files. '.repeat(6),
  '1. first\n2. second',
  'And that is all of it. '.repeat(20),
].join('\n\n');

const STREAM = {
  match: { lastUser: 'Stream it', toolResult: 'read_file' },
  answer: { events: [{ kind: 'text' as const, text: RICH, pieceLength: 16, delayMilliseconds: 60 }] },
};

const READ = {
  match: { lastUser: 'Stream it', toolResult: false },
  answer: { events: [{ kind: 'tool_call' as const, name: 'read_file', input: { path: 'a.txt' } }] },
};

async function openLong(): Promise<Page> {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'a.txt'), 'A tower.\n');
  const long = Array.from({ length: 40 }, (_unused, line) => `Line ${line}.`).join('\n\n');
  const steps = [STREAM, READ];
  const { page } = await openWired(
    { steps, default: { events: [{ kind: 'text', text: long }] } },
    { sandbox },
  );
  await say(page, 'Write something long');
  await settled(page);
  return page;
}

/** Until its first words are there. */
async function begin(page: Page): Promise<void> {
  await say(page, 'Stream it');
  await page.locator('[data-turn]').last().getByRole('heading', { name: 'Towers' }).waitFor();
}

async function end(page: Page, turns: number): Promise<unknown> {
  await settled(page, turns);
  await page.locator('[data-turn]').last().locator('.status-bar').waitFor();
  return page.evaluate(SEEN);
}

const PAGE = ['.header', '.composer-box', '.evidence', '.session-link'];

it.skipIf(!hasBrowser)(
  'A-12 nothing jumps while an answer streams: the page stands still, and the newest line stays in its place',
  async () => {
    const page = await openLong();
    await begin(page);
    const landmarks = [...PAGE, '.running'];
    await watch(page, landmarks, true);
    expect(await end(page, 2)).toEqual(STEADY(landmarks));
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-12 who reads further up is not moved by what comes below, and goes to the newest by a click',
  async () => {
    const page = await openLong();
    await begin(page);
    await page.locator('.turn-scroll').hover();
    await page.mouse.wheel(0, -3000);
    const newest = page.getByRole('button', { name: 'newest' });
    await newest.waitFor();
    await expect
      .poll(async () => page.evaluate(`document.querySelector('.turn-scroll').scrollTop`), SOON)
      .toBe(0);
    await page.locator('.question-text', { hasText: 'Write something long' }).waitFor();
    const landmarks = [...PAGE, '.question-text', '.answer-body'];
    await watch(page, landmarks, false);
    await page.getByRole('button', { name: 'Stop the turn' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(SEEN)).toEqual(STEADY(landmarks));
    await newest.click();
    await settled(page, 2);
    await page.locator('[data-turn]').last().getByText('And that is all of it.').first().waitFor();
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-12 the watch sees a page that jumps',
  async () => {
    const page = await openLong();
    await watch(page, ['.composer-box'], true);
    await page.evaluate(`{
      const block = document.createElement('div');
      block.style.cssText = 'flex: none; height: 40px';
      document.querySelector('.page-body').append(block);
    }`);
    await expect.poll(async () => page.evaluate('globalThis.jumps.length'), SOON).toBeGreaterThan(0);
    await expect
      .poll(async () => page.evaluate(SEEN), SOON)
      .toMatchObject({
        restless: [expect.stringContaining('.composer-box')],
      });
  },
  PATIENT,
);
