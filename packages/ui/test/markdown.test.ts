import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import {
  CHROMIUM,
  listAxeViolations,
  startViewBrowser,
  type ViewBrowser,
  type WatchedPage,
} from './browser.ts';
import { HOSTILE_MARKDOWN } from './hostile-markdown.ts';

const START_MS = 180_000;
// A browser on a machine that does other things too is slow.
vi.setConfig({ testTimeout: START_MS });
const isMissing = CHROMIUM === undefined;
if (isMissing) process.stderr.write('No Chromium here: the tests of Markdown in a browser do not run.\n');

let browser: ViewBrowser | undefined;
beforeAll(async () => {
  if (!isMissing) browser = await startViewBrowser();
}, START_MS);
afterAll(async () => browser?.close(), START_MS);

async function open(hasPolicy: boolean): Promise<WatchedPage> {
  if (browser === undefined) throw new Error('There is no browser.');
  return browser.open({ hasPolicy });
}

/** What acted: a script, a dialog, a request, a navigation, or an element that could. */
async function listActs({ page, seen }: WatchedPage): Promise<readonly string[]> {
  const acts = await page.evaluate(() => {
    const found: string[] = [];
    if ('hit' in globalThis) found.push('a script ran');
    const bad =
      'script:not([src="/page.js"]), iframe, object, embed, form, base, meta[http-equiv], math, video, audio, style';
    for (const element of document.querySelectorAll(`#workbench :is(${bad})`))
      found.push(`<${element.localName}>`);
    for (const element of document.querySelectorAll('#workbench *'))
      for (const { name, value } of element.attributes)
        if (
          /^on/iu.test(name) ||
          (/^(?:href|src|xlink:href|action|data)$/iu.test(name) &&
            !/^(?:https?:|mailto:|data:image\/|blob:|#)/iu.test(value))
        )
          found.push(`${element.localName} ${name}=${value}`);
    return found;
  });
  return [...acts, ...seen];
}

it.skipIf(isMissing)(
  `A-24 none of ${HOSTILE_MARKDOWN.length} hostile texts acts in a browser without a policy, whole or while it streams`,
  async () => {
    const watched = await open(false);
    for (const text of HOSTILE_MARKDOWN)
      for (const isStreaming of [false, true]) {
        await watched.page.evaluate(([shown, streams]) => globalThis.page.showMarkdown(shown, streams), [
          text,
          isStreaming,
        ] as const);
        await watched.page.waitForFunction(() => document.querySelector('.md') !== null);
        if (text.startsWith('```mermaid') && !isStreaming)
          await watched.page.locator('[data-diagram=drawn], [data-diagram=none]').waitFor();
        for (const part of await watched.page.locator('.md a, .md span').all())
          await part.dispatchEvent('mouseover');
        expect(await listActs(watched), text).toEqual([]);
      }
    await watched.page.evaluate(() => globalThis.page.showMarkdown(''));
    expect(await listActs(watched)).toEqual([]);
  },
  START_MS,
);

it.skipIf(isMissing)(
  'A-24 the same look finds what acts where HTML is put into the page',
  async () => {
    const caught: string[] = [];
    for (const text of [
      '<img src=x onerror="globalThis.hit=1">',
      '<img src="https://evil.invalid/pixel.png">',
      '<svg onload=globalThis.hit=1></svg>',
      '<iframe src="https://evil.invalid/frame"></iframe>',
      '<a href="javascript:globalThis.hit=1">x</a>',
    ]) {
      const watched = await open(false);
      await watched.page.evaluate((html) => globalThis.page.showUnsafe(html), text);
      await watched.page.waitForFunction(() => document.querySelector('main')?.children.length === 1);
      await expect.poll(async () => listActs(watched), { timeout: 20_000 }).not.toEqual([]);
      caught.push(...(await listActs(watched)));
    }
    expect(caught.join('\n')).toContain('evil.invalid');
  },
  START_MS,
);

const ANSWER = `# Title

Text with **bold**, \`code\` and [a link](https://example.org).

- [x] done
- [ ] open

| a | b |
|---|---|
| 1 | 2 |

\`\`\`ts
const greeting: string = 'hello';
\`\`\`

\`\`\`mermaid
graph LR
A[One] --> B[Two]
\`\`\`
`;

it.skipIf(isMissing)(
  'Q-09 colours code and draws diagrams under the policy of the product, without a fault that axe finds',
  async () => {
    const { page, seen } = await open(true);
    await page.evaluate((text) => globalThis.page.showMarkdown(text), ANSWER);
    await page.locator('.code-keyword', { hasText: 'const' }).waitFor();
    const diagram = page.locator('.diagram img');
    await diagram.waitFor({ timeout: 60_000 });
    await expect
      .poll(async () =>
        diagram.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
      )
      .toBeGreaterThan(20);
    expect(await listAxeViolations(page)).toEqual([]);
    expect(seen).toEqual([]);
  },
  START_MS,
);

it.skipIf(isMissing)('Q-09 what is no diagram is shown as it was written', async () => {
  const { page } = await open(true);
  await page.evaluate(() => globalThis.page.showMarkdown('```mermaid\nno diagram at all {{{\n```'));
  await page.getByText('no diagram at all {{{').waitFor();
  await page.locator('[data-diagram=none]').waitFor();
  expect(await page.locator('.diagram').count()).toBe(0);
});

it.skipIf(isMissing)('A-12 blocks that are settled stay the same elements while text streams', async () => {
  const { page } = await open(true);
  await page.evaluate((text) => globalThis.page.showMarkdown(text, true), 'First.\n\nSec');
  await page.locator('.md p').nth(1).waitFor();
  await page
    .locator('.md p')
    .first()
    .evaluate((element) => element.setAttribute('data-kept', 'yes'));
  for (const more of ['ond', ' and **bo', 'ld**.\n\n```ts\nconst a', ' = 1;\n```\n\nEnd']) {
    await page.evaluate((text) => globalThis.page.showMarkdown(text, true), `First.\n\nSec${more}`);
    expect(await page.locator('.md p[data-kept=yes]').count()).toBe(1);
  }
});

const DIFF =
  '--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n same\n-const a = 1;\n+const a = 2;\n@@ -9 +9 @@\n-x\n+y\n';

it.skipIf(isMissing)(
  'E-24 a diff is walked by n and p, shown in both layouts, without a fault that axe finds',
  async () => {
    const { page } = await open(true);
    for (const layout of ['inline', 'split'] as const) {
      await page.evaluate(([text, shown]) => globalThis.page.showDiff(text, shown), [DIFF, layout] as const);
      await page.locator(`.diff-table[data-layout=${layout}]`).waitFor();
      expect(await listAxeViolations(page)).toEqual([]);
    }
    await page.locator('.diff-scroll').focus();
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('@@ -9 +9 @@');
    await page.keyboard.press('p');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('@@ -1,2 +1,2 @@');
  },
);
