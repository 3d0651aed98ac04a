import type { Thread } from './thread-calls.ts';

const VIM = /^(?:r?(?:vim|view)|vi|ex|vimdiff)(?:\.[a-z0-9]+)?$/u;

/**
 * Whether this is Vim. It makes a clock that ends a search for a pattern, and a thread that hears it; both are there for good, and the
 * clock does not run while Vim waits for a key. That cannot be seen of a clock.
 */
export function isVim(threads: readonly Thread[]): boolean {
  return VIM.test(threads[0]?.name ?? '');
}

/** Whether a thread hears that clock. */
export function hearsClockOfVim(threads: readonly Thread[], { call }: Thread): boolean {
  return call?.kind === 'signal2' && (call.given[2] ?? 0) === 0 && isVim(threads);
}
