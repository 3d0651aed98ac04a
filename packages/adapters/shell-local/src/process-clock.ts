import type { LookedAt } from './idle-threads.ts';
import { isVim } from './known-editors.ts';
import { isShellAtPrompt } from './known-shells.ts';
import { readText, signalsOf } from './process-table.ts';

/** The bit of a signal, from the end. */
const ALARM = 13n;
/**
 * The signals with which a terminal stops a process: TSTP, TTIN and TTOU. Who asks for a passphrase hears them together with the alarm,
 * to set the terminal right before it stops or ends; who starts another program for you hears them to pass them on.
 */
const STOPS: readonly bigint[] = [19n, 20n, 21n];
/** VTALRM: who hears this one hears all that could end it, to tidy up before, as `sort` does, and a shell with a trap for its end. */
const VIRTUAL_ALARM = 25n;

/**
 * Whether a clock may ring: one that the process made, or an alarm that it wants to hear. Whether an alarm was set cannot be seen. Go
 * hears every signal, and has many threads. `tidiesUp`: an alarm that is heard with all other signals does not count; an old shell that
 * reads for a while only looks like that too.
 */
export function hasClock({ id, threads }: LookedAt, tidiesUp: boolean): boolean {
  if ((readText(`/proc/${id}/timers`) ?? '') !== '' && !isVim(threads)) return true;
  const heard = signalsOf(id, 'SigCgt');
  const hears = (signal: bigint): boolean => ((heard >> signal) & 1n) === 1n;
  if (threads.length !== 1 || !hears(ALARM) || STOPS.some(hears)) return false;
  return !(hears(VIRTUAL_ALARM) && (tidiesUp || isShellAtPrompt(id, threads)));
}
