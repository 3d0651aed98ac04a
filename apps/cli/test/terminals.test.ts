import { expect, it } from 'vitest';

import { launcher, quote, runProgram, runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const ESCAPE = '\u001B';
const COLOUR = new RegExp(`${ESCAPE}\\[(\\d+)m`, 'g');
const hasScript = runTool('script', '--version').stdout.includes('util-linux');
const commands = ['diagnose', 'settings list', '--help', 'settings get modee'];

it.each(commands)('prints no escape code into a pipe: rook %s', async (typed) => {
  const { stdout, stderr } = await runRook(makeSandbox(), typed.split(' '), {
    env: { TERM: 'xterm-256color' },
  });
  expect(stdout + stderr).not.toBe('');
  expect(stdout + stderr).not.toContain(ESCAPE);
});

it.skipIf(!hasScript).each(commands)('prints colours on a terminal: rook %s', async (typed) => {
  const sandbox = makeSandbox();
  const colourful = await onTerminal(sandbox, typed, { TERM: 'xterm-256color' });
  expect(colourful).toContain(`${ESCAPE}[`);
  const plain = await onTerminal(sandbox, typed, { TERM: 'xterm-256color', NO_COLOR: '1' });
  expect(plain).not.toContain(ESCAPE);
  expect(withoutColours(colourful)).toBe(plain);
  expect(await onTerminal(sandbox, typed, { TERM: 'dumb' })).toBe(plain);
});

it.skipIf(!hasScript)('takes an empty NO_COLOR for none', async () => {
  expect(await onTerminal(makeSandbox(), 'diagnose', { TERM: 'xterm', NO_COLOR: '' })).toContain(ESCAPE);
});

it.skipIf(!hasScript)('ends every colour that it begins', async () => {
  const shown = await onTerminal(makeSandbox(), 'diagnose', { TERM: 'xterm' });
  const codes = [...shown.matchAll(COLOUR)].map(([, code]) => Number(code));
  expect(codes.length).toBeGreaterThan(0);
  const starts = codes.filter((_code, index) => index % 2 === 0);
  const ends = codes.filter((_code, index) => index % 2 === 1);
  expect(starts.every((code) => code < 20 || (code >= 30 && code < 38))).toBe(true);
  expect(ends.every((code) => code === 22 || code === 39)).toBe(true);
});

it.skipIf(!hasScript)('fits the list onto a narrow terminal', async () => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, JSON.stringify({ 'ui.theme': 'x'.repeat(64) }));
  const env = { TERM: 'xterm', NO_COLOR: '1' };
  const lines = (await onTerminal(sandbox, 'settings list', env, 32)).split('\n');
  expect(lines.filter((line) => line.startsWith('  ')).length).toBeGreaterThan(10);
  expect(Math.max(...lines.filter((line) => line.startsWith('  ')).map((line) => line.length))).toBe(32);
});

it.skipIf(!hasScript)(
  'believes COLUMNS, else eighty, when the terminal does not know its width',
  async () => {
    const env = { TERM: 'xterm', NO_COLOR: '1' };
    const shown = await onTerminal(makeSandbox(), 'settings list ui.theme', env, 0);
    expect(shown).toMatch(/^ui\.theme +system +default$/m);
    expect(shown.trimEnd().length).toBeGreaterThan(70);
  },
);

async function onTerminal(
  sandbox: Sandbox,
  typed: string,
  env: Readonly<Record<string, string>>,
  columns = 100,
): Promise<string> {
  const rook = `stty cols ${columns}; ${quote(process.execPath)} ${quote(launcher)} ${typed}`;
  const start = { env: { ...sandbox.env, SHELL: '/bin/sh', ...env }, cwd: sandbox.workspace };
  const { stdout } = await runProgram('script', ['-qec', rook, '/dev/null'], start);
  return stdout.replaceAll('\r\n', '\n');
}

function withoutColours(text: string): string {
  return text.replaceAll(COLOUR, '');
}
