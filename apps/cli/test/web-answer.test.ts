import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Reply } from '@rook/contract';
import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines } from './ask-rook.ts';
import { makeSandbox, place } from './sandbox.ts';
import { closeBrowser, hasBrowser, say, settled } from './web-rook.ts';
import { GOES_ON, openWired, PATIENT, replying, SOON, STALL, STRUCTURED, wordsOf } from './web-wire.ts';

afterAll(closeBrowser);

it.skipIf(!hasBrowser)(
  'A-10 sends what is typed, clears the input, and the model is asked that over the wire',
  async () => {
    const { page, wire, sandbox } = await openWired({
      default: { events: [{ kind: 'text', text: 'Yes.' }] },
    });
    const input = page.locator('.composer-text');
    await input.fill('Is the **tower** tall?\nSay yes.');
    await page.getByRole('button', { name: /^Send/u }).click();
    await expect.poll(async () => input.inputValue(), SOON).toBe('');
    await settled(page);
    expect(wire.received).toHaveLength(1);
    expect(wire.received[0]?.body).toContain('Is the **tower** tall?\\nSay yes.');
    expect(entriesOf(journalLines(sandbox), 'message_admitted')).toMatchObject([
      { text: 'Is the **tower** tall?\nSay yes.' },
    ]);
    await input.fill('   ');
    await input.press('Enter');
    expect(entriesOf(journalLines(sandbox), 'message_admitted')).toHaveLength(1);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-11 shows the question and that something happens before the model has said a word',
  async () => {
    const { page, sandbox } = await openWired({ default: { events: [STALL] } });
    await say(page, 'Are you there?');
    await page.locator('.question-text', { hasText: 'Are you there?' }).waitFor();
    await page.getByRole('status', { name: 'The turn runs' }).waitFor();
    expect(await page.locator('.live-answer').count()).toBe(0);
    expect(entriesOf(journalLines(sandbox), 'answer_received')).toHaveLength(0);
  },
  PATIENT,
);

/** Keeps every text that the answer had on the page, in order. */
const WATCH_ANSWER = `
  globalThis.rendered = [];
  new MutationObserver(() => {
    const text = document.querySelector('.answer-body .md')?.textContent ?? '';
    if (text !== '' && globalThis.rendered.at(-1) !== text) globalThis.rendered.push(text);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
`;

it.skipIf(!hasBrowser)(
  'A-12 draws the answer as it comes, each time a little more of it',
  async () => {
    const text = Array.from({ length: 20 }, (_unused, index) => `piece ${index}`).join(', ');
    const { page } = await openWired({
      default: { events: [{ kind: 'text', text, pieceLength: 12, delayMilliseconds: 80 }] },
    });
    await page.evaluate(WATCH_ANSWER);
    await say(page, 'Write slowly');
    await settled(page);
    const rendered: unknown = await page.evaluate('globalThis.rendered');
    const texts = Array.isArray(rendered) ? rendered.map(String) : [];
    expect(texts.at(-1)?.trim()).toBe(text);
    expect(texts.filter((one) => one.length < text.length && text.startsWith(one)).length).toBeGreaterThan(2);
    expect(texts.every((one) => text.startsWith(one.trimEnd()))).toBe(true);
  },
  PATIENT,
);

const FULL: Partial<Reply> = {
  summary: 'I added **type hints** to two functions.',
  sections: [
    { heading: 'Why it is so', content: 'Two functions.\n\n```ts\nconst answer: number = 42;\n```' },
    { heading: 'What is left', content: 'The tests.' },
  ],
  todos: [{ text: 'Hints' }, { text: 'Tests' }],
  fileChanges: [{ path: 'made.ts', content: 'export const a = 1;\n', todoIndex: 0 }],
  commands: [
    { command: 'ls', description: 'Lists the files' },
    { command: 'cat made.ts', description: 'Shows the file' },
  ],
  nextSteps: [
    { html: '▶ <b>Continue</b>', inputText: 'continue' },
    { html: '🧪 Test it', inputText: 'run the tests' },
  ],
};

it.skipIf(!hasBrowser)(
  'A-13 a structured answer stands in the order of its parts, and each part can be used',
  async () => {
    const { page } = await openWired({ steps: [replying(FULL)] }, { env: STRUCTURED });
    await say(page, 'Add hints');
    const apply = page.getByRole('button', { name: 'Apply', exact: true });
    await apply.waitFor();
    // What is settled stands once, while the turn waits too.
    expect((await wordsOf(page)).split('Why it is so')).toHaveLength(2);
    await apply.click();
    await settled(page);
    await page.locator('.code-keyword', { hasText: 'const' }).waitFor();
    expect(await page.getByRole('button', { name: '▶ Run', exact: true }).count()).toBe(2);
    expect(await page.locator('.reply-summary strong').innerText()).toBe('type hints');
    const words = await wordsOf(page);
    const parts = [
      'I added type hints',
      'Why it is so',
      'const answer: number = 42;',
      'What is left',
      'File changes made.ts',
      'Commands $ ls Lists the files',
      '$ cat made.ts Shows the file',
      '▶ Continue 🧪 Test it',
      'What was done',
      '1 file changed, +1 −0: made.ts',
      '⏳ Pending',
      '38,016 tokens',
    ];
    const places = parts.map((part) => words.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  },
  PATIENT,
);

/** Of the first turn. */
const COLOUR = `getComputedStyle(document.querySelector('.status-word')).color`;

it.skipIf(!hasBrowser)(
  'A-14 the bar is pending until the last change is applied and the last command ran, then done',
  async () => {
    const { page, sandbox } = await openWired(
      { steps: [GOES_ON, replying(FULL), replying({ summary: 'Both ran well.' })] },
      { env: STRUCTURED },
    );
    await say(page, 'Add hints');
    const bar = page.locator('[data-turn]').first().locator('.status-bar');
    await bar.getByText('⏳ Pending').waitFor();
    const amber: unknown = await page.evaluate(COLOUR);
    expect(existsSync(join(sandbox.workspace, 'made.ts'))).toBe(false);
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await bar.getByText('✓ 1 applied').waitFor();
    await settled(page);
    await bar.getByText('⏳ Pending').waitFor();
    expect(await bar.innerText()).toContain('38,016 tokens');
    // Where the page moves in the moment of a click, the click is lost; the button goes when it was heard.
    const run = bar.getByRole('button', { name: 'Run 2 cmds' });
    const press = async (): Promise<number> => {
      if ((await run.count()) > 0) await run.click({ timeout: 5000 }).catch(() => undefined);
      return page.locator('[data-turn]').count();
    };
    await expect.poll(press, { timeout: 60_000, interval: 1000 }).toBeGreaterThan(1);
    await settled(page, 2);
    await bar.getByText('✓ Done').waitFor();
    expect(await bar.getByRole('button', { name: /^Run/u }).count()).toBe(0);
    const green: unknown = await page.evaluate(COLOUR);
    expect([amber, green]).toEqual(['rgb(128, 83, 0)', 'rgb(20, 112, 58)']);
    expect(entriesOf(journalLines(sandbox), 'command_ended')).toHaveLength(2);
    expect(readFileSync(join(sandbox.workspace, 'made.ts'), 'utf8')).toBe('export const a = 1;\n');
  },
  PATIENT,
);

const TO_END = `(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(
  document.querySelector('.turn-scroll'))`;

it.skipIf(!hasBrowser)(
  'A-15 shows the end of an answer when it is there, and the same after a reload without asking again',
  async () => {
    const content = Array.from({ length: 80 }, (_unused, line) => `Line ${line}.`).join('\n\n');
    const { page, wire } = await openWired(
      { steps: [replying({ summary: 'It is long.', sections: [{ heading: 'Long', content }] })] },
      { env: STRUCTURED },
    );
    await say(page, 'Write much');
    await settled(page);
    const toEnd = async (): Promise<unknown> => page.evaluate(TO_END);
    await expect.poll(toEnd, SOON).toBeLessThan(50);
    const answer = page.locator('.answer-body');
    const before = await answer.innerHTML();
    expect(before).toContain('Line 79.');
    await page.reload();
    await settled(page);
    await expect.poll(async () => answer.innerHTML(), SOON).toBe(before);
    await expect.poll(toEnd, SOON).toBeLessThan(50);
    // Away to a new session and back.
    await page.getByRole('button', { name: 'New session' }).first().click();
    await page.getByRole('heading', { name: /^What should be done/u }).waitFor();
    await page.locator('.session-link').first().click();
    await settled(page);
    await expect.poll(async () => answer.innerHTML(), SOON).toBe(before);
    expect(wire.received).toHaveLength(1);
  },
  PATIENT,
);

it.skipIf(!hasBrowser)(
  'A-16 shows how the files of a message are planned, searched and loaded, and how many there are',
  async () => {
    const sandbox = makeSandbox();
    for (const name of ['one.txt', 'two.txt']) place(join(sandbox.workspace, name), `this is ${name}\n`);
    const { page, wire } = await openWired({ default: { events: [STALL] } }, { sandbox });
    const input = page.locator('.composer-text');
    for (const name of ['one', 'two']) {
      await input.pressSequentially(`@${name}`);
      await page
        .getByRole('option', { name: new RegExp(name, 'u') })
        .first()
        .click();
    }
    await input.press('Enter');
    const steps = page.getByRole('list', { name: 'Before the model is asked' }).getByRole('listitem');
    await expect
      .poll(async () => steps.allInnerTexts(), SOON)
      .toEqual(['🧠 Planning...', '🔍 Searching...', '✅ Loaded 2 files']);
    await expect.poll(() => wire.received.length, SOON).toBe(1);
    for (const name of ['one.txt', 'two.txt']) expect(wire.received[0]?.body).toContain(`this is ${name}`);
    expect(entriesOf(journalLines(sandbox), 'file_shown')).toHaveLength(2);
  },
  PATIENT,
);

const POINT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const RICH = [
  '# Towers',
  'A **rook** is a _tower_ and `r` is its letter; see [the rules](https://example.org/rules).',
  '| piece | worth |\n|---|---:|\n| rook | 5 |\n| pawn | 1 |',
  '- [x] read\n- [ ] written',
  '> quoted',
  '```ts\nexport const rook: string = "tower";\n```',
  '```mermaid\nflowchart TD\n  A[Start] --> B[End]\n```',
  `![a point](${POINT})`,
].join('\n\n');

it.skipIf(!hasBrowser)(
  'Q-09 draws markdown, tables, coloured code, diagrams and images, and shows a file beside it',
  async () => {
    const sandbox = makeSandbox();
    place(join(sandbox.workspace, 'shown.ts'), 'export const shown = true;\n');
    const { page } = await openWired(
      {
        steps: [
          {
            match: { toolResult: false },
            answer: { events: [{ kind: 'tool_call', name: 'read_file', input: { path: 'shown.ts' } }] },
          },
        ],
        default: { events: [{ kind: 'text', text: RICH, pieceLength: 7 }] },
      },
      { sandbox },
    );
    await say(page, 'Tell me of towers');
    await settled(page);
    const answer = page.locator('.answer-body .md');
    await answer.getByRole('heading', { name: 'Towers' }).waitFor();
    expect(await answer.getByRole('row').allInnerTexts()).toEqual(['piece\tworth', 'rook\t5', 'pawn\t1']);
    expect(await answer.locator('strong, em, code').first().innerText()).toBe('rook');
    expect(await answer.locator('.md-box').allInnerTexts()).toEqual(['☑', '☐']);
    expect(await answer.getByRole('link', { name: 'the rules' }).getAttribute('rel')).toContain('noopener');
    await answer.locator('blockquote', { hasText: 'quoted' }).waitFor();
    await answer.locator('.code-keyword', { hasText: 'export' }).waitFor();
    const widthOf = async (name: string): Promise<unknown> =>
      page.evaluate(`document.querySelector('.answer-body img[alt^="${name}"]').naturalWidth`);
    // A diagram is an image of its own, so that nothing in it can act.
    await answer.locator('[data-diagram="drawn"]').waitFor();
    await expect.poll(async () => widthOf('Diagram: flowchart TD'), SOON).toBeGreaterThan(20);
    await expect.poll(async () => widthOf('a point'), SOON).toBe(1);
    await page.getByRole('tab', { name: /^Files/u }).click();
    await page
      .getByRole('tabpanel')
      .getByRole('button', { name: /shown\.ts/u })
      .first()
      .click();
    await page.getByRole('dialog').getByText('export const shown = true;').waitFor();
  },
  PATIENT,
);
