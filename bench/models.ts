import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { ModelRequest } from '@rook/engine';
import { createModel, createSockets, type ModelProvider } from '@rook/model-ai-sdk';
import { build } from 'esbuild';

import { medianOf, type Measurement } from './measurement.ts';

const ROUNDS = 7;
/** Rounds that warm up and do not count. */
const WARM_ROUNDS = 3;
const MANY = 50_000;
const FEWER = 10_000;

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
    return [
      ...(await measureStream(address, 'openai-compatible', 'qwen3', 'chat/completions')),
      ...(await measureStream(address, 'anthropic', 'claude-opus-4-6', 'messages')),
      ...(await measureLoading()),
    ];
  } finally {
    server.kill();
  }
}

async function measureStream(
  address: string,
  provider: ModelProvider,
  name: string,
  path: string,
): Promise<Measurement[]> {
  const sockets = createSockets({});
  const ask = async (count: number): Promise<void> => {
    const connection = { name: 'bench', provider, baseUrl: `${address}/${count}/v1` };
    let pieces = 0;
    for await (const event of createModel(connection, 'no key', name, { sockets }).stream(
      question,
      new AbortController().signal,
    ))
      if (event.kind === 'text') pieces += 1;
    if (pieces !== count) throw new Error(`${provider} told ${pieces} pieces of ${count}`);
  };
  const [many = 0, fewer = 0, few = 0, bare = 0, bareFew = 0] = await medianWork([
    async () => ask(MANY),
    async () => ask(FEWER),
    async () => ask(10),
    async () => readBare(`${address}/${MANY}/v1/${path}`),
    async () => readBare(`${address}/10/v1/${path}`),
  ]);
  sockets.close();
  process.stdout.write(
    `${provider}: ${few.toFixed(0)} µs for a call of 10 pieces, ${bareFew.toFixed(0)} µs for a bare one\n`,
  );
  return [
    {
      name: `${provider}, work for a piece of ${MANY}`,
      reference: 'a bare parser of the same stream',
      unit: 'µs',
      measured: many / MANY,
      against: bare / MANY,
      limit: 8,
    },
    {
      name: `${provider}, work for a piece of ${MANY}`,
      reference: `a piece of ${FEWER}`,
      unit: 'µs',
      measured: many / MANY,
      against: fewer / FEWER,
      limit: 1.5,
    },
  ];
}

/** Median processor time of each task in microseconds; they take turns, as the machine's moods do. */
async function medianWork(tasks: readonly (() => Promise<void>)[]): Promise<number[]> {
  const times: number[][] = tasks.map(() => []);
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    for (const [index, task] of tasks.entries()) {
      const before = process.cpuUsage();
      await task();
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) times[index]?.push(user + system);
    }
  }
  return times.map(medianOf);
}

async function readBare(url: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const asking = request(url, { method: 'POST' }, (answer) => {
      let rest = '';
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => {
        rest += text;
        let from = 0;
        for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n', from)) {
          const data = rest.indexOf('data: ', from) + 6;
          if (rest[data] === '{') JSON.parse(rest.slice(data, end));
          from = end + 2;
        }
        rest = rest.slice(from);
      });
      answer.once('end', resolve);
    });
    asking.once('error', reject);
    asking.end('{}');
  });
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
