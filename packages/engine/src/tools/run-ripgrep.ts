import { fail, rookError, succeed, type Result } from '@rook/contract';

import type { ToolPorts } from './tool-ports.ts';

export interface RipgrepRun {
  /** Words beside those that every run has. Nothing of the model may begin one; give options as `--name=value`. */
  readonly words: readonly string[];
  /** Real paths in the workspace. */
  readonly start: string;
  readonly pieceEnd: '\n' | '\0';
  /** Gets each piece of the output in order, null for one that is too long; false ends the run. */
  readonly take: (piece: string | null) => boolean;
  readonly signal: AbortSignal;
  /** Take also what `.gitignore` names, because somebody named a folder in it. */
  readonly withIgnored?: boolean;
}

/** Why a run came to its end; `errors`: something in the workspace could not be read. */
export type RipgrepEnd = 'all' | 'errors' | 'enough' | 'time';

const MOST_MILLISECONDS = 30_000;
const KEPT_BYTES = 4096;
const MOST_PIECE_BYTES = 1_000_000;

/**
 * Reads no settings of its user, follows no links, maps no file into memory, and prints in one order. What lies above the
 * workspace has no say in it.
 */
const WORDS = [
  '--no-config',
  '--no-messages',
  '--no-mmap',
  '--no-follow',
  '--color=never',
  '--sort=path',
  '--hidden',
  '--no-require-git',
  '--no-ignore-parent',
  '--no-ignore-dot',
  '--no-ignore-global',
  '--no-ignore-exclude',
];

/** Runs ripgrep over the workspace, which obeys the `.gitignore` files in it, also where there is no git. */
export async function runRipgrep(
  { workspace, shell, ripgrep }: Pick<ToolPorts, 'workspace' | 'shell' | 'ripgrep'>,
  { words, start, pieceEnd, take, signal, withIgnored = false }: RipgrepRun,
): Promise<Result<RipgrepEnd>> {
  const file = await ripgrep();
  if (!file.ok) return file;
  const enough = new AbortController();
  const splitter = createSplitter(pieceEnd, (piece) => {
    if (!enough.signal.aborted && !take(piece)) enough.abort();
  });
  const ignoring = withIgnored ? ['--no-ignore'] : await ignoreWords(workspace, start);
  const ended = await shell.run(
    {
      file: file.value,
      args: [...WORDS, ...ignoring, ...words, '--', start === '' ? '.' : `./${start}`],
      cwd: workspace.root,
      env: new Map(),
      timeoutMilliseconds: MOST_MILLISECONDS,
      keepBytes: KEPT_BYTES,
      signal: AbortSignal.any([signal, enough.signal]),
    },
    ({ stream, bytes }) => {
      if (stream === 'stdout' && !enough.signal.aborted) splitter(bytes);
    },
  );
  if (signal.aborted) return fail(rookError('cancelled', 'The call was cancelled.'));
  if (enough.signal.aborted) return succeed('enough');
  if (!ended.ok) return ended.error.code === 'timed_out' ? succeed('time') : ended;
  const { code, stderr } = ended.value;
  // 1 says that nothing was found.
  if (code === 0 || code === 1) return succeed('all');
  const reason = readReason(new TextDecoder().decode(stderr));
  if (code === 2 && reason === '') return succeed('errors');
  return fail(
    code === 2
      ? rookError('invalid_input', `The pattern is not valid: ${reason}.`)
      : rookError('internal', `The search ended with ${code ?? 'a signal'} and found nothing out.`),
  );
}

/** Rules of the folders above the start, which ripgrep is told not to look for. */
async function ignoreWords(workspace: ToolPorts['workspace'], start: string): Promise<readonly string[]> {
  const files = ['.git/info/exclude', ...(start === '' ? [] : ['.gitignore'])];
  const words: string[] = [];
  for (const file of files) {
    const located = await workspace.locate(file);
    if (located.ok && located.value.kind === 'file') words.push(`--ignore-file=./${located.value.path}`);
  }
  return words;
}

function createSplitter(end: '\n' | '\0', take: (piece: string | null) => void): (bytes: Uint8Array) => void {
  const separator = end.charCodeAt(0);
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;

  function keep(bytes: Uint8Array): void {
    size += bytes.length;
    if (size <= MOST_PIECE_BYTES) text += decoder.decode(bytes, { stream: true });
    else text = '';
  }

  function finish(): void {
    const rest = decoder.decode();
    take(size > MOST_PIECE_BYTES ? null : text + rest);
    text = '';
    size = 0;
  }

  return (bytes) => {
    let from = 0;
    for (let at = bytes.indexOf(separator); at !== -1; at = bytes.indexOf(separator, from)) {
      keep(bytes.subarray(from, at));
      finish();
      from = at + 1;
    }
    keep(bytes.subarray(from));
  };
}

const MOST_REASON_CHARACTERS = 300;

/** Ripgrep draws the pattern and then says what is wrong; the sentence is enough. */
function readReason(said: string): string {
  const lines = said.split('\n').map((line) => line.trim());
  const line = lines.find((one) => one.startsWith('error:')) ?? lines[0] ?? '';
  const reason = line.replace(/^rg: /, '').replace(/^error: /, '');
  return reason.replace(/\.$/, '').slice(0, MOST_REASON_CHARACTERS);
}

/** Of what ripgrep prints, the path as the workspace takes it. */
export function readRipgrepPath(printed: string): string {
  const slashed = printed.startsWith('.\\') ? printed.replaceAll('\\', '/') : printed;
  return slashed.startsWith('./') ? slashed.slice(2) : slashed;
}
