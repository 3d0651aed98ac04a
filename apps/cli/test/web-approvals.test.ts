import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Script } from '@rook/contract';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines, playing } from './ask-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';
import { editing, PATIENT, POLL, shownTab, step, tab, working, yes } from './web-page.ts';
import { closeBrowser, hasBrowser, openPage, say, settled, startWired } from './web-rook.ts';

afterAll(closeBrowser);

const question = (page: Page) => page.locator('.turn-list [data-asks]');
const contentOf = ({ workspace }: Sandbox, name: string): string | null =>
  existsSync(join(workspace, name)) ? readFileSync(join(workspace, name), 'utf8') : null;
const answersOf = (sandbox: Sandbox) => entriesOf(journalLines(sandbox), 'approval_answered');

async function open(sandbox: Sandbox, script: Partial<Script>): Promise<Page> {
  const { url } = await startWired(sandbox, { env: playing(sandbox, script) });
  return openPage(url);
}

const MAKES = [
  step('again', 'write_to_file', { path: 'b.txt', content: 'b\n' }),
  step('make', 'write_to_file', { path: 'a.txt', content: 'a\n' }),
];

it.skipIf(!hasBrowser)(
  'E-24 shows the exact diff with the question, in the flow and in one place, in both layouts',
  async () => {
    const sandbox = makeSandbox();
    place(join(sandbox.workspace, 'greet.txt'), 'hello\nyou\n');
    const page = await open(sandbox, working(...editing('change', 'greet.txt', 'you', 'world')));
    await say(page, 'change it');
    await question(page).waitFor();
    const rows = question(page).locator('.diff-file tr');
    await rows.filter({ hasText: 'world' }).waitFor();
    expect(await question(page).innerText()).toContain('Nothing was written.');
    await question(page).getByRole('button', { name: 'Show side by side' }).click();
    expect(await rows.filter({ hasText: 'world' }).innerText()).toContain('you');
    await tab(page, 'Approvals').click();
    expect(await tab(page, 'Approvals').textContent()).toBe('Approvals 1');
    await shownTab(page).locator('.diff-file tr').filter({ hasText: 'world' }).waitFor();
    expect(contentOf(sandbox, 'greet.txt')).toBe('hello\nyou\n');
    await shownTab(page).getByRole('button', { name: /^Yes/u }).click();
    await settled(page);
    expect(contentOf(sandbox, 'greet.txt')).toBe('hello\nworld\n');
    expect(await question(page).count()).toBe(0);
    await page.locator('.turn-list').getByText('✓ You said yes once').waitFor();
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'N-11 a yes for the session is asked for once, and lets no more through than it says',
  async () => {
    const sandbox = makeSandbox();
    const better = step('better', 'write_to_file', { path: 'a.txt', content: 'better\n' });
    const page = await open(sandbox, working(better, ...MAKES));
    await say(page, 'make it');
    await question(page).getByRole('radio', { name: 'in this session' }).check();
    await question(page).getByText('It holds for write_to_file a.txt.').waitFor();
    await question(page).focus();
    await page.keyboard.press('y');
    await settled(page);
    await say(page, 'and again');
    await question(page).focus();
    await page.keyboard.press('n');
    await settled(page, 2);
    await say(page, 'better');
    await settled(page, 3);
    expect([contentOf(sandbox, 'a.txt'), contentOf(sandbox, 'b.txt')]).toEqual(['better\n', null]);
    expect(answersOf(sandbox)).toMatchObject([{ answer: 'yes', scope: 'session' }, { answer: 'no' }]);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'N-11 n says no, e says no with a reason that the model reads, and nothing is written',
  async () => {
    const sandbox = makeSandbox();
    const page = await open(sandbox, working(...MAKES));
    await say(page, 'make it');
    await question(page).focus();
    await page.keyboard.press('n');
    await settled(page);
    await page.locator('.turn-list').getByText('✗ You said no').waitFor();
    await page.locator('.activity').getByText('⊘ not allowed').waitFor();
    expect(await page.locator('.turn-list').getByText('Do not try the same').count()).toBe(0);
    await say(page, 'and again');
    await question(page).focus();
    await page.keyboard.press('e');
    await page.keyboard.type('call it n.txt');
    await page.keyboard.press('Enter');
    await settled(page, 2);
    await page.locator('.turn-list').getByText('✗ You said no: call it n.txt').waitFor();
    expect([contentOf(sandbox, 'a.txt'), contentOf(sandbox, 'b.txt')]).toEqual([null, null]);
    expect(answersOf(sandbox)).toMatchObject([{ answer: 'no' }, { answer: 'no', reason: 'call it n.txt' }]);
    const told = entriesOf(journalLines(sandbox), 'tool_call').map((entry) => JSON.stringify(entry));
    expect(told.at(-1)).toContain('call it n.txt');
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'G-04 G-05 a question about a command offers Run Once, Add & Run and Skip, and names what the second one adds',
  async () => {
    const sandbox = makeSandbox();
    place(join(sandbox.workspace, 'Makefile'), 'build:\n\t@echo built >> built.txt\n');
    const page = await open(sandbox, working(step('build', 'execute_command', { command: 'make build' })));
    await say(page, 'build it');
    const names = async (): Promise<readonly string[]> =>
      question(page).locator('.needs-you-actions').getByRole('button').allInnerTexts();
    await question(page).getByText('Add & Run adds: make build (in this workspace').waitFor();
    await question(page).getByText('That would also allow: make build').waitFor();
    expect((await names()).map((name) => name.replace(/\s+\S$/u, ''))).toEqual([
      'Run Once',
      'Allow in this session',
      'Add & Run',
      'Skip',
      'Skip, because …',
    ]);
    await question(page)
      .getByRole('button', { name: /^Skip n/u })
      .click();
    await settled(page);
    expect(contentOf(sandbox, 'built.txt')).toBeNull();
    await say(page, 'build it then');
    await question(page).focus();
    await page.keyboard.press('a');
    await settled(page, 2);
    await say(page, 'build it again');
    await settled(page, 3);
    expect(contentOf(sandbox, 'built.txt')).toBe('built\nbuilt\n');
    expect(answersOf(sandbox)).toMatchObject([{ answer: 'no' }, { answer: 'yes', scope: 'always' }]);
  },
  PATIENT,
);

/** Keeps what the page would show as notices of the system, and hides the page as another tab in front does. */
const WATCH = `
  globalThis.told = [];
  const Real = globalThis.Notification;
  globalThis.Notification = class extends Real {
    constructor(title, options) { super(title, options); told.push(title + ': ' + options.body); }
  };
`;

it.skipIf(!hasBrowser)(
  'N-11 calls a person who looks elsewhere: a count in the title, and one notice of the system',
  async () => {
    const sandbox = makeSandbox();
    const page = await open(sandbox, working(...MAKES));
    await page.context().grantPermissions(['notifications'], { origin: new URL(page.url()).origin });
    await page.evaluate(WATCH);
    await page.locator('.composer-text').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'What to do' }).fill('tell me when');
    await page.keyboard.press('Enter');
    await page.getByText('You will be told.').waitFor();
    await say(page, 'make it');
    await page.evaluate(`Object.defineProperty(document, 'hidden', { get: () => true })`);
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await expect.poll(async () => page.title(), POLL).toMatch(/^\(1\) /u);
    await question(page).waitFor();
    await expect.poll(async () => page.evaluate('told.length'), POLL).toBe(1);
    expect(await page.evaluate('told[0]')).toMatch(/^Rook asks you: .*write_to_file/u);
    await yes(page).click();
    await settled(page);
    await expect.poll(async () => page.title(), POLL).not.toMatch(/^\(/u);
    expect(await page.evaluate('told.length')).toBe(1);
  },
  PATIENT,
);
