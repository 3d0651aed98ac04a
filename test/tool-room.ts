import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { fail, rookError, sessionIdSchema, succeed, type Result, turnIdSchema } from '@rook/contract';
import type { Shell } from '@rook/engine';
import { createFakeStore } from '@rook/engine/testing';
import { createLocalShell, findRipgrep } from '@rook/shell-local';
import { createLocalWorkspace } from '@rook/workspace-local';
import { onTestFinished } from 'vitest';

import { createChangeSetIds } from '../packages/engine/src/edits/change-set-ids.ts';
import { createTools } from '../packages/engine/src/tools/create-tools.ts';
import type { ToolPorts } from '../packages/engine/src/tools/tool-ports.ts';
import type { ToolReply } from '../packages/engine/src/tools/tool.ts';

/** A workspace on the disk with the tools over it, real ripgrep among them. It goes away with its test. */
export interface ToolRoom {
  readonly folder: string;
  readonly workspace: string;
  readonly ports: ToolPorts;
  put(path: string, content: string | Uint8Array): void;
  call(name: string, input: unknown, signal?: AbortSignal): Promise<Result<ToolReply>>;
  /** What the model reads: the text, or the code and the sentence of a failure. */
  text(name: string, input: unknown): Promise<string>;
}

export interface RoomChoice {
  readonly ignore?: readonly string[];
  readonly maxResultChars?: number;
  readonly shell?: Shell;
}

export async function makeToolRoom({
  ignore = [],
  maxResultChars = 30_000,
  shell,
}: RoomChoice = {}): Promise<ToolRoom> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rook-tools-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const none = fail(rookError('internal', 'There is none in this room.'));
  const ports: ToolPorts = {
    workspace: createLocalWorkspace(workspace),
    shell: shell ?? createLocalShell(),
    ripgrep: findRipgrep,
    web: { fetch: async () => none },
    outline: { outline: async () => none },
    index: {
      update: async () => none,
      rebuild: async () => none,
      search: async () => none,
      close: async () => undefined,
    },
    blobs: createFakeStore().blobs,
    session: sessionIdSchema.parse('rook-20261115-00000001'),
    findResult: () => null,
    ignore,
    maxResultChars,
    changes: {
      store: createFakeStore(),
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
  };
  const tools = createTools(ports);

  async function call(
    name: string,
    input: unknown,
    signal = new AbortController().signal,
  ): Promise<Result<ToolReply>> {
    const prepared = tools.find((tool) => tool.name === name)?.prepare(input);
    if (prepared === undefined) throw new Error(`There is no tool ${name}.`);
    return prepared.ok
      ? prepared.value.run({
          signal,
          turn: turnIdSchema.parse('t0001'),
          judged: new Set(),
          allow: async () => succeed(undefined),
        })
      : prepared;
  }

  return {
    folder,
    workspace,
    ports,
    call,
    put: (path, content) => {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), content);
    },
    text: async (name, input) => {
      const reply = await call(name, input);
      return reply.ok ? reply.value.text : `${reply.error.code}: ${reply.error.message}`;
    },
  };
}
