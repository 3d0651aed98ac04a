import { pathToFileURL } from 'node:url';

import { Client } from '@modelcontextprotocol/client';
import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { ProgramStart, Shell } from '@rook/engine';

import { cutText } from './describe-content.ts';
import { startServer, type ServerProgram } from './program-transport.ts';
import { waitWithin } from './wait-within.ts';

/** A server that was greeted and answers. */
export interface Connection extends Pick<ServerProgram, 'isOver' | 'explain'> {
  readonly client: Client;
  readonly end: () => Promise<void>;
}

export interface ServerSetup {
  readonly name: string;
  readonly shell: Pick<Shell, 'open'>;
  readonly program: ProgramStart;
  readonly workspace: string | null;
}

/** Programs that are fetched at their first start take their time. */
const START_MILLISECONDS = 60_000;

/** Starts the server and greets it. */
export async function connectServer(setup: ServerSetup, closing: AbortSignal): Promise<Result<Connection>> {
  const server = await startServer(setup.shell, setup.program);
  if (!server.ok) {
    const sentence = `The source ${setup.name} could not be started: ${server.error.message}`;
    return fail(rookError('source_failed', sentence));
  }
  const client = new Client(
    { name: 'rook', version: '0.1.0' },
    { capabilities: setup.workspace === null ? {} : { roots: {} } },
  );
  tellWorkspace(client, setup.workspace);
  const greeted = await greet(client, server.value, closing);
  if (greeted === null) {
    const { isOver, explain, end } = server.value;
    return succeed({ client, isOver, explain, end });
  }
  await server.value.end();
  const sentence = `The source ${setup.name} did not start as an MCP server: ${greeted}${server.value.explain()}; look at its config.json.`;
  return fail(rookError('source_failed', sentence));
}

/** Null, or why there is no conversation. */
async function greet(
  client: Client,
  { transport }: ServerProgram,
  signal: AbortSignal,
): Promise<string | null> {
  const limits = { signal, timeoutMilliseconds: START_MILLISECONDS };
  const done = await waitWithin(limits, async () => {
    try {
      await client.connect(transport, { timeout: START_MILLISECONDS });
      return null;
    } catch (error) {
      return cutText(error instanceof Error ? error.message : String(error), 300);
    }
  });
  return done === 'late' ? `it did not answer within ${START_MILLISECONDS / 1000} s` : done;
}

function tellWorkspace(client: Client, workspace: string | null): void {
  if (workspace === null) return;
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: pathToFileURL(workspace).href }] }));
}
