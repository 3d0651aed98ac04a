import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

const TEST_ALL = join(import.meta.dirname, 'test-all.ts');
const PROGRAMS = ['tsc', 'oxlint', 'oxfmt', 'node', 'knip'];
const isWindows = process.platform === 'win32';

it.skipIf(isWindows)('the last line says how many passed and failed, and nothing else', () => {
  const { status, lines } = checkAll({ numPassedTests: 40, numFailedTests: 0, numPendingTests: 3 });
  expect(lines.at(-1)).toMatch(/^\d+ passed, 0 failed$/);
  expect(lines.at(-2)).toMatch(/^! 3 tests were SKIPPED/);
  expect(status).toBe(0);
});

it.skipIf(isWindows)('a failed test is counted and fails the whole', () => {
  const { status, lines } = checkAll({ numPassedTests: 40, numFailedTests: 2, numPendingTests: 0 });
  expect(lines.at(-1)).toMatch(/^\d+ passed, 2 failed$/);
  expect(lines.join('\n')).not.toContain('SKIPPED');
  expect(status).toBe(1);
});

/** Runs the check with programs that do nothing, and with tests that ended as the report says. */
function checkAll(report: Readonly<Record<string, number>>): {
  readonly status: number | null;
  readonly lines: readonly string[];
} {
  const folder = mkdtempSync(join(tmpdir(), 'rook-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of PROGRAMS) makeProgram(join(folder, name), 'exit 0');
  const text = JSON.stringify({ ...report, numTodoTests: 0 });
  makeProgram(
    join(folder, 'vitest'),
    `for word; do case "$word" in --outputFile.json=*) echo '${text}' > "\${word#*=}" ;; esac; done`,
  );
  const { status, stdout } = spawnSync(process.execPath, [TEST_ALL], {
    encoding: 'utf8',
    env: { PATH: folder },
  });
  return { status, lines: stdout.trimEnd().split('\n') };
}

function makeProgram(file: string, script: string): void {
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}
