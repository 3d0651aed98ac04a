import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { rook, succeed, type Delta } from '@rook/contract';
import { createMessageId, createRedactor, openSession, type SessionSetup } from '@rook/engine';
import {
  createFakeOutline,
  createFakeOwnFile,
  createFakeShell,
  createFakeSpend,
  createFakeWeb,
  createFakeWorkspace,
} from '@rook/engine/testing';
import { createModel, createSockets } from '@rook/model-ai-sdk';
import { createLocalStore, createSearchIndex } from '@rook/store-local';

import { resolveSettings } from '../packages/engine/src/settings/resolve-settings.ts';
import { medianMemory, medianTimes, type Run } from './measure.ts';
import type { Measurement } from './measurement.ts';
import { medianWork } from './median-work.ts';
import { readBare } from './read-bare.ts';

const MANY = 50_000;
const FEWER = 10_000;
const ASK_LIMIT_MILLISECONDS = 400;
const MEMORY_LIMIT_KILOBYTES = 150_000;

/** What a turn costs from the socket to the entry and the delta, and what `rook ask` costs as a whole. */
export async function measureTurn(): Promise<Measurement[]> {
  const server = spawn(process.execPath, [fileURLToPath(new URL('model-server.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve) => {
    server.stdout.once('data', (bytes: Buffer) => {
      resolve(bytes.toString('utf8').trim());
    });
  });
  const folder = mkdtempSync(join(tmpdir(), 'rook-turn-'));
  try {
    const address = `http://127.0.0.1:${port}`;
    return [...(await measurePieces(address, folder)), ...measureAsk(address, folder)];
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measurePieces(address: string, folder: string): Promise<Measurement[]> {
  const sockets = createSockets({});
  let shown = 0;
  const store = createLocalStore({ home: join(folder, 'home'), folder: join(folder, '.rook') });
  const ask = async (count: number): Promise<void> => {
    const connection = {
      name: 'bench',
      provider: 'openai-compatible',
      baseUrl: `${address}/${count}/v1`,
    } as const;
    const model = createModel(connection, 'no key', 'qwen3', { sockets });
    shown = 0;
    const session = await openSession({
      ...commonSetup(),
      store,
      index: createSearchIndex(join(folder, '.rook'), store),
      models: [{ model, baseUrl: connection.baseUrl }],
      listener: {
        entry: () => undefined,
        delta: ({ type, text }: Delta) => {
          if (type === 'text') shown += text.length;
        },
      },
    });
    if (!session.ok) throw new Error(session.error.message);
    const now = new Date();
    await session.value.send({ type: 'message_send', message_id: createMessageId(now), text: 'Hello.' });
    await session.value.idle();
    await session.value.close();
    if (shown < count * 7) throw new Error(`${shown} characters were shown for ${count} pieces`);
  };
  const [many = 0, fewer = 0, bare = 0] = await medianWork([
    async () => ask(MANY),
    async () => ask(FEWER),
    async () => readBare(`${address}/${MANY}/v1/chat/completions`),
  ]);
  sockets.close();
  const name = `turn, work for a piece of ${MANY} from the socket to entry and delta`;
  const figures = { unit: 'µs', measured: many / MANY };
  return [
    { name, reference: 'a bare parser of the same stream', ...figures, against: bare / MANY, limit: 10 },
    { name, reference: `a piece of ${FEWER}`, ...figures, against: fewer / FEWER, limit: 1.5 },
  ];
}

function commonSetup(): Omit<SessionSetup, 'store' | 'index' | 'models' | 'listener'> {
  return {
    brand: rook,
    clock: {
      now: () => new Date(),
      monotonic: () => performance.now(),
      sleep: async (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    },
    lines: {
      workspace: { name: 'w', uri: 'file:///w', trusted: true },
      mode: { agent_mode: null, safety: 'ask' },
      redactor: createRedactor({ secrets: [] }),
    },
    holder: { surface: 'bench' },
    settings: resolveSettings([]).values,
    platform: process.platform,
    spend: createFakeSpend(),
    workspace: createFakeWorkspace(),
    shell: createFakeShell(() => undefined),
    ripgrep: async () => succeed('rg'),
    web: createFakeWeb(new Map()),
    outline: createFakeOutline(),
    answers: 'no',
    protectedAnswers: 'no',
    canAsk: false,
    isModeGiven: false,
    rules: createFakeOwnFile('rules.json'),
    sealKey: createFakeOwnFile('seal.key'),
    intents: createFakeOwnFile('active_intents.yaml'),
    ledger: null,
    autoEdits: false,
  };
}

/** The whole command, beside a program that asks the same server and does nothing else. */
function measureAsk(address: string, folder: string): Measurement[] {
  const node = process.execPath;
  const launcher = join(import.meta.dirname, '..', 'apps', 'cli', 'bin', 'rook.cjs');
  const variables = (pieces: number) => ({
    ROOK_HOME: join(folder, 'ask-home'),
    ROOK_PROVIDER: 'openai-compatible',
    ROOK_BASE_URL: `${address}/${pieces}/v1`,
    ROOK_API_KEY: 'none',
    ROOK_MODEL: 'qwen3',
  });
  const ask: Run = [node, launcher, 'ask', 'Hello?', '--workspace', folder];
  const url = JSON.stringify(`${address}/10/v1/chat/completions`);
  const bare: Run = [
    node,
    '-e',
    `fetch(${url}, { method: 'POST', body: '{}' }).then((answer) => answer.text())`,
  ];
  const [askTime = 0, bareTime = 0] = medianTimes([ask, bare], 15, variables(10));
  const [memory = 0] = medianMemory([ask], 3, variables(FEWER));
  return [
    {
      name: 'rook ask, time over that of the model',
      reference: 'the limit',
      unit: 'ms',
      measured: askTime - bareTime,
      against: ASK_LIMIT_MILLISECONDS,
      limit: 1,
    },
    {
      name: `rook ask, peak memory with ${FEWER} pieces`,
      reference: 'the limit',
      unit: 'KB',
      measured: memory,
      against: MEMORY_LIMIT_KILOBYTES,
      limit: 1,
    },
  ];
}
