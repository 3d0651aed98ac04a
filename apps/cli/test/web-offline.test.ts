import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { closeBrowser, hasBrowser, say, settled, startWorkbench } from './web-rook.ts';
import { openWired, PATIENT, replying, STALL, STRUCTURED } from './web-wire.ts';

afterAll(closeBrowser);

it.skipIf(!hasBrowser)(
  'A-13 A-25 Apply says that nothing was applied while the server is gone, and works when it is back',
  async () => {
    const reply = { summary: 'One file.', fileChanges: [{ path: 'one.txt', content: 'one\n' }] };
    const { page, sandbox, workbench, env } = await openWired(
      { steps: [replying(reply)] },
      { env: STRUCTURED },
    );
    const apply = page.getByRole('button', { name: 'Apply', exact: true });
    await say(page, 'Write it');
    await apply.waitFor();
    await workbench.kill();
    await page.getByText('The server is gone').waitFor();
    await apply.click();
    await page.locator('.toast').getByText('Nothing was applied: the answer did not arrive.').waitFor();
    expect(existsSync(join(sandbox.workspace, 'one.txt'))).toBe(false);
    await startWorkbench(sandbox, { env, port: workbench.port });
    await page.getByText('The server is gone').waitFor({ state: 'detached' });
    await apply.click();
    await settled(page);
    expect(existsSync(join(sandbox.workspace, 'one.txt'))).toBe(true);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-25 Stop says that the turn was not stopped while the server is gone',
  async () => {
    const { page, workbench } = await openWired({
      default: { events: [{ kind: 'text', text: 'I begin' }, STALL] },
    });
    await say(page, 'Work long');
    await page.locator('.answer-body').getByText('I begin').waitFor();
    await workbench.kill();
    await page.getByText('The server is gone').waitFor();
    // Nobody knows whether it still goes on, so nothing is counted.
    await page.getByText('It was still running when the server was last heard.').waitFor();
    expect(await page.locator('.running').innerText()).not.toMatch(/\d s$/u);
    await page.locator('.header').getByRole('button', { name: 'Stop the turn' }).click();
    await page.locator('.toast').getByText('The turn was not stopped.').waitFor();
    expect(await page.locator('[data-turn]').getAttribute('data-status')).toBe('running');
  },
  PATIENT,
);
