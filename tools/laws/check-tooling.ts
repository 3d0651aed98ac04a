import { posix } from 'node:path';

import { isFixture } from './file-roles.ts';
import type { Violation } from './law.ts';
import { readField } from './read-fields.ts';
import type { Repository } from './repository.ts';

/** T-07: each tool has one file of settings, at the root; a nested one would loosen it for a part of the code. */
export function checkTooling(repository: Repository): Violation[] {
  const found: Violation[] = [];
  const refuse = (path: string, message: string): number =>
    found.push({ law: 'tooling', path, line: 1, message });
  for (const path of repository.paths) {
    if (isFixture(path) || ROOT_FILES.has(path) || !SETTINGS.test(posix.basename(path))) continue;
    refuse(path, 'The file changes what a check sees or asks; settle it in the one file at the root.');
  }
  for (const { path, text } of repository.texts) {
    if (posix.basename(path) !== 'package.json') continue;
    const manifest: unknown = JSON.parse(text);
    const field = MANIFEST_FIELDS.find((name) => readField(manifest, name) !== undefined);
    if (field === undefined) continue;
    refuse(
      path,
      `The field "${field}" changes what a check sees or asks; settle it in the one file at the root.`,
    );
  }
  for (const { path, text } of repository.texts) {
    for (const exemption of ROOT_FILES.has(path) ? listExemptions(text) : []) {
      refuse(path, `The settings exempt ${exemption} from a check; satisfy the check instead.`);
    }
  }
  return found;
}

const ROOT_FILES: ReadonlySet<string> = new Set([
  '.oxlintrc.json',
  '.oxfmtrc.json',
  'knip.json',
  'vitest.config.ts',
  '.gitignore',
  '.editorconfig',
]);

/** Files that linters, formatters, knip and vitest read by themselves, ignore files included. */
const SETTINGS =
  /^(?:\.(?:oxlintrc|oxfmtrc|eslintrc|prettierrc|knip)(?:\..+)?|knip\.(?:jsonc?|[cm]?[jt]s)|(?:oxlint|oxfmt|eslint|prettier|knip|vitest)\.(?:config|workspace|projects)\..+|\.(?:git|eslint|prettier|oxlint|oxfmt|knip|rg)?ignore|\.editorconfig)$/u;

const MANIFEST_FIELDS = ['knip', 'eslintConfig', 'eslintIgnore', 'prettier', 'oxlint', 'oxfmt', 'vitest'];

/** What is made by a program, broken on purpose, or no code. */
const NOT_OURS: ReadonlySet<string> = new Set([
  '**/dist/**',
  '**/fixtures/**',
  '**/node_modules/**',
  '**/*.md',
  'package-lock.json',
]);

/** Patterns that a linter or formatter leaves out, and the options of knip that leave anything out. */
function listExemptions(text: string): string[] {
  const found: string[] = [];
  for (const [, list = ''] of text.matchAll(/"ignorePatterns"\s*:\s*\[([^\]]*)\]/gu)) {
    for (const [, pattern = ''] of list.matchAll(/"([^"]*)"/gu)) {
      if (!NOT_OURS.has(pattern)) found.push(`"${pattern}"`);
    }
  }
  for (const [, option = ''] of text.matchAll(/"(ignore[A-Z]?\w*)"\s*:/gu)) {
    if (option !== 'ignorePatterns') found.push(`things by "${option}"`);
  }
  return found;
}
