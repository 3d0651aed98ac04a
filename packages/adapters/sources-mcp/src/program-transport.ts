import { deserializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { succeed, type Result } from '@rook/contract';
import type { OutputPiece, ProgramStart, RunningProgram, Shell } from '@rook/engine';

/** A server that is talked with over the streams of its process. */
export interface ServerProgram {
  readonly transport: Transport;
  /** The end of what it printed as complaints, and how it ended. */
  readonly explain: () => string;
  readonly isOver: () => boolean;
  /** Ends the process and its children. */
  readonly end: () => Promise<void>;
}

/** A message that is longer is not read: the server is ended. */
const MOST_LINE_BYTES = 20_000_000;
const MOST_COMPLAINT = 2000;

/** Starts a server; each line of its output is a message. */
export async function startServer(
  shell: Pick<Shell, 'open'>,
  program: ProgramStart,
): Promise<Result<ServerProgram>> {
  const state = { complaint: '', reason: '', isOver: false };
  const decoder = new TextDecoder();
  const lines = createLineCutter();
  // Assigned after the start; until then nothing can be heard that was asked for.
  const heard: { take?: (line: string) => void; running?: RunningProgram } = {};
  const watch = ({ stream, bytes }: OutputPiece): void => {
    if (stream === 'stderr') {
      state.complaint = `${state.complaint}${decoder.decode(bytes, { stream: true })}`.slice(-MOST_COMPLAINT);
      return;
    }
    if (lines.add(bytes, (line) => heard.take?.(line))) return;
    state.reason ||= `it sent a message of more than ${MOST_LINE_BYTES / 1_000_000} MB`;
    void heard.running?.close();
  };
  const opened = await shell.open(program, watch);
  if (!opened.ok) return opened;
  heard.running = opened.value;
  const transport = createTransport(opened.value, (take) => {
    heard.take = take;
  });
  void noteEnd(opened.value, (reason) => {
    state.isOver = true;
    state.reason ||= reason;
    transport.onclose?.();
  });
  return succeed({
    transport,
    isOver: () => state.isOver,
    explain: () => explain(state),
    end: async () => opened.value.close(),
  });
}

async function noteEnd({ ended }: RunningProgram, note: (reason: string) => void): Promise<void> {
  const { code, signal } = await ended;
  note(signal === null ? `it ended with the code ${String(code)}` : `it was ended by ${signal}`);
}

function explain({ complaint, reason }: { readonly complaint: string; readonly reason: string }): string {
  const last = complaint.trim().split('\n').slice(-5).join(' | ').slice(-500);
  const parts = [reason, last === '' ? '' : `it said: ${last}`].filter((part) => part !== '');
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

function createTransport(running: RunningProgram, listen: (take: (line: string) => void) => void): Transport {
  const transport: Transport = {
    start: async () => {
      listen((line) => {
        const message = readLine(line);
        // What a server prints beside its messages is not meant for anybody.
        if (message !== null) transport.onmessage?.(message);
      });
    },
    send: async (message) => {
      const written = await running.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
      // The client of the protocol expects a throw, and turns it into the failure of the one call.
      if (!written.ok) throw new Error(written.error.message);
    },
    close: async () => running.close(),
  };
  return transport;
}

function readLine(line: string): JSONRPCMessage | null {
  try {
    return deserializeMessage(line);
  } catch {
    return null;
  }
}

interface LineCutter {
  /** Whether all is well: false when a line is too long. */
  add(bytes: Uint8Array, take: (line: string) => void): boolean;
}

function createLineCutter(): LineCutter {
  let waiting: Uint8Array[] = [];
  let size = 0;
  return {
    add: (bytes, take) => {
      let from = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
        const line = Buffer.concat([...waiting, bytes.subarray(from, end)]).toString('utf8');
        waiting = [];
        size = 0;
        from = end + 1;
        if (line.trim() !== '') take(line);
      }
      waiting.push(bytes.subarray(from));
      size += bytes.length - from;
      if (size <= MOST_LINE_BYTES) return true;
      waiting = [];
      size = 0;
      return false;
    },
  };
}
