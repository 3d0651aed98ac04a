import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it, vi } from 'vitest';

import { entriesOf, journalLines, playing, saying, startRook } from './ask-rook.ts';
import { PLAIN, runCommand } from './command-rook.ts';
import { textAt } from './read-output.ts';
import { makeSandbox } from './sandbox.ts';
import { PATIENT, shownTab, tab } from './web-page.ts';
import { closeBrowser, hasBrowser, openPage, startWired } from './web-rook.ts';

afterAll(closeBrowser);

it.skipIf(!hasBrowser)(
  'G-08 G-09 the page shows what a command had printed when Rook was killed, and that there may have been more',
  async () => {
    const sandbox = makeSandbox();
    const rook = startRook(sandbox, ['command', 'run', 'printf "before-%s\\n" kill; sleep 611'], {
      env: PLAIN,
    });
    const notes = join(sandbox.workspace, '.rook', 'chats', '*', '*', 'output-*[0-9]');
    await vi.waitUntil(
      () => globSync(notes).some((path) => existsSync(path) && readFileSync(path).includes('before-kill\n')),
      { timeout: 30_000 },
    );
    rook.kill('SIGKILL');
    await rook.ended;
    const [started] = entriesOf(journalLines(sandbox), 'command_started');
    await runCommand(sandbox, 'true');
    const env = { ...playing(sandbox, { default: saying('Hi.') }), ...PLAIN };
    const { url } = await startWired(sandbox, { env });
    const page = await openPage(url);
    await page.locator('.composer-text').waitFor();
    await page.evaluate(`location.hash = '#/session/${textAt(started, 'session_id')}'`);
    await tab(page, 'Commands').click();
    await shownTab(page).getByText('✗ its process died with Rook').waitFor();
    await page.locator('.activity .line').first().click();
    const block = page.locator('.turn-list').getByRole('region', { name: /^Command printf/u });
    await block.getByText('before-kill').first().waitFor();
    const words = await block.innerText();
    expect(words).toContain('how it ended is not known');
    expect(words).toMatch(/\nbefore-kill\n/u);
    expect(words).toContain('there may have been more');
  },
  PATIENT,
);
