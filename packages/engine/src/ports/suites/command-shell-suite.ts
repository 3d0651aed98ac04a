import type { CommandEnd, CommandLine, CommandShell, RunningCommand } from '../command-shell.ts';
import type { SuiteCase } from './failed-cases.ts';

/** A shell that knows these lines. */
export interface CommandShellStage {
  readonly shell: CommandShell;
  readonly line: (name: StagedLine, signal: AbortSignal) => CommandLine;
  /** Whether something runs that has said its id; what is left of a process that ended does not count. */
  readonly isRunning: (id: number) => boolean;
  /** Who needs longer than this hangs. */
  readonly patienceMilliseconds: number;
}

/**
 * - `both`: says `out` on stdout and `err` on stderr and ends with the code 3
 * - `flood`: says 300,000 times `x` on stdout, and then `end`
 * - `killed`: is ended by SIGKILL, which it sends itself
 * - `children`: starts another one that left its group, both say their ids, each on a line, and neither ends by itself
 * - `left`: starts another one, says its id, and comes to its end with the code 0 while that one runs
 * - `escapes`: starts another one that has neither the environment, the session, the parent nor the input and output of the line, says its
 *   id, and comes to its end with the code 0 while that one runs
 * - `waits`: says its id, and waits for input
 * - `nowhere`: is to run in a folder that is not there
 */
export type StagedLine = 'both' | 'flood' | 'killed' | 'children' | 'left' | 'escapes' | 'waits' | 'nowhere';

const FLOOD = 300_003;

/** What every adapter of `CommandShell` promises. */
export const commandShellSuite: readonly SuiteCase<CommandShellStage>[] = [
  {
    title: 'the two streams are told apart, and the exit code is that of the line',
    check: async (open) => {
      const { ended, text } = await runToEnd(open(), 'both');
      const seen = [text('stdout').trim(), text('stderr').trim(), ended?.code, ended?.by].join(' ');
      return seen === 'out err 3 itself' ? null : seen;
    },
  },
  {
    title: 'a signal is kept as it is',
    check: async (open) => {
      const { ended } = await runToEnd(open(), 'killed');
      return ended?.code === null && ended.signal === 'SIGKILL' ? null : JSON.stringify(ended);
    },
  },
  {
    title: 'all that was printed is seen before the end is told, however slow whoever watches is',
    check: async (open) => {
      const { ended, text } = await runToEnd(open(), 'flood');
      const said = text('stdout');
      return ended?.code === 0 && said.length === FLOOD && said.endsWith('end') ? null : `${said.length}`;
    },
  },
  {
    title: 'what is cancelled ends with all that it started',
    check: async (open) => {
      const cancel = new AbortController();
      const end = async (): Promise<void> => cancel.abort();
      return endChildren(open(), { end, signal: cancel.signal, by: 'cancelled' });
    },
  },
  {
    title: 'what is stopped ends with all that it started, also when it is stopped twice',
    check: async (open) => {
      return endChildren(open(), { end: stopTwice, signal: new AbortController().signal, by: 'stopped' });
    },
  },
  {
    title: 'what is left behind is ended and counted, and the exit code stays',
    check: async (open) => {
      const stage = open();
      const { ended, ids } = await runToEnd(stage, 'left');
      if (ended?.code !== 0 || ended.by !== 'itself' || ended.leftBehind !== 1) return JSON.stringify(ended);
      return tellOrphans(stage, ids(), 1);
    },
  },
  {
    title: 'what gave up all by which others are known is ended and counted too',
    check: async (open) => {
      const stage = open();
      const { ended, ids } = await runToEnd(stage, 'escapes');
      if (ended?.code !== 0 || ended.by !== 'itself' || ended.leftBehind !== 1) return JSON.stringify(ended);
      return tellOrphans(stage, ids(), 1);
    },
  },
  {
    title: 'what waits for input is ended, and that is said',
    check: async (open) => {
      const stage = open();
      const { ended, ids } = await runToEnd(stage, 'waits');
      return ended?.by === 'waiting' ? tellOrphans(stage, ids(), 1) : `it is ${ended?.by ?? 'still there'}`;
    },
  },
  {
    title: 'a folder that is not there is said to be missing',
    check: async (open) => {
      const { shell, line } = open();
      const started = await shell.start(line('nowhere', new AbortController().signal), () => undefined);
      return !started.ok && started.error.code === 'not_found' ? null : JSON.stringify(started.ok);
    },
  },
  {
    title: 'what carries a mark is ended by it, and only marks of which something ran are named',
    check: async (open) => {
      const stage = open();
      const heard = await start(stage, 'children', new AbortController().signal);
      if (heard === null) return 'it did not start';
      await heard.waitForIds(2);
      const found = await stage.shell.endMarked(['no-such-mark', heard.mark]);
      const ended = await inTime(stage, heard.running.ended);
      if (ended === null) return 'it goes on';
      return found.join() === heard.mark ? tellOrphans(stage, heard.ids(), 2) : `named ${found.join()}`;
    },
  },
];

async function stopTwice(running: RunningCommand): Promise<void> {
  await Promise.all([running.stop(), running.stop()]);
}

interface Ending {
  readonly end: (running: RunningCommand) => Promise<void>;
  readonly signal: AbortSignal;
  readonly by: CommandEnd['by'];
}

async function endChildren(stage: CommandShellStage, { end, signal, by }: Ending): Promise<string | null> {
  const heard = await start(stage, 'children', signal);
  if (heard === null) return 'it did not start';
  await heard.waitForIds(2);
  await inTime(stage, end(heard.running));
  const ended = await inTime(stage, heard.running.ended);
  return ended?.by === by ? tellOrphans(stage, heard.ids(), 2) : `it is ${ended?.by ?? 'still there'}`;
}

function tellOrphans(
  { isRunning }: CommandShellStage,
  ids: readonly number[],
  wanted: number,
): string | null {
  if (ids.length !== wanted) return `${ids.length} ids were said`;
  const left = ids.filter((id) => isRunning(id));
  return left.length === 0 ? null : `left running: ${left.join()}`;
}

interface Heard {
  readonly running: RunningCommand;
  readonly mark: string;
  readonly text: (stream: 'stdout' | 'stderr') => string;
  readonly ids: () => readonly number[];
  readonly waitForIds: (count: number) => Promise<void>;
}

async function start(
  { shell, line }: CommandShellStage,
  name: StagedLine,
  signal: AbortSignal,
): Promise<Heard | null> {
  const said = { stdout: '', stderr: '' };
  const ids = (): readonly number[] => [...said.stdout.matchAll(/^(\d+)$/gmu)].map(([id]) => Number(id));
  const watching: (() => void)[] = [];
  const wanted = line(name, signal);
  const started = await shell.start(wanted, async ({ stream, bytes }) => {
    await Promise.resolve();
    said[stream] += new TextDecoder().decode(bytes);
    for (const look of watching) look();
  });
  if (!started.ok) return null;
  const waitForIds = async (count: number): Promise<void> => {
    const enough = new Promise<void>((resolve) => {
      const look = () => (ids().length >= count ? resolve() : undefined);
      watching.push(look);
      look();
    });
    await Promise.race([enough, started.value.ended]);
  };
  return { running: started.value, mark: wanted.mark, text: (stream) => said[stream], ids, waitForIds };
}

async function runToEnd(
  stage: CommandShellStage,
  name: StagedLine,
): Promise<Pick<Heard, 'text' | 'ids'> & { readonly ended: CommandEnd | null }> {
  const heard = await start(stage, name, new AbortController().signal);
  if (heard === null) return { ended: null, text: () => '', ids: () => [] };
  return { ...heard, ended: await inTime(stage, heard.running.ended) };
}

/** Null where it did not come in time. */
async function inTime<Value>(
  { patienceMilliseconds }: CommandShellStage,
  wanted: Promise<Value>,
): Promise<Value | null> {
  const late = AbortSignal.timeout(patienceMilliseconds);
  return new Promise((resolve, reject) => {
    late.addEventListener('abort', () => resolve(null), { once: true });
    wanted.then(resolve, reject);
  });
}
