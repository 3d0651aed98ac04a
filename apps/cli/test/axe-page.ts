import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { SOON } from './web-wire.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const MOVING = `document.getAnimations().filter(({ playState }) => playState === 'running').length`;
const RUN = `axe
  .run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
  .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => [id, html.slice(0, 160), failureSummary].join(' | '))))`;

/** What axe finds wrong with the page as it stands, in light and dark. A page that still fades has other colours. */
export async function findFaults(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect
      .poll(async () => page.evaluate(`document.documentElement.getAttribute('data-theme')`), SOON)
      .toBe(colorScheme);
    await expect.poll(async () => page.evaluate(MOVING), SOON).toBe(0);
    // The policy of the page lets no script in; what the browser itself evaluates is not the page's.
    await page.evaluate(AXE);
    const found: unknown = await page.evaluate(RUN);
    for (const fault of Array.isArray(found) ? found : [found])
      faults.push(`${colorScheme}: ${String(fault)}`);
  }
  return faults;
}
