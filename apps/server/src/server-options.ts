import type { Result, Workbench } from '@rook/contract';

export interface ServerOptions {
  /** What is served; the app that starts the server has put it together. */
  readonly workbench: Workbench;
  /** 0: any that is free. */
  readonly port: number;
  /** Where the built page lies; null: only the API is served. */
  readonly uiFolder: string | null;
  readonly log: ServerLog;
  /** Lets other programs of this user in that know it: it stands in a file that only they can read. */
  readonly endpointToken?: string;
  /** Remembers over a restart which pages were let in. */
  readonly keys?: KeyMemory;
  readonly limits?: Partial<ServerLimits>;
}

/** Must not throw. Neither a key nor a token is ever handed to it. */
export interface ServerLog {
  write(level: 'warn' | 'info', message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** Keeps hashes of keys, never keys: who reads it cannot get in with what it says. */
export interface KeyMemory {
  load(): Promise<Result<readonly string[]>>;
  keep(hashes: readonly string[]): Promise<Result<void>>;
}

export interface ServerLimits {
  readonly callBytes: number;
  readonly blobBytes: number;
  /** Of the line with the address and all headers. */
  readonly headerBytes: number;
  /** How long the headers and the body together may take to come. */
  readonly bodyMilliseconds: number;
  readonly streams: number;
  readonly heartbeatMilliseconds: number;
  /** How long a stop waits for calls that are under way. */
  readonly graceMilliseconds: number;
}

export const DEFAULT_LIMITS: ServerLimits = {
  callBytes: 4 * 1024 * 1024,
  blobBytes: 20 * 1024 * 1024,
  headerBytes: 16 * 1024,
  bodyMilliseconds: 30_000,
  streams: 64,
  heartbeatMilliseconds: 15_000,
  graceMilliseconds: 10_000,
};

export interface RunningServer {
  /** With a token in its fragment that lets one page in. */
  readonly url: string;
  readonly port: number;
  /** Another one, for another page. */
  newUrl(): string;
  /** Ends the streams, waits for calls that are under way, and gives the port free. */
  close(): Promise<void>;
}
