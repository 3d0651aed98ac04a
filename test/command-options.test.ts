import { spawnSync } from 'node:child_process';

import { expect, it } from 'vitest';

import { readFlags } from '../packages/engine/src/commands/flag-table.ts';
import { PROGRAM_RULES } from '../packages/engine/src/commands/program-rules.ts';
import { makeCommandRoom, type CommandRoom } from './command-room.ts';

/** An option that no program has: whoever reads it as an option says so, and whoever takes it for a value does not. */
const NONE = '--rook-none';

/** Programs that say which option they do not know. */
const TRIED = PROGRAM_RULES.filter(({ tokens }) =>
  /^(?:ls|head|tail|grep|find|mkdir|touch|cp|mv|curl|wget|git \w+|python3 -m (?:pytest|venv)|pip3 install)$/u.test(
    tokens,
  ),
);

interface Reading {
  readonly takesNext: boolean;
}

/** What the real program makes of the word behind each option; null where it is not here or does not say. */
function askProgram(room: CommandRoom, tokens: string): ((name: string) => Reading) | null {
  const [program = '', ...before] = tokens.split(' ');
  const run = (...words: readonly string[]) => {
    const env = { PATH: process.env.PATH, HOME: room.root, LC_ALL: 'C', GIT_CONFIG_GLOBAL: '/dev/null' };
    const { stdout, stderr } = spawnSync(program, [...before, ...words], {
      cwd: room.root,
      env,
      input: '',
      encoding: 'utf8',
    });
    return `${stdout}${stderr}`.split('\n');
  };
  const complaint = run(NONE).find((line) => line.includes(NONE) && !line.startsWith('No module'));
  if (complaint === undefined) return null;
  return (name) => {
    const lines = run(name, NONE);
    // Some need a value behind an equals sign, and without one they are no options at all.
    return { takesNext: ![NONE, name].some((word) => lines.includes(complaint.replace(NONE, word))) };
  };
}

it.each(TRIED)(
  'G-06 the next word is the value of an option of $tokens only where the program itself takes it so',
  ({ tokens, flags }) => {
    const room = makeCommandRoom();
    room.git('init', '-q');
    room.put('a.txt');
    room.git('add', '-A');
    room.git('commit', '-qm', 'first');
    const ask = askProgram(room, tokens);
    if (ask === null) return;
    const wrong = [...readFlags(flags)]
      .filter(
        ([name, { takes, isOptional }]) =>
          name !== '-#' && takes !== null && !OF_OTHERS.has(name) && ask(name).takesNext === isOptional,
      )
      .map(([name]) => name);
    expect(wrong).toEqual([]);
  },
  120_000,
);

/** Options of plugins that need not be there. */
const OF_OTHERS: ReadonlySet<string> = new Set(['--cov', '--cov-report', '-n']);

it('G-06 a table that says otherwise of git is found out', () => {
  const room = makeCommandRoom();
  room.git('init', '-q');
  room.put('a.txt');
  room.git('add', '-A');
  room.git('commit', '-qm', 'first');
  const ask = askProgram(room, 'git log');
  expect(ask?.('--pretty').takesNext).toBe(false);
  expect(ask?.('--author').takesNext).toBe(true);
});
