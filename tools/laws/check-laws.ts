import path from 'node:path';

import type { Law, Violation } from './law.ts';
import { laws } from './laws.ts';
import { readSources } from './read-sources.ts';
import type { Repository } from './repository.ts';

/** Judges a root by all laws. Never throws for a law's sake: a law that fails says no. */
export async function checkLaws(root: string, judges: readonly Law[] = laws): Promise<Report> {
  const repository = readSources(root);
  const judged = await Promise.all(judges.map((law) => applyLaw(law, repository)));
  const files = repository.texts.length;
  const violations = judged.flat();
  if (files === 0) {
    const message = 'The root has no file to judge; name the folder of the repository.';
    violations.push({ law: 'laws', path: '.', line: 1, message });
  }
  return { laws: judges.length, files, violations: violations.toSorted(compareViolations) };
}

export interface Report {
  readonly laws: number;
  readonly files: number;
  readonly violations: readonly Violation[];
}

export function formatViolation({ path: file, line, law, message }: Violation): string {
  return `${file}:${line}  ${law}: ${message}`;
}

async function applyLaw(law: Law, repository: Repository): Promise<readonly Violation[]> {
  try {
    return await law.check(repository);
  } catch (error) {
    const message = `The law failed (${String(error)}), and a guard that fails says no; correct the law or its input.`;
    return [{ law: law.name, path: '.', line: 1, message }];
  }
}

function compareViolations(a: Violation, b: Violation): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  if (a.line !== b.line) return a.line - b.line;
  return formatViolation(a) < formatViolation(b) ? -1 : 1;
}

if (import.meta.main) {
  const root = process.argv[2] ?? path.join(import.meta.dirname, '..', '..');
  const report = await checkLaws(root);
  for (const violation of report.violations) process.stdout.write(`${formatViolation(violation)}\n`);
  process.stdout.write(
    `laws: ${report.laws} laws, ${report.files} files, ${report.violations.length} violations\n`,
  );
  process.exitCode = report.violations.length === 0 ? 0 : 1;
}
