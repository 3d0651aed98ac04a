import { readText, signalsOf } from './process-table.ts';
import type { Thread } from './thread-calls.ts';

/** The bits of signals, from the end: TERM, and those with which a terminal stops a process (TSTP, TTIN, TTOU). */
const IGNORED_AT_PROMPT: readonly bigint[] = [14n, 19n, 20n, 21n];
const BASH = /^r?bash$/u;
/** Only options, and none that is a command or names a file for commands: it reads them from its input. */
const READS_INPUT = /^[^\0]+\0(?:-(?:-(?!init-file|rcfile)[a-z-]+|[abefhiklmnprtuvxBCEHPT]+)\0)*$/u;

/**
 * Whether this is bash that asks for a line at its prompt. It hears the alarm with all other signals that could end it, to put the terminal
 * in order, as one that reads for a while only does; but that is told what to run. No other one ignores what stops and ends it.
 */
export function isShellAtPrompt(id: number, threads: readonly Thread[]): boolean {
  const [thread] = threads;
  if (thread === undefined || threads.length !== 1 || !BASH.test(thread.name)) return false;
  if (thread.call?.kind !== 'select' || !READS_INPUT.test(readText(`/proc/${id}/cmdline`) ?? ''))
    return false;
  const ignored = signalsOf(id, 'SigIgn');
  return IGNORED_AT_PROMPT.every((signal) => ((ignored >> signal) & 1n) === 1n);
}
