import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { entriesOf, journalLines } from './ask-rook.ts';
import { closeBrowser, hasBrowser, say, settled } from './web-rook.ts';
import { openWired, PATIENT, replying, SOON, STRUCTURED } from './web-wire.ts';

afterAll(closeBrowser);

const NAMES = ['a.txt', 'b.txt', 'c.txt'];

it.skipIf(!hasBrowser)(
  'A-13 several files of one question have one button that says how many it applies',
  async () => {
    const fileChanges = NAMES.map((path) => ({ path, content: `This is ${path}.\n` }));
    const { page, sandbox } = await openWired(
      { steps: [replying({ summary: 'Three files.', fileChanges })] },
      { env: STRUCTURED },
    );
    await say(page, 'Write three');
    const apply = page.getByRole('button', { name: /^Apply/u });
    await apply.first().waitFor();
    expect(await apply.allInnerTexts()).toEqual(['Apply all 3 files']);
    const rows = page.locator('.reply-files li');
    expect(await rows.getByText('⚠ asks').count()).toBe(3);
    // Beside a file stands what changes in that file.
    await rows.nth(1).getByRole('button', { name: 'Diff' }).click();
    const diff = rows.nth(1).getByRole('group', { name: 'Diff' });
    await diff.waitFor();
    expect(await diff.locator('.diff-path').allInnerTexts()).toEqual(['b.txt']);
    expect(NAMES.some((name) => existsSync(join(sandbox.workspace, name)))).toBe(false);
    // With the key: the button moves while the diff above it is drawn.
    await apply.press('Enter');
    await settled(page);
    await expect.poll(async () => rows.getByText('✓ applied').count(), SOON).toBe(3);
    expect(await apply.count()).toBe(0);
    expect(NAMES.every((name) => existsSync(join(sandbox.workspace, name)))).toBe(true);
    expect(entriesOf(journalLines(sandbox), 'approval_answered')).toHaveLength(1);
    // It was open when it was applied, and is the kept one now: still of one file.
    await expect.poll(async () => diff.locator('.diff-path').allInnerTexts(), SOON).toEqual(['b.txt']);
  },
  PATIENT,
);
