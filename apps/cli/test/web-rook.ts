import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

import { scriptSchema } from '@rook/contract';
import { startWireServer } from '@rook/wire-server';
import { chromium, type Browser, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

import { linesOf } from './ask-rook.ts';
import { launcher } from './run-rook.ts';
import type { Sandbox } from './sandbox.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

/** Without a browser these tests are skipped, which a machine of ours counts as failed. */
export const hasBrowser = CHROMIUM !== undefined;

export interface RunningWorkbench {
  readonly url: string;
  readonly port: number;
  /** As Ctrl-C does. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

type Variables = Readonly<Record<string, string>>;

interface WorkbenchStart {
  readonly env?: Variables;
  readonly port?: number;
}

/** The same, where a script is played over HTTP. */
export async function startWired(
  sandbox: Sandbox,
  { env = {}, ...start }: WorkbenchStart = {},
): Promise<RunningWorkbench> {
  return startWorkbench(sandbox, { ...start, env: await overWire(env) });
}

/** The same model, asked over HTTP as a provider is: what is proved for the page is proved on the way that people use. */
async function overWire(env: Variables): Promise<Variables> {
  const { ROOK_SCRIPT: file, ...others } = env;
  if (file === undefined) return env;
  const wire = await startWireServer();
  onTestFinished(async () => wire.close());
  wire.play(scriptSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
  return {
    ...others,
    ROOK_PROVIDER: 'openai-compatible',
    ROOK_BASE_URL: wire.url,
    ROOK_API_KEY: ['key', 'of', 'the', 'wire'].join('-'),
    ROOK_MODEL: 'scripted',
  };
}

/** Starts `rook open` in a sandbox and waits until it listens. */
export async function startWorkbench(
  sandbox: Sandbox,
  { env = {}, port = 0 }: WorkbenchStart = {},
): Promise<RunningWorkbench> {
  const words = [launcher, 'open', '--no-open', '--json', '--port', String(port)];
  const child = spawn(process.execPath, words, { cwd: sandbox.workspace, env: { ...sandbox.env, ...env } });
  const ended = Promise.withResolvers<undefined>();
  child.on('close', () => ended.resolve(undefined));
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended.promise;
  };
  onTestFinished(async () => end('SIGKILL'));
  const url = await readUrl(child, ended.promise);
  return {
    url,
    port: Number(new URL(url).port),
    stop: async () => end('SIGINT'),
    kill: async () => end('SIGKILL'),
  };
}

async function readUrl(child: ChildProcess, ended: Promise<undefined>): Promise<string> {
  const said: string[] = [];
  const found = Promise.withResolvers<string>();
  child.stderr?.on('data', (piece: Buffer) => said.push(piece.toString()));
  let text = '';
  child.stdout?.on('data', (piece: Buffer) => {
    text += piece.toString();
    const [line] = text.includes('\n') ? linesOf(text) : [];
    const value: unknown = line === undefined ? null : JSON.parse(line);
    if (typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string')
      found.resolve(value.url);
  });
  const url = await Promise.race([found.promise, ended]);
  if (url === undefined) throw new Error(`rook open ended: ${text}${said.join('')}`);
  return url;
}

let browser: Promise<Browser> | undefined;

/** A page of its own, in the one browser of the file. */
export async function openPage(
  url: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Page> {
  browser ??= chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const context = await (await browser).newContext({ viewport: { width: 1400, height: 900 }, ...options });
  onTestFinished(async () => context.close());
  const page = await context.newPage();
  // Many tests share a machine.
  page.setDefaultTimeout(60_000);
  await page.goto(url);
  return page;
}

export async function closeBrowser(): Promise<void> {
  const open = await browser;
  await open?.close();
}

/** Types a message and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  await page.locator('.composer-text').fill(text);
  await page.locator('.composer-text').press('Enter');
}

/** Waits until so many turns are over and done. */
export async function settled(page: Page, turns = 1): Promise<void> {
  await page
    .locator('[data-turn][data-status="completed"]')
    .nth(turns - 1)
    .waitFor();
}
