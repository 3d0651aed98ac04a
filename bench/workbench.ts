import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { messageIdSchema, rook, turnIdSchema, type EntryDraft } from '@rook/contract';
import { createOwnSession, createRedactor } from '@rook/engine';
import { createLocalStore } from '@rook/store-local';
import { chromium, type Browser, type Page } from 'playwright-core';

import { medianOf, type Measurement } from './measurement.ts';
import { measureScrolling } from './scrolling.ts';

const TURNS = 5000;
const OPEN_ROUNDS = 3;
const MOST_OPEN_MILLISECONDS = 1000;
const MOST_IDLE_MEGABYTES = 120;
/** With a long session that was read, searched and written to; what it needs for that is given back in its own time. */
const MOST_USED_MEGABYTES = 300;
const FRAME_MILLISECONDS = 16;
/** So many pieces in a second, for so many seconds. */
const PIECES_IN_A_SECOND = 200;
const SECONDS = 10;
const CHROMIUM = '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

/** How long a long session takes to be seen, whether a fast answer keeps the page smooth, and what the server holds. */
export async function measureWorkbench(): Promise<Measurement[]> {
  if (!existsSync(CHROMIUM)) {
    process.stdout.write('not measured: the workbench, because this machine has no Chromium\n');
    return [];
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rook-bench-web-')));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const session = await fillSession(folder);
    const server = await startServer(folder);
    try {
      const atRest = measureMemory(server.pid, 'the server at rest, memory', MOST_IDLE_MEGABYTES);
      const page = await openPage(browser, server.url);
      const seen = [
        ...(await measureOpening(page, session)),
        ...(await measureScrolling(page, session, TURNS)),
        ...(await measureStream(page)),
      ];
      return [
        atRest,
        ...seen,
        measureMemory(server.pid, 'the server after all that, memory', MOST_USED_MEGABYTES),
      ];
    } finally {
      server.end();
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const CLOCK = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: async (milliseconds: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref()),
};

/** A session as a year of work leaves it. */
async function fillSession(folder: string): Promise<string> {
  const root = join(folder, 'workspace');
  mkdirSync(join(root, '.rook'), { recursive: true, mode: 0o700 });
  const store = createLocalStore({ home: join(folder, 'home'), folder: join(root, '.rook') });
  const own = createOwnSession({
    brand: rook,
    store,
    clock: CLOCK,
    holder: { surface: 'bench' },
    sync: 'never',
    lines: {
      workspace: { name: 'workspace', uri: 'file:///workspace', trusted: true },
      mode: { agent_mode: null, safety: 'ask' },
      redactor: createRedactor({ secrets: [] }),
    },
  });
  const journal = await own.journal();
  if (!journal.ok) throw new Error(journal.error.message);
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const written = await journal.value.append(turnDrafts(turn));
    if (!written.ok) throw new Error(written.error.message);
  }
  await own.close();
  const listed = await store.list();
  if (!listed.ok || listed.value[0] === undefined) throw new Error('There is no session.');
  return listed.value[0].id;
}

function turnDrafts(turn: number): EntryDraft[] {
  const turnId = turnIdSchema.parse(`t${String(turn).padStart(4, '0')}`);
  const messageId = messageIdSchema.parse(`msg-${turn}-a`);
  const question = `Question ${turn}: what does this part do, and who calls it?`;
  const answer = `Answer ${turn}: it reads **one** line after the other.\n\n${'It is called by the runner. '.repeat(20)}\n\n- first\n- second\n`;
  const tool = { name: 'read_file', input: { path: `src/file${turn}.ts` } };
  const call = { turn_id: turnId, tool_use_id: `call_${turn}` };
  return [
    { event_type: 'message_admitted', message_id: messageId, text: question },
    { event_type: 'turn_started', turn_id: turnId, message_id: messageId, model: 'm' },
    { event_type: 'tool_call_requested', ...call, tool, round: 1 },
    { event_type: 'tool_call_allowed', ...call, effect: 'read', by: 'rules' },
    { event_type: 'tool_call', ...call, tool, result: { ok: true, reply: 'x'.repeat(800) }, timing_ms: 3 },
    {
      event_type: 'answer_received',
      turn_id: turnId,
      round: 1,
      model: 'm',
      text: answer,
      finish_reason: 'stop',
    },
    {
      event_type: 'turn',
      turn_id: turnId,
      user: { text: question },
      assistant: { text: answer },
      tool_call_count: 1,
      status: 'completed',
    },
  ];
}

/** As models write: a heading, a few sentences, a list, some code. */
const PASSAGE = `## What it does

${'It reads one line after the other, and **nothing** is left out of it; `read` says so. '.repeat(4)}

- the first line is a head
- the others are *entries*

\`\`\`ts
export function read(lines: readonly string[]): number {
  return lines.length;
}
\`\`\`

`;

interface RunningServer {
  readonly url: string;
  readonly pid: number;
  end(): void;
}

async function startServer(folder: string): Promise<RunningServer> {
  const script = join(folder, 'script.json');
  const text = PASSAGE.repeat(Math.ceil((PIECES_IN_A_SECOND * SECONDS * 5) / PASSAGE.length));
  const event = { kind: 'text', text, pieceLength: 5, delayMilliseconds: 1000 / PIECES_IN_A_SECOND };
  writeFileSync(script, JSON.stringify({ version: 1, steps: [], default: { events: [event] } }));
  const launcher = join(import.meta.dirname, '..', 'apps', 'cli', 'bin', 'rook.cjs');
  const child = spawn(process.execPath, [launcher, 'open', '--no-open', '--json', '--port', '0'], {
    cwd: join(folder, 'workspace'),
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      ROOK_HOME: join(folder, 'home'),
      ROOK_PROVIDER: 'scripted',
      ROOK_SCRIPT: script,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readUrl(child);
  return { url, pid: child.pid ?? 0, end: () => child.kill('SIGKILL') };
}

async function readUrl(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stdout?.once('data', (piece: Buffer) =>
    resolve(/"url":"([^"]+)"/u.exec(piece.toString())?.[1] ?? ''),
  );
  child.once('close', () => reject(new Error('The server ended.')));
  return promise;
}

function measureMemory(pid: number, name: string, most: number): Measurement {
  const kilobytes = Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return {
    name,
    reference: 'what it may hold',
    unit: 'MB',
    measured: kilobytes / 1024,
    against: most,
    limit: 1,
  };
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.goto(url);
  await page.locator('.composer-text').waitFor();
  return page;
}

/** From the click of a person to the last answer on the screen. */
async function measureOpening(page: Page, session: string): Promise<Measurement[]> {
  const times: number[] = [];
  for (let round = 0; round < OPEN_ROUNDS; round += 1) {
    await goTo(page, '#/');
    await page.getByText(`Answer ${TURNS}`).waitFor({ state: 'detached' });
    const start = performance.now();
    await goTo(page, `#/session/${session}`);
    await page.getByText(`Answer ${TURNS}`).first().waitFor();
    times.push(performance.now() - start);
  }
  return [
    {
      name: `the last turns of a session of ${TURNS} turns on the screen`,
      reference: 'the second that it may take',
      unit: 'ms',
      measured: medianOf(times),
      against: MOST_OPEN_MILLISECONDS,
      limit: 1,
    },
  ];
}

async function measureStream(page: Page): Promise<Measurement[]> {
  await goTo(page, '#/');
  await page.locator('.composer-text').fill('Say much');
  await page.locator('.composer-text').press('Enter');
  await page.locator('[data-turn][data-status="running"]').first().waitFor();
  const frames = await collectFrames(page, (SECONDS - 2) * 1000);
  const half = Math.floor(frames.length / 2);
  return [
    {
      name: `work for a frame while ${PIECES_IN_A_SECOND} pieces come in a second, 95th percentile`,
      reference: 'the frame itself',
      unit: 'ms',
      measured: percentile(frames, 0.95),
      against: FRAME_MILLISECONDS,
      limit: 1,
    },
    {
      name: 'work for a frame in the second half of a long answer',
      reference: 'that of the first half',
      unit: 'ms',
      measured: average(frames.slice(half)),
      against: average(frames.slice(0, half)),
      limit: 1.5,
    },
  ];
}

async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
}

/** What the page works for each frame until it is drawn, for so long. */
async function collectFrames(page: Page, milliseconds: number): Promise<readonly number[]> {
  const collected: unknown = await page.evaluate(`new Promise((resolve) => {
    const frames = [];
    const end = performance.now() + ${milliseconds};
    const { port1, port2 } = new MessageChannel();
    let began = 0;
    // The message is heard when all that the frame needs has been worked out and drawn.
    port1.onmessage = () => {
      frames.push(performance.now() - began);
      if (performance.now() < end) requestAnimationFrame(tick);
      else resolve(frames);
    };
    const tick = () => {
      began = performance.now();
      port2.postMessage(null);
    };
    requestAnimationFrame(tick);
  })`);
  return Array.isArray(collected) ? collected.map(Number) : [];
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
