import { findGlobalViolations } from './doors-globals.ts';
import { judgeModule } from './doors-modules.ts';
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
    for (const imported of source.imports) {
      const message = judgeModule(folder, imported);
      if (message !== undefined) refuse(imported.start, message);
    }
    for (const { start, message } of [...findGlobalViolations(folder, source), ...findWaysAround(source)]) {
      refuse(start, message);
    }
  }
  return found;
}

function isGuarded(path: string): boolean {
  return isShipped(path) || (path.startsWith('packages/') && !isTest(path));
}
