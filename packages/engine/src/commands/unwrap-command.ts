import { posix } from 'node:path';

import { readFlags } from './flag-table.ts';
import type { ShellWord } from './read-word.ts';
import { isHarmlessVariable, SHELLS, WRAPPERS } from './rules-guarded.ts';
import { shortenName } from './shorten.ts';

export type Unwrapped =
  | { readonly kind: 'text'; readonly text: string; readonly problems: readonly string[] }
  | { readonly kind: 'unclear'; readonly why: string };

/** The command that a wrapper would start, as text; null for what is no wrapper. */
export function unwrap(words: readonly ShellWord[]): Unwrapped | null {
  const [first, ...others] = words;
  const program = posix.basename(first?.value ?? '');
  if (SHELLS.has(program) && others.some(({ value }) => value !== null && /^-[a-z]*c$/u.test(value)))
    return unwrapShell(others);
  const wrapper = WRAPPERS.get(program);
  if (wrapper === undefined) return null;
  const table = readFlags(wrapper.flags);
  let at = 0;
  let left = wrapper.operands;
  const problems: string[] = [];
  for (; at < others.length; at += 1) {
    const value = others[at]?.value ?? null;
    if (value === null)
      return { kind: 'unclear', why: `what ${shortenName(program)} starts is not known before it runs` };
    const [name = ''] = value.split('=');
    const variable = wrapper.variables === true ? /^(\w+)=/u.exec(value)?.[1] : undefined;
    if (variable !== undefined) {
      if (!isHarmlessVariable(variable, value.slice(variable.length + 1)))
        problems.push(`the variable ${shortenName(variable)} can change what the program does`);
    } else if (value.startsWith('-')) {
      const flag = table.get(name) ?? table.get(value);
      if (flag === undefined)
        return {
          kind: 'unclear',
          why: `the option ${shortenName(value)} of ${shortenName(program)} is not known`,
        };
      if (flag.takes !== null && !value.includes('=')) {
        at += 1;
        if (/^-(?!\d+$)/u.test(others[at]?.value ?? ''))
          return {
            kind: 'unclear',
            why: `${shortenName(value)} of ${shortenName(program)} has no value that is known`,
          };
      }
    } else if (left > 0) left -= 1;
    else break;
  }
  const inner = others.slice(at);
  // Read by itself it would be a variable; only `env` takes it for one.
  if (wrapper.variables !== true && inner[0]?.value?.includes('=') === true)
    return {
      kind: 'unclear',
      why: `${shortenName(program)} takes ${shortenName(inner[0].text)} for a program, not for a variable`,
    };
  return inner.length === 0
    ? { kind: 'unclear', why: `${shortenName(program)} starts nothing that is named` }
    : { kind: 'text', text: inner.map(({ text }) => text).join(' '), problems };
}

/** Only the plain form: `bash -c TEXT`. What stands behind the text becomes its variables. */
function unwrapShell(words: readonly ShellWord[]): Unwrapped {
  const [option, text, ...others] = words;
  if (option?.value !== '-c' || text === undefined || text.value === null || others.length > 0)
    return { kind: 'unclear', why: 'what the shell would run is not known' };
  return { kind: 'text', text: text.value, problems: [] };
}
