import { messageIdSchema, sessionIdSchema, turnIdSchema, type SessionDocument } from '@rook/contract';

import { buildRequest, type BuiltRequest } from '../packages/engine/src/context/build-request.ts';
import { buildContextBlocks } from '../packages/engine/src/context/context-blocks.ts';
import type { ConversationTurn } from '../packages/engine/src/context/conversation.ts';
import { userMessage } from '../packages/engine/src/context/turn-messages.ts';
import { medianOf, type Measurement } from './measurement.ts';

const TURNS = 2000;
const FILES = 500;
const WINDOW_TOKENS = 180_000;
const ROUNDS = 9;
/** Rounds that warm up and do not count. */
const WARM_ROUNDS = 2;
/** What the issue asks for. */
const MOST_MILLISECONDS = 20;

/** What it takes to make the request of a long session, beside writing the same request as JSON. */
export function measureContext(): Measurement[] {
  const registry = makeRegistry();
  const kept = makeTurns();
  // Turns that nobody has weighed yet, as when a session is opened.
  const unknown = Array.from({ length: WARM_ROUNDS + ROUNDS }, makeTurns);
  const { leftOutTurns, estimatedTokens, request } = build(kept, registry);
  const [first, next, json] = medianTimes([
    () => build(unknown.pop() ?? [], registry),
    () => build(kept, registry),
    () => JSON.stringify(request),
  ]);
  process.stdout.write(
    `context: ${request.messages.length} messages of about ${estimatedTokens} tokens, ${leftOutTurns} of ${TURNS} turns left out; first request ${first.toFixed(1)} ms, further ones ${next.toFixed(1)} ms\n`,
  );
  const name = `request of ${TURNS} turns and ${FILES} known files`;
  return [
    limited(`first ${name}`, first),
    limited(`further ${name}`, next),
    {
      name: `further ${name}`,
      reference: 'writing it as JSON',
      unit: 'ms',
      measured: next,
      against: json,
      limit: 3,
    },
  ];
}

function limited(name: string, measured: number): Measurement {
  return { name, reference: 'the limit', unit: 'ms', measured, against: MOST_MILLISECONDS, limit: 1 };
}

function build(
  turns: readonly ConversationTurn[],
  fileRegistry: SessionDocument['fileRegistry'],
): BuiltRequest {
  const blocks = buildContextBlocks({
    now: new Date(0),
    minutesFromUtc: 0,
    session: sessionIdSchema.parse('rook-20261115-0a1b2c3d'),
    mode: 'ask',
    workspace: 'shop',
    turn: TURNS + 1,
    files: { fileRegistry, pairFileHistory: [] },
    maxFiles: 20,
    changedInstructions: null,
  });
  const built = buildRequest({
    system: PROSE.repeat(30),
    blocks,
    turns,
    current: { message: userMessage({ text: PROSE }), rounds: [] },
    tools: [{ name: 'read_file', description: PROSE, input: { type: 'object' } }],
    maxInputTokens: WINDOW_TOKENS,
  });
  if (!built.ok) throw new Error(built.error.message);
  return built.value;
}

const PROSE =
  'The parser reads one line after the other, keeps what it does not know, and says in one sentence what is wrong. ';
const CODE =
  'export function addEntry(state: State, entry: Entry): void {\n  state.entries.push(entry); // 42\n}\n';

function makeTurns(): ConversationTurn[] {
  return Array.from({ length: TURNS }, (_, index) => ({
    id: turnIdSchema.parse(`t${String(index + 1).padStart(4, '0')}`),
    message: {
      id: messageIdSchema.parse(`msg-${index}-0`),
      text: `${index} ${PROSE}`,
      files: [],
      images: [],
    },
    rounds: [
      {
        text: PROSE,
        calls: [
          {
            id: `call-${index}`,
            name: 'read_file',
            input: { path: `src/file-${index}.ts` },
            reply: CODE.repeat(15),
            failed: false,
          },
        ],
        steering: [],
      },
      { text: PROSE.repeat(5), calls: [], steering: [] },
    ],
    status: 'completed',
  }));
}

function makeRegistry(): SessionDocument['fileRegistry'] {
  const files = Array.from({ length: FILES }, (_, index) => {
    const path = `packages/engine/src/file-${index}.ts`;
    const file: SessionDocument['fileRegistry'][string] = {
      path,
      absolutePath: `/workspace/${path}`,
      md5: String(index).padStart(32, '0'),
      sha256: String(index).padStart(64, '0'),
      lastSeenTurn: (index * 7) % TURNS,
      sizeBytes: 1000,
      language: 'typescript',
      loadedBy: 'ai-adhoc',
      whole: true,
      ranges: [],
      stale: false,
    };
    return [path, file] as const;
  });
  return Object.fromEntries(files);
}

/** The median processor time of each task in milliseconds; they take turns, as the machine's moods do. */
function medianTimes(
  tasks: readonly [() => unknown, () => unknown, () => unknown],
): readonly [number, number, number] {
  const times: number[][] = tasks.map(() => []);
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    for (const [index, task] of tasks.entries()) {
      const before = process.cpuUsage();
      task();
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) times[index]?.push((user + system) / 1000);
    }
  }
  const [first = Number.NaN, next = Number.NaN, json = Number.NaN] = times.map(medianOf);
  return [first, next, json];
}
