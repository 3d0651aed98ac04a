import type { CommandEnd, SetAside } from '../ports/command-shell.ts';

export interface DescribedRun extends Pick<CommandEnd, 'code' | 'signal' | 'by' | 'leftBehind' | 'setAside'> {
  readonly command: string;
  /** As the model is given it. */
  readonly output: string;
  readonly timeoutSeconds: number;
  /** What confined it; null: nothing did. */
  readonly sandbox: string | null;
  /** Further sentences, as of what it changed. */
  readonly notes: readonly string[];
}

/** Who reads it: what helps the one means nothing to the other. */
export type RunReader = 'model' | 'person';

/** What the model is told of a command that ran. */
export function describeRun(run: DescribedRun): string {
  const fence = fenceFor(run.output);
  const notes = [...tellEnd(run, 'model'), ...run.notes];
  return [
    `I ran the command: ${inCode(run.command)}`,
    '',
    'Output:',
    fence,
    run.output === '' ? '(nothing)' : run.output.replace(/\n$/u, ''),
    fence,
    '',
    ...(notes.length === 0 ? [] : [...notes, '']),
    'Please analyze this output.',
  ].join('\n');
}

/** Longer than any row of the same sign inside, so that nothing of the output stands outside of it. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([row]) => row.length));
  return '`'.repeat(longest + 1);
}

function inCode(command: string): string {
  const longest = Math.max(0, ...[...command.matchAll(/`+/gu)].map(([row]) => row.length));
  const ticks = '`'.repeat(longest + 1);
  const space = command.startsWith('`') || command.endsWith('`') ? ' ' : '';
  return `${ticks}${space}${command}${space}${ticks}`;
}

/** How programs say that they may not write. Node says of a folder that it cannot make, that it is not there. */
const DENIED =
  /read-only file system|\berofs\b|operation not permitted|resource busy|no such file or directory, mkdir/iu;

/** A socket is what a command prints to, and no system opens one by its name. */
const NOT_OPENED =
  /\/(?:dev\/(?:std(?:in|out|err)|fd\/[0-2])|proc\/self\/fd\/[0-2])\b.*(?:no such device or address|\benxio\b)|\benxio\b.*\/dev\/std/iu;
const BY_NAME =
  'Its input and output cannot be opened by a name such as /dev/stderr here: write `>&2` in place of `> /dev/stderr`, leave out `> /dev/stdout`, and give `-` where a program takes that.';

/** How it ended, in sentences that can be acted on. */
export function tellEnd(run: Omit<DescribedRun, 'command' | 'notes'>, reader: RunReader): readonly string[] {
  const { code, signal, by, leftBehind, setAside = [], timeoutSeconds, sandbox, output } = run;
  const confined = sandbox === null ? [] : [`It was confined by ${sandbox}.`];
  const denied =
    sandbox !== null && code !== 0 && DENIED.test(output)
      ? [
          'Confined, it may write in the workspace, in folders for temporary files and in caches that were there, but not the hooks and the configuration of git; that can be why it failed.',
        ]
      : [];
  const left =
    leftBehind === 0
      ? []
      : [
          `It left ${leftBehind === 1 ? 'a process' : `${leftBehind} processes`} running, which ${leftBehind === 1 ? 'was' : 'were'} ended${reader === 'model' ? '; run what shall go on in the background' : ''}.`,
        ];
  return [
    endSentence({ code, signal, by, timeoutSeconds }, reader),
    ...left,
    ...(NOT_OPENED.test(output) ? [BY_NAME] : []),
    ...confined,
    ...denied,
    ...setAside.map(tellSetAside),
  ];
}

function shown(path: string): string {
  return path.replaceAll(/\p{Cc}/gu, '?');
}

function tellSetAside({ path, name }: SetAside): string {
  const why = `It made ${shown(path)}, by which git would run what the command chose, not confined`;
  return name === null
    ? `${why}. It could not be renamed: remove it before you use git there.`
    : `${why}; so that file is called ${shown(name)} now.`;
}

const LONGER: Readonly<Record<RunReader, string>> = {
  model: 'If it has to take longer, give it a longer timeout, or run it in the background.',
  person: 'If it has to take longer, give it more with --timeout, or set commands.timeout.',
};

function endSentence(
  { code, signal, by, timeoutSeconds }: Pick<DescribedRun, 'code' | 'signal' | 'by' | 'timeoutSeconds'>,
  reader: RunReader,
): string {
  switch (by) {
    case 'timeout':
      return `It was ended with all that it started, because it took longer than ${timeoutSeconds} s. ${LONGER[reader]}`;
    case 'waiting':
      return 'It waited for input, which nobody can give here, so it was ended. Give the answer in the command: as an option such as --yes, as an argument, from a file with <, or with a pipe.';
    case 'cancelled':
      return 'It was cancelled and ended with all that it started.';
    case 'stopped':
      return 'It was stopped with all that it started.';
    case 'itself':
      return signal === null ? `Exit code: ${code ?? 'unknown'}` : `Ended by the signal ${signal}.`;
  }
}
