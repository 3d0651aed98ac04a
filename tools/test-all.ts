import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runSteps, type Step, type StepEnd } from './run-steps.ts';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const STATIC_WIDTH = 2;

/** The laws, each a program of its own; all of them together take under a minute. */
const staticSteps: readonly Step[] = [
  { name: 'types', command: 'tsc', args: ['-b'], advice: 'Mend the types; `npx tsc -b` shows them again.' },
  {
    name: 'lint',
    command: 'oxlint',
    args: ['-c', '.oxlintrc.json', '--disable-nested-config'],
    advice: 'Mend what is named; there is no list of exemptions.',
  },
  { name: 'format', command: 'oxfmt', args: ['--check'], advice: 'Run `npm run format`.' },
  {
    name: 'laws',
    command: 'node',
    args: ['tools/laws/check-laws.ts'],
    advice: 'Each line says what to do instead; ARCHITECTURE.md has the rooms and ranks.',
  },
  { name: 'unused', command: 'knip', args: [], advice: 'Delete what is not used, or declare what is.' },
  {
    name: 'documents',
    command: 'node',
    args: ['tools/write-documents.ts', '--check'],
    advice: 'Run `npm run documents` and commit what it writes.',
  },
  { name: 'build', command: 'node', args: ['tools/build-cli.ts'], advice: 'The bundle could not be made.' },
  {
    name: 'page',
    command: 'node',
    args: ['tools/build-web.ts'],
    advice: 'The page could not be bundled, or it loads too much at first.',
  },
  {
    name: 'extension',
    command: 'node',
    args: ['tools/build-vscode.ts'],
    advice: 'The extension for VS Code could not be bundled.',
  },
];

const say = (line: string) => process.stdout.write(`${line}\n`);

const ends = await runSteps(staticSteps, STATIC_WIDTH, (end) => say(describe(end)));
const staticCounts = {
  passed: ends.filter(({ passed }) => passed).length,
  failed: ends.filter(({ passed }) => !passed).length,
  skipped: 0,
};
const tests = process.argv.includes('--static') ? { passed: 0, failed: 0, skipped: 0 } : await runTests();
const failed = staticCounts.failed + tests.failed + skippedInContinuousIntegration(tests);

for (const { step, passed } of ends) if (!passed) say(`✗ ${step.name}: ${step.advice}`);
if (tests.skipped > 0)
  say(`! ${tests.skipped} tests were SKIPPED because this machine lacks what they need.`);
say(`${staticCounts.passed + tests.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function describe({ step, passed, seconds, output }: StepEnd): string {
  const head = `${passed ? '✓' : '✗'} ${step.name.padEnd(10)} ${seconds.toFixed(1)} s`;
  return passed ? head : `${head}\n${output.trimEnd()}\n`;
}

/** Runs everything that vitest finds; when it cannot say how it went, that counts as one failure. */
async function runTests(): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'rook-test-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { status } = spawnSync('vitest', ['run', ...reporters], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const report = await readFile(file, 'utf8').catch(() => '{}');
  rmSync(folder, { recursive: true, force: true });
  const counted = readCounts(JSON.parse(report));
  if (counted === undefined || (status !== 0 && counted.failed === 0) || counted.passed === 0) {
    return {
      passed: counted?.passed ?? 0,
      failed: (counted?.failed ?? 0) + 1,
      skipped: counted?.skipped ?? 0,
    };
  }
  return counted;
}

function readCounts(report: unknown): Counts | undefined {
  if (typeof report !== 'object' || report === null) return undefined;
  const numbers = new Map<string, unknown>(Object.entries(report));
  const read = (name: string) => Number(numbers.get(name) ?? Number.NaN);
  const [passed, failedTests, pending] = [
    read('numPassedTests'),
    read('numFailedTests'),
    read('numPendingTests') + read('numTodoTests'),
  ];
  return Number.isNaN(passed + failedTests + pending)
    ? undefined
    : { passed, failed: failedTests, skipped: pending };
}

/** On a machine of ours nothing may be missing, so a skipped test is a failed one there. */
function skippedInContinuousIntegration({ skipped }: Counts): number {
  return process.env['CI'] === 'true' ? skipped : 0;
}
