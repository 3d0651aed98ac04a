import { spawn } from 'node:child_process';
import { join } from 'node:path';

import type { Script } from '@rook/contract';
import { startWireServer, type WireServer } from '@rook/wire-server';
import { expect, it, onTestFinished } from 'vitest';

import { journalLines, linesOf } from './ask-rook.ts';
import { valueAt } from './read-output.ts';
import { launcher, runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const LANES = 2;
const SESSIONS = 5;
const KILLS_IN_A_SESSION = 20;

/** Every turn looks at two files, one after the other, and then answers. */
const script: Script = {
  version: 1,
  steps: [
    {
      match: { toolResult: false },
      repeat: 'always',
      answer: {
        events: [
          { kind: 'text', text: 'I look at the first.', pieceLength: 4, delayMilliseconds: 3 },
          { kind: 'tool_call', id: 'first', name: 'read_file', input: { path: 'a.txt' } },
        ],
      },
    },
    {
      match: { toolResult: true },
      repeat: 'always',
      answer: { events: [{ kind: 'text', text: 'It says alpha.', pieceLength: 4, delayMilliseconds: 3 }] },
    },
  ],
};

interface Place {
  readonly sandbox: Sandbox;
  readonly env: Readonly<Record<string, string>>;
}

async function makePlace(server: WireServer): Promise<Place> {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'a.txt'), 'alpha\n');
  const env = {
    ROOK_PROVIDER: 'openai-compatible',
    ROOK_BASE_URL: `${server.url}/v1`,
    ROOK_API_KEY: ['killed', 'turns', '1'].join('-'),
    ROOK_MODEL: 'qwen3',
  };
  expect(await runRook(sandbox, ['ask', 'Begin.'], { env })).toMatchObject({ code: 0 });
  return { sandbox, env };
}

/** Runs a turn and kills it after a while; what it had said it had written is the answer. */
async function killTurn({ sandbox, env }: Place, milliseconds: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [launcher, 'ask', '--json', '--continue', 'Look again.'], {
    cwd: sandbox.workspace,
    env: { ...sandbox.env, ...env },
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  child.stdin.end();
  const closed = new Promise((resolve) => child.once('close', resolve));
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  await closed;
  clearTimeout(timer);
  const whole = said.slice(0, said.lastIndexOf('\n') + 1);
  return linesOf(whole);
}

function isOpen(lines: readonly string[]): boolean {
  const types = lines.flatMap((line) => {
    try {
      return [valueAt(JSON.parse(line), 'event_type')];
    } catch {
      return [];
    }
  });
  return types.lastIndexOf('turn_started') > types.lastIndexOf('turn');
}

it('B-27 T-15 loses nothing that was said to be written in 200 kills at random moments of a turn', async () => {
  const server = await startWireServer();
  onTestFinished(async () => server.close());
  server.play(script);
  let died = 0;
  const lane = async (): Promise<void> => {
    for (let session = 0; session < SESSIONS; session += 1) {
      const own = await makePlace(server);
      // As long as a turn takes here, so that the moments are spread over all of it on any machine.
      const began = Date.now();
      expect(await runRook(own.sandbox, ['ask', '--continue', 'And?'], { env: own.env })).toMatchObject({
        code: 0,
      });
      const length = Date.now() - began;
      for (let kill = 0; kill < KILLS_IN_A_SESSION; kill += 1) {
        const said = await killTurn(own, Math.random() * length * 1.1);
        const kept = new Set(journalLines(own.sandbox));
        expect(said.filter((line) => !kept.has(line))).toEqual([]);
        if (isOpen([...kept])) died += 1;
      }
      const last = await runRook(own.sandbox, ['ask', '--continue', 'The last one.'], { env: own.env });
      expect(last).toMatchObject({ code: 0 });
      expect(isOpen(journalLines(own.sandbox))).toBe(false);
      expect(await runRook(own.sandbox, ['journal', 'verify'])).toMatchObject({ code: 0 });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  expect(died).toBeGreaterThan(0);
}, 600_000);
