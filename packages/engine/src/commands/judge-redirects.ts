import type { CommandPolicy } from './command-policy.ts';
import { judgeRead, judgeWrite, type JudgedValue } from './judge-value.ts';
import type { ShellRedirect } from './read-shell.ts';
import { shorten } from './shorten.ts';

/** What the redirects of a program read and write. */
export function judgeRedirects(redirects: readonly ShellRedirect[], policy: CommandPolicy): JudgedValue {
  const judged = redirects.map((redirect) => judgeRedirect(redirect, policy));
  return {
    reads: judged.flatMap(({ reads }) => reads),
    writes: judged.flatMap(({ writes }) => writes),
    problems: judged.flatMap(({ problems }) => problems),
  };
}

function judgeRedirect(
  { operator, text, target, unknown }: ShellRedirect,
  policy: CommandPolicy,
): JudgedValue {
  const none: JudgedValue = { reads: [], writes: [], problems: [] };
  if (unknown !== null)
    return { ...none, problems: [`${shorten(text)} is not known before it runs: ${unknown}`] };
  // Its text stands in the command.
  if (operator === '<<' || operator === '<<-' || operator === '<<<' || target === null) return none;
  if ((operator === '>&' || operator === '<&') && /^(?:\d+|-)$/u.test(target)) return none;
  if (operator === '<') return target === '/dev/null' ? none : judgeRead(target, policy);
  if (operator === '<>') {
    const both = { reads: judgeRead(target, policy).reads, writes: judgeWrite(target, policy).writes };
    return { ...both, problems: [`${shorten(text)} opens a file to read it and to write it`] };
  }
  // A name of one dash is a file here.
  if (WRITING.has(operator)) return target === '-' ? { ...none, writes: ['-'] } : judgeWrite(target, policy);
  return { ...none, problems: [`${shorten(text)} is a redirect that is not known here`] };
}

/** They make, fill or empty a file. */
export const WRITING: ReadonlySet<string> = new Set(['>', '>>', '>|', '&>', '&>>', '>&', '<>']);
