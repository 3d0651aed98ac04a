import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Script } from '@rook/contract';
import { startWireServer } from '@rook/wire-server';
import { afterAll, expect, it, onTestFinished } from 'vitest';

import { makeSandbox } from './sandbox.ts';
import { closeBrowser, hasBrowser, openPage, startWorkbench } from './web-rook.ts';

afterAll(closeBrowser);

const PATIENT = 180_000;
const KEY = ['canary', 'of', 'the', 'form', '4711'].join('-');

const answers: Script = {
  version: 1,
  steps: [],
  default: { events: [{ kind: 'text', text: 'I am connected.' }], usage: { input: 10, output: 5 } },
};
const refuses: Script = {
  version: 1,
  steps: [],
  default: { events: [{ kind: 'error', status: 401, message: 'Incorrect API key provided' }] },
};

it.skipIf(!hasBrowser)(
  'Q-12 tests a first connection before it keeps it, and the model answers without a reload',
  async () => {
    const server = await startWireServer();
    onTestFinished(async () => server.close());
    server.play(refuses);
    const sandbox = makeSandbox();
    const { url } = await startWorkbench(sandbox);
    const page = await openPage(url);
    page.setDefaultTimeout(PATIENT / 2);
    const settings = (): string => {
      try {
        return readFileSync(join(sandbox.rookHome, 'settings.json'), 'utf8');
      } catch {
        return '';
      }
    };
    const form = page.getByRole('form', { name: 'Connect a model' });
    await form.getByRole('combobox', { name: /^Who answers/u }).click();
    await page.getByRole('option', { name: /^OpenAI-compatible/u }).click();
    await form.getByLabel('Address').fill(`${server.url}/v1`);
    await form.getByLabel('Model').fill('small');
    await form.getByLabel(/^Key/u).fill(KEY);
    expect(await form.getByLabel(/^Key/u).getAttribute('type')).toBe('password');

    await form.getByRole('button', { name: 'Test' }).click();
    await form.getByText(/Nothing was kept\.$/u).waitFor();
    await form.getByRole('button', { name: 'Keep' }).click();
    await form.getByText(/^The test failed\./u).waitFor();
    expect(settings()).not.toContain('small');

    server.play(answers);
    await form.getByRole('button', { name: 'Test' }).press('Enter');
    await form.getByText(/^small answered after/u).waitFor();
    await form.getByRole('button', { name: 'Keep', exact: true }).press('Enter');
    await form.waitFor({ state: 'detached' });
    expect(settings()).toContain('small');

    await page.locator('.composer-text').fill('Are you there?');
    await page.locator('.composer-text').press('Enter');
    await page.locator('.turn-list').getByText('I am connected.').waitFor();
    const kept: string = await page.evaluate(
      'JSON.stringify([localStorage, sessionStorage, document.body.innerHTML])',
    );
    expect(kept).not.toContain(KEY);
  },
  PATIENT,
);
