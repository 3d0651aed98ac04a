import { fail, rookError, sessionIdSchema, succeed, type Result, type SessionId } from '@rook/contract';

import type { Program, Shell } from '../ports/shell.ts';
import type { StoredSession } from '../ports/store.ts';
import { linePattern } from './search-pattern.ts';

/** Lines of a session in which something could be: their numbers and where they begin. */
export interface FoundLines {
  readonly numbers: readonly number[];
  readonly starts: readonly number[];
}

export interface RipgrepTools {
  readonly shell: Shell;
  readonly ripgrep: string;
  readonly cwd: string;
  readonly signal?: AbortSignal;
}

/** What every system takes as the words of one program. */
const MOST_WORDS_CHARACTERS = 24_000;
const MOST_MILLISECONDS = 600_000;
const KEPT_BYTES = 4096;

/**
 * Reads no settings and no ignore files, takes the bytes as they are, and prints of each line only its number and its
 * place: a line may be megabytes long.
 */
const WORDS = [
  '--no-config',
  '--no-ignore',
  '--no-messages',
  '--no-mmap',
  '--text',
  '--encoding=none',
  '--color=never',
  '--heading',
  '--with-filename',
  '--null',
  '--line-number',
  '--byte-offset',
  '--max-columns=1',
];

/** Asks ripgrep in which lines a text could be. */
export async function findLines(
  { shell, ripgrep, cwd, signal }: RipgrepTools,
  text: string,
  sessions: readonly StoredSession[],
): Promise<Result<ReadonlyMap<SessionId, FoundLines>>> {
  const collector = createCollector();
  const words = [...WORDS, '--regexp', linePattern(text), '--'];
  for (const paths of groupPaths(sessions.map(({ path }) => path))) {
    const program: Program = {
      file: ripgrep,
      args: [...words, ...paths],
      cwd,
      env: new Map(),
      timeoutMilliseconds: MOST_MILLISECONDS,
      keepBytes: KEPT_BYTES,
      ...(signal === undefined ? {} : { signal }),
    };
    const ended = await shell.run(program, ({ stream, bytes }) => {
      if (stream === 'stdout') collector.add(bytes);
    });
    if (!ended.ok) return ended;
    // 1 says that nothing was found.
    const { code, stderr } = ended.value;
    if (code !== 0 && code !== 1) {
      const said = new TextDecoder().decode(stderr).split('\n', 1)[0] ?? '';
      return fail(
        rookError('internal', `it ended with ${code ?? 'a signal'}${said === '' ? '' : ` (${said})`}.`),
      );
    }
    collector.endGroup();
  }
  return succeed(collector.found);
}

function groupPaths(paths: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let room = 0;
  for (const path of paths) {
    room -= path.length + 1;
    if (room < 0 || groups.length === 0) {
      groups.push([]);
      room = MOST_WORDS_CHARACTERS - path.length - 1;
    }
    groups.at(-1)?.push(path);
  }
  return groups;
}

interface Collector {
  readonly found: ReadonlyMap<SessionId, FoundLines>;
  add(bytes: Uint8Array): void;
  endGroup(): void;
}

const HEADING = /session_([^/\\]+)\.jsonl$/;
const HIT = /^(\d+):(\d+):/;

/** Reads what ripgrep prints, piece by piece: the path of a file, then a line for each hit in it. */
function createCollector(): Collector {
  const found = new Map<SessionId, { numbers: number[]; starts: number[] }>();
  let decoder = new TextDecoder();
  let rest = '';
  let current: { numbers: number[]; starts: number[] } | undefined;

  /** A path ends with a NUL, and the first hit in that file follows on the same line. */
  function readLine(line: string): void {
    const end = line.lastIndexOf('\0');
    if (end !== -1) {
      const id = sessionIdSchema.safeParse(HEADING.exec(line.slice(0, end))?.[1]);
      current = id.success ? { numbers: [], starts: [] } : undefined;
      if (id.success && current !== undefined) found.set(id.data, current);
    }
    const hit = HIT.exec(line.slice(end + 1));
    if (hit === null) return;
    current?.numbers.push(Number(hit[1]));
    current?.starts.push(Number(hit[2]));
  }

  return {
    found,
    add: (bytes) => {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) readLine(line);
    },
    endGroup: () => {
      rest = '';
      decoder = new TextDecoder();
      current = undefined;
    },
  };
}
