import { expect, it } from 'vitest';

import { listAt, valueAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { makeSandbox, place } from './sandbox.ts';

it('R-01 a healthy machine: a line for each check, and success', async () => {
  const { code, stdout, stderr } = await runRook(makeSandbox(), ['diagnose']);
  expect([code, stderr]).toEqual([0, '']);
  const [title, rule, ...lines] = stdout.trimEnd().split('\n');
  expect([title, rule]).toEqual(['Rook Health Check', '='.repeat(40)]);
  expect(
    lines.map((line) => line.replace(/^(✅ (?:Runtime|SQLite|Home|Workspace|Settings):).*/u, '$1')),
  ).toEqual([
    '',
    '– Participant: not applicable here (no editor)',
    '✅ Journal: Writable',
    '– MCP Tools: not applicable here (no editor)',
    '– Conflicts: not applicable here (no editor)',
    '✅ Runtime:',
    '✅ SQLite:',
    '✅ Home:',
    '✅ Workspace:',
    '✅ Settings:',
    '– Models: no connection is configured',
    '',
    'Health check complete.',
  ]);
});

it('R-01 tells the same to a script', async () => {
  const end = await runRook(makeSandbox(), ['diagnose', '--json']);
  expect([end.code, end.stderr]).toEqual([0, '']);
  const [report, ...others] = values(end);
  expect(others).toEqual([]);
  expect(valueAt(report, 'healthy')).toBe(true);
  for (const check of listAt(report, 'checks')) {
    expect(valueAt(check, 'state')).toMatch(/^(good|not_checked|not_applicable)$/);
    expect(valueAt(check, 'finding')).toMatch(/./);
  }
});

it.each(['userFile', 'workspaceFile'] as const)('R-01 malformed settings in the %s fail', async (which) => {
  const sandbox = makeSandbox();
  place(sandbox[which], '{\n  "mode": \n}');
  const told = await runRook(sandbox, ['diagnose']);
  expect(told.code).toBe(1);
  expect(told.stdout).toContain(`❌ Settings: ${sandbox[which]}:3: `);
  expect(told.stderr).toMatch(/^rook: Settings: [^\n]*\n$/);
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
    expect(stdout).toMatch(new RegExp(`^⚠️ Settings: .*${named}`, 'mu'));
  }
  expect(stdout).not.toMatch(/^✅ Settings/m);
});

it('R-02 a connection that nobody tried never reads as good', async () => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, '{"connections": [{"name": "work", "provider": "anthropic"}]}');
  const env = { ROOK_PROVIDER: 'xai' };
  const told = await runRook(sandbox, ['diagnose'], { env });
  expect(told.stdout).toMatch(/^– Models: .*xai.*work.*not tried$/m);
  expect(told.stdout).not.toMatch(/^✅ Models/m);
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
