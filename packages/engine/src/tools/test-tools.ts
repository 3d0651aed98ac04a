import {
  fail,
  rookError,
  sessionIdSchema,
  succeed,
  turnIdSchema,
  type ContentHash,
  type Result,
} from '@rook/contract';

import { createChangeSetIds } from '../edits/change-set-ids.ts';
import { createFakeShell } from '../ports/fakes/fake-shell.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { createTools } from './create-tools.ts';
import type { ToolPorts } from './tool-ports.ts';
import type { CallSurroundings, ToolReply } from './tool.ts';

export const ASKING = sessionIdSchema.parse('rook-20261115-00000001');

const TURN = turnIdSchema.parse('t0001');

const none = fail(rookError('internal', 'There is none in this test.'));

/** Ports that hold the given files and nothing else. */
export function fakePorts(
  files: Readonly<Record<string, string | Uint8Array>>,
  more: Partial<ToolPorts> = {},
): ToolPorts {
  return {
    workspace: createFakeWorkspace(new Map(Object.entries(files))),
    shell: createFakeShell(() => ({ code: 1 })),
    ripgrep: async () => succeed('rg'),
    web: { fetch: async () => none },
    outline: { outline: async () => none },
    index: {
      update: async () => none,
      rebuild: async () => none,
      search: async () => none,
      close: async () => undefined,
    },
    blobs: createFakeStore().blobs,
    session: ASKING,
    findResult: (): ContentHash | null => null,
    ignore: [],
    maxResultChars: 30_000,
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
    ...more,
  };
}

/** Calls a tool as the gate would after it said yes. */
export async function callTool(
  ports: ToolPorts,
  name: string,
  input: unknown,
  around: Partial<CallSurroundings> = {},
): Promise<Result<ToolReply>> {
  const prepared = createTools(ports)
    .find((tool) => tool.name === name)
    ?.prepare(input);
  if (prepared === undefined) return fail(rookError('unknown_tool', `There is no tool ${name}.`));
  if (!prepared.ok) return prepared;
  const { signal } = new AbortController();
  const judged = new Set<string>();
  return prepared.value.run({ signal, turn: TURN, judged, allow: async () => succeed(undefined), ...around });
}

/** What the model reads: the text, or the code and the sentence of a failure. */
export async function toolText(ports: ToolPorts, name: string, input: unknown): Promise<string> {
  const reply = await callTool(ports, name, input);
  return reply.ok ? reply.value.text : `${reply.error.code}: ${reply.error.message}`;
}
