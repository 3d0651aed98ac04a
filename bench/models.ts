import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { ModelRequest } from '@rook/engine';
import { createModel, createSockets, type ModelProvider } from '@rook/model-ai-sdk';
import { build } from 'esbuild';

import { medianOf, type Measurement } from './measurement.ts';
import { medianWork } from './median-work.ts';
import { readBare } from './read-bare.ts';

const ROUNDS = 7;
const MANY = 50_000;
const FEWER = 10_000;
/** Pieces that come one after the other, each in a read of its own. */
const PACED = 500;

const question: ModelRequest = {
  system: 'Be kind.',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Hello.' }] }],
  maxOutputTokens: 100_000,
};

/** What the client does for each piece of an answer, beside reading the same stream with nothing but a parser. */
export async function measureModels(): Promise<Measurement[]> {
  const server = spawn(process.execPath, [fileURLToPath(new URL('model-server.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve) => {
    server.stdout.once('data', (bytes: Buffer) => {
      resolve(bytes.toString('utf8').trim());
    });
  });
  const address = `http://127.0.0.1:${port}`;
  try {
    const streams: Measurement[] = [];
    for (const client of CLIENTS) streams.push(...(await measureStream(address, client)));
    return [...streams, ...(await measureLoading())];
  } finally {
    server.kill();
  }
}

interface Client {
  readonly provider: ModelProvider;
  readonly model: string;
  /** Where its requests go, behind the address. */
  readonly path: string;
  readonly interface?: 'responses';
}

/** One for each way in which a client library reads an answer; Azure's are OpenAI's and xAI's other one is the first. */
const CLIENTS: readonly Client[] = [
  { provider: 'openai-compatible', model: 'qwen3', path: 'chat/completions' },
  { provider: 'anthropic', model: 'claude-opus-4-6', path: 'messages' },
  { provider: 'openai', model: 'gpt-5', path: 'responses' },
  { provider: 'xai', model: 'grok-4', path: 'responses', interface: 'responses' },
  { provider: 'google', model: 'gemini-2.5-pro', path: 'models' },
];

async function measureStream(address: string, client: Client): Promise<Measurement[]> {
  const { provider, model, path, ...options } = client;
  const sockets = createSockets({});
  const ask = async (speed: string, count: number): Promise<number> => {
    const connection = { name: 'bench', provider, baseUrl: `${address}/${speed}/v1` };
    let words = 0;
    let events = 0;
    for await (const event of createModel(connection, 'no key', model, { sockets, ...options }).stream(
      question,
      new AbortController().signal,
    )) {
      if (event.kind !== 'text') continue;
      events += 1;
      words += event.text.split('word').length - 1;
    }
    if (words !== count) throw new Error(`${provider} told ${words} pieces of ${count}`);
    return events;
  };
  let told = 0;
  const tasks = [
    async () => ask(`${MANY}`, MANY),
    async () => ask(`${FEWER}`, FEWER),
    async () => ask('10', 10),
    async () => readBare(`${address}/${MANY}/v1/${path}`),
    async () => readBare(`${address}/10/v1/${path}`),
    async () => {
      told = await ask(`paced-${PACED}`, PACED);
    },
    async () => readBare(`${address}/paced-${PACED}/v1/${path}`),
    async () => ask(`unlike-${FEWER}`, FEWER),
    async () => readBare(`${address}/unlike-${FEWER}/v1/${path}`),
  ];
  const [
    many = 0,
    fewer = 0,
    few = 0,
    bare = 0,
    bareFew = 0,
    paced = 0,
    barePaced = 0,
    unlike = 0,
    bareUnlike = 0,
  ] = await medianWork(tasks);
  sockets.close();
  const name = `${provider} ${path}`;
  process.stdout.write(
    `${name}: ${few.toFixed(0)} µs for a call of 10 pieces, ${bareFew.toFixed(0)} µs for a bare one; ${told} of ${PACED} paced pieces told apart\n`,
  );
  // Without a limit: nothing of such a stream can be joined, and it is the client library that works.
  process.stdout.write(
    `${name}: ${(unlike / FEWER).toFixed(1)} µs for each of ${FEWER} pieces with a field that is another in each, ${(unlike / bareUnlike).toFixed(1)} × a bare parser\n`,
  );
  return [
    {
      name: `${name}, work for a piece of ${MANY}`,
      reference: 'a bare parser of the same stream',
      unit: 'µs',
      measured: many / MANY,
      against: bare / MANY,
      limit: 8,
    },
    {
      name: `${name}, work for a piece of ${MANY}`,
      reference: `a piece of ${FEWER}`,
      unit: 'µs',
      measured: many / MANY,
      against: fewer / FEWER,
      limit: 1.5,
    },
    {
      name: `${name}, work for a piece that comes alone`,
      reference: 'a bare parser of the same stream',
      unit: 'µs',
      measured: paced / PACED,
      against: barePaced / PACED,
      limit: 8,
    },
  ];
}

const PROVIDERS = ['anthropic', 'openai', 'xai', 'azure', 'google', 'openai-compatible'] as const;
const LOADING_LIMIT = 150;

/** The slowest provider to load, bundled as the command line is. */
async function measureLoading(): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rook-models-'));
  try {
    const source = join(
      import.meta.dirname,
      '..',
      'packages',
      'adapters',
      'model-ai-sdk',
      'src',
      'providers',
    );
    await build({
      entryPoints: PROVIDERS.map((provider) =>
        join(source, `${provider === 'xai' ? 'xai-responses' : provider}.ts`),
      ),
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      mainFields: ['module', 'main'],
      minify: true,
      legalComments: 'none',
      logLevel: 'warning',
    });
    const program = join(folder, 'load.mjs');
    writeFileSync(
      program,
      'const before = process.cpuUsage(); await import(process.argv[2]); const { user, system } = process.cpuUsage(before); console.log((user + system) / 1000);',
    );
    return PROVIDERS.map((provider) => {
      const file = join(folder, `${provider === 'xai' ? 'xai-responses' : provider}.mjs`);
      const times = Array.from({ length: ROUNDS }, () =>
        Number(spawnSync(process.execPath, [program, file], { encoding: 'utf8' }).stdout),
      );
      return {
        name: `${provider}, loading`,
        reference: 'the limit',
        unit: 'ms',
        measured: medianOf(times),
        against: LOADING_LIMIT,
        limit: 1,
      };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
