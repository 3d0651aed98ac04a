import { findGlobalViolations } from './doors-globals.ts';
import { findHandedOn } from './doors-handing-on.ts';
import { judgeModule } from './doors-modules.ts';
import { findProcessViolations } from './doors-process.ts';
import { findReadingOptions } from './doors-reading.ts';
import { findWaysAround } from './doors-ways-around.ts';
import { isShipped, isTest } from './file-roles.ts';
import type { Violation } from './law.ts';
import type { Repository } from './repository.ts';
import { findOwner } from './workspace-packages.ts';

/** T-05: each danger has one door. Tests stand outside, because nothing shipped can import them. */
export function checkDoors(repository: Repository): Violation[] {
  const found: Violation[] = [];
  for (const source of repository.sources) {
    if (!isGuarded(source.path)) continue;
    const folder = findOwner(repository.packages, source.path)?.folder ?? '';
    const refuse = (start: number, message: string): number =>
      found.push({ law: 'doors', path: source.path, line: source.lineAt(start), message });
    const refusals = source.imports.flatMap((imported) => {
      const message = judgeModule(folder, imported);
      return message === undefined ? [] : [{ start: imported.start, message }];
    });
    // What may not be imported cannot be misused either: one fault, told once.
    const misused =
      refusals.length === 0 ? [...findHandedOn(folder, source), ...findReadingOptions(folder, source)] : [];
    const findings = [
      ...refusals,
      ...misused,
      ...findGlobalViolations(folder, source),
      ...findProcessViolations(folder, source),
      ...findWaysAround(source),
    ];
    for (const { start, message } of findings) refuse(start, message);
  }
  return found;
}

function isGuarded(path: string): boolean {
  return isShipped(path) || (path.startsWith('packages/') && !isTest(path));
}
