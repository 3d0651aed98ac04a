import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Script } from '@rook/contract';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines, playing, saying } from './ask-rook.ts';
import { isRunning, PLAIN } from './command-rook.ts';
import { textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';
import { PATIENT, POLL, sessionOf, shownTab, step, tab, working, yes } from './web-page.ts';
import { closeBrowser, hasBrowser, openPage, say, settled, startWired } from './web-rook.ts';

afterAll(closeBrowser);

const commandsRun = (sandbox: Sandbox): readonly string[] =>
  entriesOf(journalLines(sandbox), 'command_started').map((entry) => textAt(entry, 'command'));

async function open(sandbox: Sandbox, script: Partial<Script>, more = {}): Promise<Page> {
  const { url } = await startWired(sandbox, { env: { ...playing(sandbox, script), ...PLAIN, ...more } });
  return openPage(url);
}

/** Prints, and ends when the test says so. */
const waitFor = (file: string): string =>
  `echo $$ > ${file}.pid; printf 'before-%s\\n' ${file}; while [ ! -e ${file} ]; do sleep 0.05; done; printf 'after-%s\\n' ${file}`;

it.skipIf(!hasBrowser)(
  'G-09 shows what a command prints next to it while it runs, and keeps it',
  async () => {
    const sandbox = makeSandbox();
    const page = await open(sandbox, working(step('run', 'execute_command', { command: waitFor('go') })));
    await say(page, 'run it');
    await page.locator('.approval-command').getByText('while [ ! -e go ]').waitFor();
    await yes(page).click();
    const block = page.locator('.turn-list').getByRole('region', { name: /^Command echo/u });
    await block.getByText('before-go', { exact: true }).waitFor();
    expect(await block.locator('.output').innerText()).not.toContain('after-go');
    await block.getByText('… runs').waitFor();
    place(join(sandbox.workspace, 'go'), '');
    await settled(page);
    await page.locator('.activity .line').first().click();
    await block.getByText('✓ exit 0').waitFor();
    expect(await block.locator('.output').innerText()).toBe('before-go\nafter-go\n');
    // All of it is there, so nothing more is offered.
    expect(await block.getByRole('button', { name: 'Load the rest' }).count()).toBe(0);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'G-09 stops a command that runs, with all that it started, and says so',
  async () => {
    const sandbox = makeSandbox();
    const page = await open(sandbox, working(step('run', 'execute_command', { command: waitFor('never') })));
    await say(page, 'run it');
    await yes(page).click();
    await page.locator('.output').getByText('before-never', { exact: true }).waitFor();
    const id = Number(readFileSync(join(sandbox.workspace, 'never.pid'), 'utf8'));
    expect(isRunning(id)).toBe(true);
    await page.getByRole('button', { name: 'Stop the turn' }).click();
    await page.locator('.turn-list').getByText('Stopped. What was done before stays done.').waitFor();
    expect(isRunning(id)).toBe(false);
    await tab(page, 'Commands').click();
    await shownTab(page).getByText('✗ stopped with the turn').waitFor();
    expect(entriesOf(journalLines(sandbox), 'turn')).toMatchObject([{ status: 'cancelled' }]);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'G-09 of a very long output the beginning, the middle and the end can be read',
  async () => {
    const sandbox = makeSandbox();
    const page = await open(sandbox, working(step('run', 'execute_command', { command: 'seq 1 40000' })), {
      ROOK_MODE: 'allow',
    });
    await say(page, 'run it');
    await settled(page);
    await page.locator('.activity .line').first().click();
    const block = page.locator('.turn-list').getByRole('region', { name: /^Command seq/u });
    await block.getByRole('button', { name: 'Load the rest' }).click();
    await block.getByText('page 4 of 4').waitFor();
    const shown = async (): Promise<string> => block.locator('.output').innerText();
    const pages = [await shown()];
    expect(pages[0]).toMatch(/\n40000\n$/u);
    for (const number of [3, 2, 1]) {
      await block.getByRole('button', { name: '◀ Before' }).click();
      await block.getByText(`page ${number} of 4`).waitFor();
      pages.unshift(await shown());
    }
    const lines = Array.from({ length: 40_000 }, (_unused, index) => `${index + 1}\n`);
    expect(pages.join('')).toBe(lines.join(''));
    await block.getByRole('button', { name: 'End' }).click();
    await block.getByText('page 4 of 4').waitFor();
    await block.getByRole('button', { name: 'Beginning' }).click();
    await block.getByText('page 1 of 4').waitFor();
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'G-08 an output that is too large for a page is read in parts, from its beginning to its end',
  async () => {
    const sandbox = makeSandbox();
    const page = await open(
      sandbox,
      working(step('run', 'execute_command', { command: 'seq 1000000 1999999' })),
      { ROOK_MODE: 'allow' },
    );
    await say(page, 'run it');
    await settled(page);
    await page.locator('.activity .line').first().click();
    const block = page.locator('.turn-list').getByRole('region', { name: /^Command seq/u });
    await block.getByText('Only its beginning and its end are shown (8,000,000 bytes in all).').waitFor();
    await block.getByRole('button', { name: 'Show it in parts' }).click();
    const part = async (number: number): Promise<void> =>
      block.getByText(`part ${number} of 8, 1 MB each`, { exact: true }).waitFor();
    const shown = async (): Promise<string> => block.locator('.output').innerText();
    await part(1);
    expect(await shown()).toMatch(/^1000000\n1000001\n/u);
    await block.getByRole('button', { name: 'End' }).click();
    expect(await shown()).toMatch(/\n1124999\n$/u);
    await block.getByRole('button', { name: 'Part after ▶' }).click();
    await part(2);
    expect(await shown()).toMatch(/^1125000\n/u);
    await block.getByRole('button', { name: 'Last part' }).click();
    await part(8);
    expect(await shown()).toMatch(/\n1999999\n$/u);
    expect(await block.getByRole('button', { name: 'Part after ▶' }).isDisabled()).toBe(true);
    // Where the page moves in the moment of a click, the click is lost.
    const goBack = async (): Promise<string> => {
      const status = block.getByRole('group', { name: 'Parts of the output' }).getByRole('status');
      const text = (await status.textContent()) ?? '';
      if (text.startsWith('part 8'))
        await block
          .getByRole('button', { name: '◀ Part before' })
          .click({ timeout: 5000 })
          .catch(() => undefined);
      return (await status.textContent()) ?? '';
    };
    await expect.poll(goBack, { timeout: 60_000, interval: 1000 }).toBe('part 7 of 8, 1 MB each');
  },
  PATIENT,
);

const offering = (...commands: readonly string[]) =>
  saying(JSON.stringify({ summary: 'Run these.', commands: commands.map((command) => ({ command })) }));

const STRUCTURED = { ROOK_MODEL_STRUCTURED: 'true' };
const GO_ON = saying('{"decision": "continue", "reason": "go on"}');

it.skipIf(!hasBrowser)(
  'G-11 offers each command of a reply with ▶ Run, and shows what it printed beside it',
  async () => {
    const sandbox = makeSandbox();
    const script: Partial<Script> = {
      steps: [{ match: { turn: 1 }, answer: offering('echo only-one') }],
      default: saying('{"summary": "It printed."}'),
    };
    const page = await open(sandbox, script, STRUCTURED);
    await say(page, 'go');
    const row = page.locator('.reply-commands li');
    await row.getByText('$ echo only-one').waitFor();
    expect(commandsRun(sandbox)).toEqual([]);
    expect(await page.getByRole('button', { name: /^Run \d+ cmds$/u }).count()).toBe(0);
    await row.getByRole('button', { name: '▶ Run', exact: true }).click();
    await row.locator('.output').getByText('only-one', { exact: true }).waitFor();
    await row.getByText('✓ exit 0').waitFor();
    await page.locator('.turn-list').getByText('It printed.').waitFor();
    expect(commandsRun(sandbox)).toEqual(['echo only-one']);
  },
  PATIENT,
);

const FOUR = [waitFor('first'), 'echo HTTP 200 OK', 'echo 404 Not Found; exit 4', waitFor('last')];

it.skipIf(!hasBrowser)(
  'G-11 G-13 G-16 runs all commands one after the other, and says how far they are',
  async () => {
    const sandbox = makeSandbox();
    const script: Partial<Script> = {
      steps: [
        { match: { turn: 1 }, answer: offering(...FOUR) },
        { match: { lastUser: 'Remaining:' }, repeat: 'always', answer: GO_ON },
      ],
      default: saying('{"summary": "They ran."}'),
    };
    const page = await open(sandbox, script, STRUCTURED);
    await say(page, 'go');
    await page.getByRole('button', { name: 'Run 4 cmds' }).click();
    const panel = page.getByRole('region', { name: 'CLI Execution' });
    const flow = page.getByRole('region', { name: 'Commands of this turn' });
    await panel.getByRole('heading', { name: '🖥️ CLI Execution' }).waitFor();
    await panel.getByText('0/4').waitFor();
    await panel.getByText(`Next: echo HTTP 200 OK, echo 404 Not Found; exit 4`).waitFor();
    await flow.locator('.output').getByText('before-first', { exact: true }).waitFor();
    const readColour = async (): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector('.cli-bar > span')).backgroundColor`);
    const calm = await readColour();
    expect(calm).toMatch(/^(?:rgb|oklch|color)/u);
    place(join(sandbox.workspace, 'first'), '');
    await flow.getByText('Command 3/4 ✗').waitFor();
    await flow.getByText('Progress: ✓ 2 succeeded, ✗ 1 failed').waitFor();
    // It is said once, not as words of the answer too.
    expect(await page.locator('.turn-list').getByText('Progress: ✓ 2 succeeded').count()).toBe(1);
    await panel.getByText('3/4').waitFor();
    await panel.getByText('75%').waitFor();
    expect(await panel.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('75');
    await panel.getByText('HTTP 200 OK', { exact: true }).waitFor();
    await panel.getByText('404 Not Found', { exact: true }).waitFor();
    await expect.poll(readColour, POLL).not.toBe(calm);
    await panel.getByRole('button', { name: 'Close the summary of the commands' }).click();
    await panel.waitFor({ state: 'detached' });
    place(join(sandbox.workspace, 'last'), '');
    await page.locator('.turn-list').getByText('They ran.').waitFor();
    expect(commandsRun(sandbox)).toEqual(FOUR);
    await page.reload();
    await page.locator('.turn-list').getByText('They ran.').waitFor();
    expect(await panel.count()).toBe(0);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'G-13 says what was not run when the model stops, and runs none of it',
  async () => {
    const sandbox = makeSandbox();
    const script: Partial<Script> = {
      steps: [
        { match: { turn: 1 }, answer: offering('false', 'touch never.txt') },
        { match: { lastUser: 'Remaining:' }, answer: saying('{"decision": "stop", "reason": "It failed."}') },
      ],
      default: saying('{"summary": "That was it."}'),
    };
    const page = await open(sandbox, script, STRUCTURED);
    await say(page, 'go');
    await page.getByRole('button', { name: 'Run 2 cmds' }).click();
    const flow = page.getByRole('region', { name: 'Commands of this turn' });
    await flow.getByText('Not run: touch never.txt').waitFor();
    await flow.getByText('✗ 1 failed. The model stopped it: It failed.').waitFor();
    expect(existsSync(join(sandbox.workspace, 'never.txt'))).toBe(false);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'G-14 G-16 a command that was refused has its place among the others, and what one changed stands with it',
  async () => {
    const sandbox = makeSandbox();
    const swap = saying('{"decision": "replace", "command": "rm -r y", "reason": "Clean first."}');
    const script: Partial<Script> = {
      steps: [
        { match: { turn: 1 }, answer: offering('echo one', 'touch never.txt', 'echo x > made.txt') },
        { match: { lastUser: 'Command 1/' }, answer: swap },
        { match: { lastUser: 'Remaining:' }, repeat: 'always', answer: GO_ON },
      ],
      default: saying('{"summary": "That was it."}'),
    };
    const page = await open(sandbox, script, STRUCTURED);
    await say(page, 'go');
    await page.getByRole('button', { name: 'Run 3 cmds' }).click();
    const panel = page.getByRole('region', { name: 'CLI Execution' });
    await yes(page).waitFor();
    await panel.getByText('1/3').waitFor();
    await panel.getByText('Next: echo x > made.txt', { exact: true }).waitFor();
    await page
      .locator('.turn-list')
      .getByRole('button', { name: /^Skip n/u })
      .click();
    await page.locator('.turn-list').getByText('That was it.').waitFor();
    const flow = page.getByRole('region', { name: 'Commands of this turn' });
    const items = flow.locator('.batch-list > li');
    await items.nth(1).getByText('Command 2/3 ✗').waitFor();
    await items.nth(1).getByText('not run: ').waitFor();
    await items.nth(2).getByText('Command 3/3 ✓').waitFor();
    await items.nth(2).getByText('made.txt', { exact: true }).waitFor();
    await flow.getByText('Progress: ✓ 2 succeeded, ✗ 1 failed').waitFor();
    await panel.getByText('Not run: touch never.txt').waitFor();
    await panel.getByText('100%').waitFor();
    expect(commandsRun(sandbox)).toEqual(['echo one', 'echo x > made.txt']);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'G-11 of more commands than one batch takes the first are run, and that is what the button says',
  async () => {
    const sandbox = makeSandbox();
    const lines = Array.from({ length: 52 }, (_unused, index) => `echo line-${index}`);
    const script: Partial<Script> = {
      steps: [
        { match: { turn: 1 }, answer: offering(...lines, '') },
        { match: { lastUser: 'Remaining:' }, repeat: 'always', answer: GO_ON },
      ],
      default: saying('{"summary": "They ran."}'),
    };
    const page = await open(sandbox, script, STRUCTURED);
    await say(page, 'go');
    await page.getByRole('button', { name: 'Run 50 of 52 cmds' }).click();
    await page.locator('.turn-list').getByText('They ran.').waitFor();
    expect(commandsRun(sandbox)).toEqual(lines.slice(0, 50));
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'E-24 G-09 says beside a command which of its changes cannot be rewound',
  async () => {
    const sandbox = makeSandbox();
    const command = 'echo small > small.txt; head -c 70000000 /dev/zero > large.bin';
    const script = working(step('go', 'execute_command', { command }));
    const page = await open(sandbox, script, { ROOK_MODE: 'allow' });
    await say(page, 'go');
    await settled(page);
    const change = page.locator('.turn-list .change');
    await change.getByText('Cannot be rewound: large.bin.').waitFor();
    await tab(page, 'Changes').click();
    await shownTab(page).getByText('1 file cannot be rewound').waitFor();
    expect(await change.count()).toBe(1);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'G-09 lists a command that a person ran on the terminal, with what it printed and changed',
  async () => {
    const sandbox = makeSandbox();
    const env = { ...playing(sandbox, { default: saying('Yes.') }), ...PLAIN };
    const ran = await runRook(sandbox, ['command', 'run', 'echo typed > typed.txt; echo by-hand'], { env });
    expect(ran.code).toBe(0);
    const { url } = await startWired(sandbox, { env });
    const page = await openPage(url);
    await page.locator('.session-link').first().click();
    await expect.poll(() => sessionOf(page), POLL).not.toBe('');
    await tab(page, 'Commands').click();
    const row = shownTab(page).locator('.command-row');
    await row.getByText('✓ exit 0').waitFor();
    await row.locator('.command-open').click();
    await row.locator('.output').getByText('by-hand', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'What it changed' }).click();
    await shownTab(page).getByText('by a command').first().waitFor();
    await shownTab(page).getByText('typed.txt').first().waitFor();
  },
  PATIENT,
);
