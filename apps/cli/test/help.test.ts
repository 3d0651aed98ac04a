import { expect, it } from 'vitest';

import { commandTable } from '../src/command-table.ts';
import type { CommandSpec } from '../src/command.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox } from './sandbox.ts';

const commands = listCommands(commandTable, '');
const pages = ['', ...commands.map((command) => command.typed)];

it.each(['help', '--help', 'help settings', 'settings set --help'])(
  '`rook %s` has usage, options and examples',
  async (typed) => {
    const { code, stdout, stderr } = await runRook(makeSandbox(), split(typed));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: rook/);
    expect(stdout).toMatch(/^Options:$/m);
    expect(stdout).toMatch(/^Examples:$/m);
  },
);

it('help with a sub-command shows the page of that sub-command', async () => {
  const sandbox = makeSandbox();
  const shown = await runRook(sandbox, ['help', 'settings', 'set']);
  expect(shown.stdout).toBe((await runRook(sandbox, ['settings', 'set', '--help'])).stdout);
});

it.each([
  ['settings help', 'settings --help'],
  ['settings help set', 'settings set --help'],
  ['--workspace . settings --json help', 'settings --help --json'],
])('`rook %s` is `rook %s`', async (typed, meant) => {
  const sandbox = makeSandbox();
  const shown = await runRook(sandbox, split(typed));
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toBe((await runRook(sandbox, split(meant))).stdout);
});

it('help is a word like any other where a command takes an argument', async () => {
  const { code, stderr } = await runRook(makeSandbox(), ['settings', 'get', 'help']);
  expect(code).toBe(1);
  expect(stderr).toContain('There is no setting help');
});

it('help for a command that is not there is wrong usage and names it', async () => {
  const { code, stdout, stderr } = await runRook(makeSandbox(), ['help', 'nothing']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('nothing');
});

it.each(commands)(
  '`rook $typed` has a summary and an example, and its help shows them',
  async ({ spec, typed }) => {
    expect(spec.summary).not.toBe('');
    expect(spec.examples ?? []).not.toEqual([]);
    const { code, stdout } = await runRook(makeSandbox(), [...split(typed), '--help'], {
      env: { COLUMNS: '200' },
    });
    expect(code).toBe(0);
    expect(stdout).toContain(spec.summary);
    for (const [example, does] of spec.examples ?? []) {
      expect(stdout).toContain(`  $ ${example}\n`);
      expect(stdout).toContain(does);
    }
  },
);

it.each([40, 80, 200])('help fits into %d columns', async (width) => {
  const sandbox = makeSandbox();
  for (const typed of pages) {
    const { stdout } = await runRook(sandbox, [...split(typed), '--help'], {
      env: { COLUMNS: String(width) },
    });
    expect(breakableLines(stdout, width), `${typed} --help`).toEqual([]);
  }
});

it('help on a wide terminal is not cut to eighty columns', async () => {
  const { stdout } = await runRook(makeSandbox(), ['--help'], { env: { COLUMNS: '200' } });
  expect(breakableLines(stdout, 80)).not.toEqual([]);
});

it.each(['--json', '--help --json', 'settings --help --json', 'help settings --json'])(
  '`rook %s` prints JSON and nothing else on standard output',
  async (typed) => {
    const { stdout } = await runRook(makeSandbox(), split(typed));
    expect(isJson(stdout)).toBe(true);
  },
);

function listCommands(
  specs: readonly CommandSpec[],
  above: string,
): readonly { readonly typed: string; readonly spec: CommandSpec }[] {
  return specs.flatMap((spec) => {
    const typed = `${above} ${spec.name}`.trim();
    return [{ typed, spec }, ...listCommands(spec.commands ?? [], typed)];
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function split(typed: string): readonly string[] {
  return typed.split(' ').filter((word) => word !== '');
}

/** Lines that are too long and could have been broken: what is typed (usage, examples) stays whole. */
function breakableLines(text: string, width: number): readonly string[] {
  const [described = ''] = text.split('\nExamples:\n');
  return described
    .split('\n')
    .filter((line) => line.length > width && !line.startsWith('Usage: '))
    .filter((line) => /\S \S/.test(line.trim().split(/ {2,}/).at(-1) ?? ''));
}
