import { rookError, succeed, turnIdSchema, type EntryDraft, type Result } from '@rook/contract';
import * as z from 'zod';

import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import type { IgnoreRules } from '../tools/ignore-rules.ts';
import { defineTool, type Tool } from '../tools/tool.ts';
import { createGate, type Gate, type GateCall, type GateSetup } from './pass-gate.ts';

/** What the tests of the gate share: two small tools, a workspace in memory, and what was written down. */
export interface GateRoom {
  readonly gate: Gate;
  readonly written: EntryDraft[];
  /** What the handlers did, in order. */
  readonly done: string[];
}

type MakeGate = (setup: GateSetup) => Gate;

export function makeGateRoom(
  overrides: Partial<GateSetup> = {},
  write: (drafts: readonly EntryDraft[]) => Result<unknown> = () => succeed(undefined),
  make: MakeGate = createGate,
): GateRoom {
  const written: EntryDraft[] = [];
  const done: string[] = [];
  const files = new Map([
    ['src/a.ts', 'let a = 1;\n'],
    ['.env', 'X=1\n'],
    ['dist/out.js', 'x\n'],
  ]);
  const workspace = createFakeWorkspace(files, new Map([['link', '.env']]));
  const gate = make({
    tools: [
      lookTool(done),
      lookAtBothTool(done),
      reachTool(done),
      changeTool(done),
      shellTool(done),
      breakingTool(),
    ],
    settings: gateSettings('ask'),
    autoEdits: false,
    answers: 'no',
    protectedAnswers: 'no',
    sources: { workspace, ignore: () => ignoreDist, isProtected: (path) => path.startsWith('.git/') },
    record: async (drafts) => {
      const result = write(drafts);
      if (result.ok) written.push(...drafts);
      return result;
    },
    ...overrides,
  });
  return { gate, written, done };
}

export function gateSettings(
  mode: 'safe' | 'ask' | 'allow',
  allow: string[] | null = null,
): GateSetup['settings'] {
  return {
    mode,
    'tools.allow': allow,
    'edits.protected': [],
    'commands.allow': ['ls', 'npm test'],
    'commands.auto': false,
  };
}

const ignoreDist: IgnoreRules = {
  isIgnored: async (path) => (path.startsWith('dist/') ? 'gitignore' : null),
  isSetAside: () => false,
};

function lookTool(done: string[]): Tool {
  return defineTool({
    name: 'look',
    description: 'Looks.',
    schema: z.strictObject({ path: z.string() }),
    effect: 'read',
    effectOf: ({ path }) => ({ kind: 'read', paths: [path] }),
    run: async ({ path }) => {
      done.push(path);
      return succeed({ text: `saw ${path}` });
    },
  });
}

function lookAtBothTool(done: string[]): Tool {
  return defineTool({
    name: 'look_at_both',
    description: 'Looks twice.',
    schema: z.strictObject({ first: z.string(), second: z.string() }),
    effect: 'read',
    effectOf: ({ first, second }) => ({ kind: 'read', paths: [first, second] }),
    run: async ({ first, second }) => {
      done.push(first, second);
      return succeed({ text: 'saw both' });
    },
  });
}

function changeTool(done: string[]): Tool {
  return defineTool({
    name: 'change',
    description: 'Changes.',
    schema: z.strictObject({ paths: z.array(z.string()) }),
    effect: 'write',
    effectOf: ({ paths }) => ({ kind: 'write', paths }),
    run: async ({ paths }) => {
      done.push(...paths);
      return succeed({ text: 'changed' });
    },
  });
}

function shellTool(done: string[]): Tool {
  return defineTool({
    name: 'shell',
    description: 'Runs.',
    schema: z.strictObject({ command: z.string() }),
    effect: 'command',
    effectOf: ({ command }) => ({ kind: 'command', command, cwd: '', paths: [] }),
    run: async ({ command }) => {
      done.push(command);
      return succeed({ text: 'ran' });
    },
  });
}

function reachTool(done: string[]): Tool {
  return defineTool({
    name: 'reach',
    description: 'Reaches out.',
    schema: z.strictObject({ url: z.string(), next: z.string().exactOptional() }),
    effect: 'network',
    effectOf: ({ url }) => ({ kind: 'network', url }),
    run: async ({ url, next }, { allow }) => {
      done.push(url);
      if (next === undefined) return succeed({ text: 'reached' });
      const allowed = await allow({ kind: 'read', paths: [next] });
      return allowed.ok ? succeed({ text: `reached ${next}` }) : allowed;
    },
  });
}

function breakingTool(): Tool {
  return defineTool({
    name: 'burst',
    description: 'Breaks.',
    schema: z.strictObject({}),
    effect: 'read',
    effectOf: () => ({ kind: 'read', paths: [] }),
    run: async () => {
      throw new Error('it burst');
    },
  });
}

let calls = 0;

export function gateCall(name: string, input: unknown, repeats = 0): GateCall {
  calls += 1;
  return { turn: turnIdSchema.parse('t0001'), id: `call-${calls}`, name, input, repeats };
}

export const unwritable = rookError('not_writable', 'The disk is full.');
