import { expect, it } from 'vitest';

import { listAt, valueAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { makeSandbox, place } from './sandbox.ts';

it('R-01 a healthy machine: a line for each check, and success', async () => {
  const { code, stdout, stderr } = await runRook(makeSandbox(), ['diagnose']);
  expect([code, stderr]).toEqual([0, '']);
  const marks = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ').slice(0, 2).join(' '));
  expect(marks).toEqual(['✓ runtime', '✓ sqlite', '✓ home', '✓ workspace', '✓ settings', '– models']);
});

it('R-01 tells the same to a script', async () => {
  const end = await runRook(makeSandbox(), ['diagnose', '--json']);
  expect([end.code, end.stderr]).toEqual([0, '']);
  const [report, ...others] = values(end);
  expect(others).toEqual([]);
  expect(valueAt(report, 'healthy')).toBe(true);
  for (const check of listAt(report, 'checks')) {
    expect(valueAt(check, 'state')).toMatch(/^(good|not_checked)$/);
    expect(valueAt(check, 'finding')).toMatch(/./);
  }
});

it.each(['userFile', 'workspaceFile'] as const)('R-01 malformed settings in the %s fail', async (which) => {
  const sandbox = makeSandbox();
  place(sandbox[which], '{\n  "mode": \n}');
  const told = await runRook(sandbox, ['diagnose']);
  expect(told.code).toBe(1);
  expect(told.stdout).toContain(`✗ settings  ${sandbox[which]}:3: `);
  expect(told.stderr).toMatch(/^rook: settings: [^\n]*\n$/);
  const end = await runRook(sandbox, ['diagnose', '--json']);
  expect([end.code, end.stderr]).toEqual([1, '']);
  const [report, failure, ...others] = values(end);
  expect(others).toEqual([]);
  expect(valueAt(report, 'healthy')).toBe(false);
  expect(valueAt(failure, 'error')).toMatchObject({ code: 'unhealthy', kind: 'error', retryable: false });
});

it('R-01 names what is ignored and what is unknown as warnings, which do not fail', async () => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, '{"colour": "red"}');
  place(sandbox.workspaceFile, '{"mode": "allow", "edits.auto": true}');
  const { code, stdout } = await runRook(sandbox, ['diagnose'], { env: { ROOK_TYPO: '1' } });
  expect(code).toBe(0);
  for (const named of ['colour', 'mode is ignored', 'edits.auto is ignored', 'ROOK_TYPO']) {
    expect(stdout).toMatch(new RegExp(`^! settings .*${named}`, 'm'));
  }
  expect(stdout).not.toMatch(/^✓ settings/m);
});

it('R-02 a connection that nobody tried never reads as good', async () => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, '{"connections": [{"name": "work", "provider": "anthropic"}]}');
  const env = { ROOK_PROVIDER: 'xai' };
  const told = await runRook(sandbox, ['diagnose'], { env });
  expect(told.stdout).toMatch(/^– models .*xai.*work.*not tried$/m);
  expect(told.stdout).not.toMatch(/^✓ models/m);
  const [report] = values(await runRook(sandbox, ['diagnose', '--json'], { env }));
  const models = listAt(report, 'checks').filter((check) => valueAt(check, 'name') === 'models');
  expect(models.map((check) => valueAt(check, 'state'))).toEqual(['not_checked']);
});

function values({ stdout }: End): readonly unknown[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}
