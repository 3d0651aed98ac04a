import { expect, it } from 'vitest';

import packageFile from '../package.json' with { type: 'json' };
import { jsonOf, keysOf, textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox } from './sandbox.ts';

it.each(['--version', '-V'])('%s prints the version of the package alone', async (word) => {
  const end = await runRook(makeSandbox(), [word]);
  expect(end).toMatchObject({ code: 0, stdout: `${packageFile.version}\n`, stderr: '' });
});

it.each([[['--version', '--json']], [['--json', '--version']]])(
  '%j prints the version and the Node that runs it as JSON',
  async (words) => {
    const end = await runRook(makeSandbox(), words);
    expect(end.code).toBe(0);
    expect(keysOf(jsonOf(end))).toEqual(['node', 'version']);
    expect(jsonOf(end)).toMatchObject({ version: packageFile.version });
    expect(textAt(jsonOf(end), 'node')).toMatch(/^v\d+\.\d+\.\d+$/);
  },
);

it('--version counts behind another option too', async () => {
  const end = await runRook(makeSandbox(), ['--workspace', '.', '--version']);
  expect(end).toMatchObject({ code: 0, stdout: `${packageFile.version}\n` });
});
