import type { ExplainedRange, Following } from '@rook/contract';
import type { Clock } from '@rook/engine';

/** Why the lines of the files of one folder are there. */
export interface FileReasons {
  readonly of: (file: LookedAt) => Promise<readonly ExplainedRange[]>;
  /** Tells from now on when a session was written to. */
  readonly watch: () => void;
  readonly rest: () => void;
}

interface LookedAt {
  readonly path: string;
  /** What the editor counts up with every change of the text. */
  readonly version: number;
  readonly lines: number;
}

export interface ReasonSources {
  /** Is another one when a session was written to; null where that cannot be said now. */
  readonly stamp: () => Promise<string | null>;
  /** Reads all sessions; null where they cannot be read. What it gives says of a file why its lines are there. */
  readonly open: () => Promise<((path: string) => Promise<readonly ExplainedRange[]>) | null>;
  readonly follow: () => Following;
  readonly clock: Clock;
}

const MOST_LINES = 20_000;
const MOST_KEPT = 50;
/** The sessions are not read again before ten times of what it took, so that they cost little whatever their size. */
const PAUSE_FACTOR = 10;
const SHORTEST_PAUSE_MILLISECONDS = 500;

interface History {
  readonly stamp: string;
  readonly at: number;
  readonly pause: number;
  readonly explain: (path: string) => Promise<readonly ExplainedRange[]>;
}

interface Kept {
  readonly version: number;
  readonly history: string;
  readonly ranges: Promise<readonly ExplainedRange[]>;
}

/** Reads the sessions when they were written to, and traces a file when its text or they are others. */
export function createFileReasons(sources: ReasonSources, changed: () => void): FileReasons {
  const { clock } = sources;
  const kept = new Map<string, Kept>();
  let loading: Promise<History | null> = Promise.resolve(null);
  let following: Following | null = null;
  let isReminded = false;

  /** Said once for many entries, when the sessions may be read again. */
  async function remind(): Promise<void> {
    if (isReminded) return;
    isReminded = true;
    await clock.sleep((await loading)?.pause ?? SHORTEST_PAUSE_MILLISECONDS);
    isReminded = false;
    if (following !== null) changed();
  }

  async function listen({ events }: Following): Promise<void> {
    for await (const { type } of events) if (type === 'sessions_changed') void remind();
  }

  return {
    of: async ({ path, version, lines }) => {
      if (lines > MOST_LINES) return [];
      loading = loading.then(async (old) => renew(sources, old));
      const history = await loading;
      if (history === null) return [];
      const known = kept.get(path);
      if (known?.version === version && known.history === history.stamp) return known.ranges;
      const ranges = history.explain(path);
      kept.delete(path);
      kept.set(path, { version, history: history.stamp, ranges });
      for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest);
      return ranges;
    },
    watch: () => {
      if (following !== null) return;
      following = sources.follow();
      void listen(following);
    },
    rest: () => {
      following?.stop();
      following = null;
    },
  };
}

async function renew(
  { clock, stamp: readStamp, open }: ReasonSources,
  old: History | null,
): Promise<History | null> {
  const began = clock.monotonic();
  if (old !== null && began - old.at < old.pause) return old;
  const stamp = await readStamp();
  if (stamp === null || old?.stamp === stamp) return old;
  const explain = await open();
  if (explain === null) return old;
  const at = clock.monotonic();
  const pause = Math.max(SHORTEST_PAUSE_MILLISECONDS, PAUSE_FACTOR * (at - began));
  return { stamp, at, pause, explain };
}
