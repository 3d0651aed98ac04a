import { join } from 'node:path';

import type { Script } from '@rook/contract';
import { startWireServer } from '@rook/wire-server';
import { expect, it, onTestFinished } from 'vitest';

import { entriesOf, journalLines } from './ask-rook.ts';
import { valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place } from './sandbox.ts';

/** The model of each provider that is asked here. */
const PROVIDERS = {
  anthropic: 'claude-opus-4-6',
  openai: 'gpt-5',
  xai: 'grok-4',
  azure: 'gpt-5',
  google: 'gemini-2.5-pro',
  'openai-compatible': 'qwen3',
} as const;

const files = ['one.txt', 'two.txt', 'three.txt'];

/** Three rounds of reading, each of two files at once, and then an answer. */
const script: Script = {
  version: 1,
  steps: [
    ...files.map((path, index): Script['steps'][number] => ({
      answer: {
        events: [
          { kind: 'text', text: `Round ${index + 1}. `, pieceLength: 3 },
          { kind: 'tool_call', id: `call_${index}a`, name: 'read_file', input: { path } },
          { kind: 'tool_call', id: `call_${index}b`, name: 'read_file', input: { path: `sub/${path}` } },
        ],
        usage: { input: 100, output: 10 },
      },
    })),
    { answer: { events: [{ kind: 'text', text: 'All six were read.' }], usage: { input: 200, output: 5 } } },
  ],
};

it.each(Object.entries(PROVIDERS))(
  'B-02 B-20 holds a conversation of three tool rounds through the client of %s',
  async (provider, model) => {
    const sandbox = makeSandbox();
    for (const path of files) {
      place(join(sandbox.workspace, path), `this is ${path}\n`);
      place(join(sandbox.workspace, 'sub', path), `this is sub ${path}\n`);
    }
    const server = await startWireServer();
    onTestFinished(async () => server.close());
    server.play(script);
    const env = {
      ROOK_PROVIDER: provider,
      ROOK_BASE_URL: server.url,
      ROOK_API_KEY: ['key', 'of', provider].join('-'),
      ROOK_MODEL: model,
    };
    const end = await runRook(sandbox, ['ask', 'Read all.'], { env });
    expect(end).toMatchObject({ code: 0 });
    const lines = journalLines(sandbox);
    expect(entriesOf(lines, 'answer_received')).toHaveLength(4);
    expect(entriesOf(lines, 'tool_call').map((call) => valueAt(call, 'tool', 'input', 'path'))).toEqual(
      files.flatMap((path) => [path, `sub/${path}`]),
    );
    expect(entriesOf(lines, 'file_shown')).toHaveLength(6);
    const [turn] = entriesOf(lines, 'turn');
    expect(valueAt(turn, 'status')).toBe('completed');
    expect(valueAt(turn, 'tool_call_count')).toBe(6);
    expect(valueAt(turn, 'assistant', 'text')).toBe(
      'Round 1. \n\nRound 2. \n\nRound 3. \n\nAll six were read.',
    );
    expect(server.received).toHaveLength(4);
    // Each request holds what all earlier rounds brought.
    for (const path of files) expect(server.received.at(-1)?.body).toContain(`this is sub ${path}`);
    expect(entriesOf(lines, 'budget_settled')).toHaveLength(4);
  },
);
