import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { fail, rookError, sessionIdSchema, succeed, turnIdSchema } from '@rook/contract';
import { createFakeOutline, createFakeShell, createFakeStore, createFakeWeb } from '@rook/engine/testing';
import { createLocalWorkspace } from '@rook/workspace-local';

import { createChangeSetIds } from '../packages/engine/src/edits/change-set-ids.ts';
import type { Gate } from '../packages/engine/src/gate/pass-gate.ts';
import { createWorkspaceGate } from '../packages/engine/src/gate/workspace-gate.ts';
import { resolveSettings } from '../packages/engine/src/settings/resolve-settings.ts';
import { medianTimes, type Run } from './measure.ts';
import type { Measurement } from './measurement.ts';
import { medianWork } from './median-work.ts';

const CALLS = 300;
const FILE = 'packages/engine/src/gate/pass-gate.ts';
/** What the issue asks for. */
const MOST_MICROSECONDS = 200;
const MOST_SHARE = 0.01;
/** Calls of the turn whose share is looked at. */
const CALLS_OF_A_TURN = 3;

/** What a decision at the gate costs, and how much of a turn that is. */
export async function measureGate(): Promise<Measurement[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rook-gate-')));
  try {
    const workspace = join(folder, 'workspace');
    mkdirSync(dirname(join(workspace, FILE)), { recursive: true });
    writeFileSync(join(workspace, FILE), 'let a = 1;\n');
    writeFileSync(join(workspace, '.gitignore'), 'node_modules\ndist\n*.log\n');
    const gate = openGate(workspace);
    const edits = [{ search: 'a = 1', replace: 'a = 2' }];
    const [read = 0, write = 0, look = 0] = await medianWork([
      async () => passMany(gate, 'read_file', { path: FILE }),
      async () => passMany(gate, 'edit', { path: FILE, edits }),
      async () => lookMany(join(workspace, FILE)),
    ]);
    const turn = measureTurn(folder, workspace);
    const share = (CALLS_OF_A_TURN * read) / CALLS / 1000 / turn;
    process.stdout.write(
      `gate: ${(read / CALLS).toFixed(0)} µs to decide about a read, ${(write / CALLS).toFixed(0)} µs about an edit; ${(share * 100).toFixed(2)} % of a turn of ${turn.toFixed(0)} ms with ${CALLS_OF_A_TURN} calls\n`,
    );
    const each = (name: string, micros: number, reference: string, against: number, limit: number) => ({
      name,
      reference,
      unit: 'µs',
      measured: micros / CALLS,
      against,
      limit,
    });
    return [
      each('gate, a decision about a read', read, 'the limit', MOST_MICROSECONDS, 1),
      each('gate, a decision about an edit', write, 'the limit', MOST_MICROSECONDS, 1),
      each('gate, a decision about an edit', write, 'realpath and lstat of its file', look / CALLS, 15),
      {
        name: `gate, its share of a turn of ${CALLS_OF_A_TURN} calls without the time of a model`,
        reference: 'the limit',
        unit: '%',
        measured: share * 100,
        against: MOST_SHARE * 100,
        limit: 1,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function passMany(gate: Gate, name: string, input: unknown): Promise<void> {
  const turn = turnIdSchema.parse('t0001');
  for (let call = 0; call < CALLS; call += 1) {
    const passed = await gate.pass({ turn, id: `c${call}`, name, input, repeats: 0 });
    if (!passed.allowed) throw new Error(passed.error.message);
  }
}

async function lookMany(path: string): Promise<void> {
  for (let call = 0; call < CALLS; call += 1) await lstat(await realpath(path));
}

function openGate(workspace: string): Gate {
  const store = createFakeStore();
  const none = fail(rookError('busy', 'There is no index.'));
  return createWorkspaceGate(
    {
      workspace: createLocalWorkspace(workspace),
      shell: createFakeShell(() => undefined),
      ripgrep: async () => succeed('rg'),
      web: createFakeWeb(new Map()),
      outline: createFakeOutline(),
      index: {
        update: async () => none,
        rebuild: async () => none,
        search: async () => none,
        close: async () => undefined,
      },
      blobs: store.blobs,
      session: sessionIdSchema.parse('rook-20261115-0a1b2c3d'),
      findResult: () => null,
      ignore: [],
      maxResultChars: 30_000,
      changes: {
        store,
        journal: { append: async () => succeed([]) },
        nextId: createChangeSetIds({ now: () => new Date() }),
        shown: () => null,
        rule: 'session',
        intent: () => null,
        cost: () => null,
        partial: false,
        dryRun: false,
        todoCount: () => 0,
      },
    },
    {
      settings: resolveSettings([]).values,
      autoEdits: true,
      answers: 'no',
      protectedAnswers: 'no',
      record: async () => succeed(undefined),
    },
  );
}

/** The whole of `rook ask` with a scripted model that takes no time, in milliseconds. */
function measureTurn(folder: string, workspace: string): number {
  const script = join(folder, 'script.json');
  const paths = ['', 'packages', 'packages/engine'].slice(0, CALLS_OF_A_TURN);
  const calls = paths.map((path) => ({ kind: 'tool_call', name: 'list_files', input: { path } }));
  const steps = [{ answer: { events: calls } }, { answer: { events: [{ kind: 'text', text: 'Done.' }] } }];
  writeFileSync(script, JSON.stringify({ version: 1, steps }));
  const launcher = join(import.meta.dirname, '..', 'apps', 'cli', 'bin', 'rook.cjs');
  const ask: Run = [process.execPath, launcher, 'ask', 'Look.', '--workspace', workspace];
  const variables = {
    ROOK_HOME: join(folder, 'home'),
    ROOK_PROVIDER: 'scripted',
    ROOK_SCRIPT: script,
    ROOK_MODEL: 'm',
  };
  return medianTimes([ask], 5, variables)[0] ?? Number.NaN;
}
