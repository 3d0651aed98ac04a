import { ProtocolError, type Client, type ListToolsResult } from '@modelcontextprotocol/client';
import { fail, rookError, succeed, type Result, type RookError } from '@rook/contract';
import type { ProgramStart, Shell, Source, SourceLimits, SourceReply, SourceTool } from '@rook/engine';

import { connectServer, type Connection } from './connect-server.ts';
import { cutText, describeAnswer } from './describe-content.ts';
import { waitWithin } from './wait-within.ts';

export interface McpSourceSetup extends Pick<Source, 'name' | 'trusted' | 'overrides'> {
  readonly shell: Pick<Shell, 'open'>;
  readonly program: ProgramStart;
  /** The folder that the server is told to work in; null where there is none. */
  readonly workspace: string | null;
}

const MOST_TOOLS = 1000;

/** An MCP server. It is started by the first call; one that died is started again by the next. */
export function createMcpSource(setup: McpSourceSetup): Source {
  const { name, trusted, overrides } = setup;
  const closing = new AbortController();
  let starting: Promise<Result<Connection>> | null = null;
  let current: Connection | null = null;

  /** One start for all who wait for it. Whoever does not want to wait any more leaves it to the others. */
  async function connect(): Promise<Result<Connection>> {
    if (current?.isOver() === true) {
      starting = null;
      current = null;
    }
    starting ??= begin();
    return starting;
  }

  async function begin(): Promise<Result<Connection>> {
    const connected = await connectServer(setup, closing.signal);
    if (connected.ok) current = connected.value;
    else starting = null;
    return connected;
  }

  /** Whatever becomes of the work, its failure is said in one sentence. */
  async function ask<Value>(
    limits: SourceLimits,
    work: (client: Client, within: SourceLimits) => Promise<Value>,
  ): Promise<Result<Value>> {
    if (closing.signal.aborted) return fail(closed(name));
    if (limits.signal.aborted) return fail(cancelled(name));
    const end = AbortSignal.any([limits.signal, closing.signal]);
    const until = { signal: end, timeoutMilliseconds: limits.timeoutMilliseconds };
    const done = await waitWithin(until, async (): Promise<Result<Value>> => {
      const connected = await connect();
      if (!connected.ok) return connected;
      return settle(connected.value, async (client) => work(client, { ...limits, signal: end }));
    });
    if (done !== 'aborted' && done !== 'late') return done;
    if (done === 'late') return fail(late(name, limits));
    return fail(closing.signal.aborted ? closed(name) : cancelled(name));
  }

  async function settle<Value>(
    connection: Connection,
    work: (client: Client) => Promise<Value>,
  ): Promise<Result<Value>> {
    try {
      return succeed(await work(connection.client));
    } catch (error) {
      return fail(explainFailure(name, connection, error));
    }
  }

  return {
    name,
    trusted,
    overrides,
    tools: async (limits) => {
      const listed = await ask(limits, async (client, { signal }) =>
        client.listTools(undefined, { signal, timeout: limits.timeoutMilliseconds }),
      );
      return listed.ok ? succeed(listed.value.tools.slice(0, MOST_TOOLS).map(readTool)) : listed;
    },
    call: async (tool, input, limits) =>
      ask(limits, async (client, { signal }) => callTool(client, tool, input, { ...limits, signal })),
    close: async () => {
      closing.abort();
      const connected = await starting;
      if (connected?.ok === true) await connected.value.end();
    },
  };
}

async function callTool(
  client: Client,
  name: string,
  input: Readonly<Record<string, unknown>>,
  { signal, timeoutMilliseconds, maxCharacters }: SourceLimits,
): Promise<SourceReply> {
  try {
    const answer = await client.callTool(
      { name, arguments: { ...input } },
      { signal, timeout: timeoutMilliseconds },
    );
    return { text: describeAnswer(answer, maxCharacters), failed: answer.isError === true };
  } catch (error) {
    // The server answered that it will not: that is its word, and the model can act on it.
    if (error instanceof ProtocolError) return { text: cutText(error.message, maxCharacters), failed: true };
    throw error;
  }
}

function readTool({
  name,
  description = '',
  inputSchema,
  annotations,
}: ListToolsResult['tools'][number]): SourceTool {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations ?? {};
  return {
    name,
    description,
    input: { ...inputSchema },
    annotations: {
      ...(readOnlyHint === undefined ? {} : { readOnlyHint }),
      ...(destructiveHint === undefined ? {} : { destructiveHint }),
      ...(idempotentHint === undefined ? {} : { idempotentHint }),
      ...(openWorldHint === undefined ? {} : { openWorldHint }),
    },
  };
}

function explainFailure(name: string, connection: Connection, error: unknown): RookError {
  if (connection.isOver()) {
    const sentence = `The source ${name} ended before it answered${connection.explain()}; the next call starts it again.`;
    return rookError('source_failed', sentence);
  }
  const reason = cutText(error instanceof Error ? error.message : String(error), 500);
  return rookError('source_failed', `The source ${name} gave no answer that can be used: ${reason}.`);
}

function closed(name: string): RookError {
  return rookError('source_failed', `The source ${name} is closed.`);
}

function cancelled(name: string): RookError {
  return rookError('cancelled', `The call of the source ${name} was cancelled.`);
}

function late(name: string, { timeoutMilliseconds }: SourceLimits): RookError {
  const sentence = `The source ${name} did not answer within ${timeoutMilliseconds / 1000} s; what was asked for may be done or not.`;
  return rookError('timed_out', sentence);
}
