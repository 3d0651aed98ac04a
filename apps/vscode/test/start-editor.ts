import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import type { Brand } from '@rook/contract';
import { build } from 'esbuild';
import { chromium, type Browser, type Page } from 'playwright-core';
import * as z from 'zod';

import { installEditor } from './install-editor.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
const recordSchema = z.record(z.string(), z.unknown());
const app = join(import.meta.dirname, '..');

/** One part of an answer of the scripted model. */
interface Part {
  readonly text?: string;
  readonly call?: { readonly name: string; readonly input: object };
  readonly error?: string;
  readonly hangs?: boolean;
}

/** A real VS Code with the extension in it, on a workspace of its own, looked at with a real browser. */
export interface RunningEditor {
  readonly page: Page;
  /** A folder of its own, in which the workspace lies. */
  readonly folder: string;
  readonly workspace: string;
  readonly home: string;
  /** What the model answers from now on; the last answer again and again. */
  script(answers: readonly (readonly Part[])[]): void;
  /** What reached the model and the tools. */
  log(): readonly Record<string, unknown>[];
  /** Asks something of the editor itself. */
  ask(wish: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Kills what runs extensions, as a crash would, and waits until the window runs them again. */
  killExtensions(): Promise<void>;
  /** Opens another place in the window: a folder, a file that names several, or nothing. */
  open(place: Place): Promise<void>;
  /** What the extension wrote into its log in this window and before. */
  logged(): string;
  close(): Promise<void>;
}

type Place = { readonly folder: string } | { readonly workspace: string } | null;

export interface EditorOptions {
  /** A folder counts as not trusted until somebody says that it is. */
  readonly isWary?: boolean;
  /** What is open at first, where it is not the folder of the workspace. */
  readonly place?: Place;
  /** No other extension offers a tool. */
  readonly isWithoutTools?: boolean;
}

/** Null where this machine has no browser, or no VS Code can be had. */
export async function startEditor(
  brand: Brand,
  { isWary = false, isWithoutTools = false, place }: EditorOptions = {},
): Promise<RunningEditor | null> {
  if (CHROMIUM === undefined) return null;
  const entry = await installEditor();
  if (entry === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'rook-vscode-'));
  const [workspace, home, data] = ['workspace', 'home', 'data'].map((name) => join(folder, name));
  const files = { script: join(folder, 'script.json'), log: join(folder, 'log.jsonl') };
  if (workspace === undefined || home === undefined || data === undefined) return null;
  for (const path of [workspace, home, join(data, 'User')]) mkdirSync(path, { recursive: true });
  writeFileSync(files.script, '[[]]');
  writeFileSync(files.log, '');
  writeFileSync(join(data, 'User', 'settings.json'), JSON.stringify(SETTINGS));
  await installExtensions(brand, join(data, 'extensions'), isWithoutTools);
  const [port, door] = [await freePort(), await freePort()];
  const words = ['--bind-addr', `127.0.0.1:${port}`, '--user-data-dir', data, ...WORDS];
  if (!isWary) words.push('--disable-workspace-trust');
  const server = spawn(
    process.execPath,
    [entry, ...words, '--extensions-dir', join(data, 'extensions'), workspace],
    {
      detached: true,
      stdio: 'ignore',
      env: {
        ...process.env,
        HOME: home,
        ROOK_HOME: join(home, brand.folder),
        ROOK_TEST_SCRIPT: files.script,
        ROOK_TEST_LOG: files.log,
        ROOK_TEST_PORT: String(door),
      },
    },
  );
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...BROWSER] });
  const address = (where: Place) =>
    `http://127.0.0.1:${port}/?${new URLSearchParams(where ?? { ew: 'true' }).toString()}`;
  const page = await openWorkbench(browser, address(place === undefined ? { folder: workspace } : place));
  const ask = createDoor(door);
  const untilReady = async (): Promise<void> => {
    await untilAnswers(ask);
    await ask({ command: 'workbench.action.chat.open' });
    // Where nothing is trusted, no model is chosen beforehand.
    const model = page.locator('.interactive-session').getByText(isWary ? 'Models' : 'Scripted', EXACTLY);
    await model.first().waitFor();
  };
  await untilReady();
  const killExtensions = (): void => {
    for (const id of findExtensionHosts(server.pid ?? 0)) process.kill(id, 'SIGKILL');
  };
  return {
    page,
    folder,
    workspace,
    home: join(home, brand.folder),
    ask,
    script: (answers) => writeFileSync(files.script, JSON.stringify(answers)),
    log: () => readLines(files.log),
    killExtensions: async () => {
      killExtensions();
      await untilReady();
    },
    open: async (where) => {
      await page.goto('about:blank');
      killExtensions();
      await page.goto(address(where));
      await page.locator('.monaco-workbench').waitFor();
      await untilReady();
    },
    logged: () => readLogs(join(data, 'logs'), `${brand.title}.log`),
    close: async () => {
      await browser.close();
      if (server.pid !== undefined) process.kill(-server.pid, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const EXACTLY = { exact: true } as const;

const SETTINGS = {
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  // Else nothing would stay unsaved.
  'files.autoSave': 'off',
  'chat.saveBeforeSend': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
};

/** A busy machine takes its time to start all of it. */
const PATIENCE = 120_000;

const WORDS = [
  '--auth',
  'none',
  '--disable-telemetry',
  '--disable-update-check',
  '--enable-proposed-api',
  'rook-test.companion',
];

const BROWSER = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function installExtensions(brand: Brand, folder: string, isWithoutTools: boolean): Promise<void> {
  const { publisher, name } = brand.extension;
  cpSync(join(app, 'dist', brand.id), join(folder, `${publisher}.${name}-0.1.0`), { recursive: true });
  const companion = join(folder, 'rook-test.companion-0.0.1');
  mkdirSync(companion, { recursive: true });
  const manifest = readFileSync(join(app, 'test', 'fixtures', 'companion.json'), 'utf8');
  const words = isWithoutTools ? manifest.replace('"languageModelTools"', '"without"') : manifest;
  writeFileSync(join(companion, 'package.json'), words);
  await build({
    entryPoints: [join(app, 'test', 'programs', 'companion.ts')],
    outfile: join(companion, 'main.js'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    external: ['vscode'],
    logLevel: 'warning',
    // The editor complains about who asks whether there is one.
    define: { navigator: 'undefined' },
  });
}

/** Every log of this name, from all windows. */
function readLogs(folder: string, name: string): string {
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === name)
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
}

async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<number>();
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    resolve(typeof address === 'object' && address !== null ? address.port : 0);
  });
  const port = await promise;
  server.close();
  return port;
}

async function openWorkbench(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(PATIENCE);
  for (;;) {
    // Until the server listens there is nobody to ask.
    const isThere = await page.goto(url).then(
      () => true,
      () => false,
    );
    if (isThere) break;
    await page.waitForTimeout(500);
  }
  await page.locator('.monaco-workbench').waitFor();
  return page;
}

function createDoor(port: number): RunningEditor['ask'] {
  return async (wish) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: JSON.stringify(wish) });
    const answer: unknown = await response.json();
    if (typeof answer === 'object' && answer !== null && 'error' in answer)
      throw new Error(String(answer.error));
    return typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : null;
  };
}

async function untilAnswers(ask: RunningEditor['ask']): Promise<void> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const problem = await ask({ document: 'none' }).then(
      () => null,
      (error: unknown) => error,
    );
    if (problem === null) return;
    if (Date.now() > end) throw new Error('The companion does not answer.', { cause: problem });
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The processes below this one that run extensions, as the system lists them. */
function findExtensionHosts(root: number): readonly number[] {
  const processes = readdirSync('/proc').flatMap((name) => {
    const id = Number(name);
    const parent = /\) \S (?<parent>\d+) /u.exec(readProcess(id, 'stat'))?.groups?.['parent'];
    return parent === undefined ? [] : [{ id, parent: Number(parent) }];
  });
  const below = (parent: number): readonly number[] =>
    processes.filter((one) => one.parent === parent).flatMap(({ id }) => below(id).concat(id));
  return below(root).filter((id) => readProcess(id, 'cmdline').includes('--type=extensionHost'));
}

/** Empty for one that is gone. */
function readProcess(id: number, what: 'stat' | 'cmdline'): string {
  try {
    return Number.isInteger(id) ? readFileSync(`/proc/${id}/${what}`, 'utf8') : '';
  } catch {
    return '';
  }
}

function readLines(file: string): readonly Record<string, unknown>[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => recordSchema.parse(JSON.parse(line)));
}
