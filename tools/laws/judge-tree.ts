import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { checkLaws, formatViolation } from './check-laws.ts';

/** Judges a tree that is written for this call only: for files that the repository itself must not hold. */
export async function judgeTree(files: Readonly<Record<string, string>>): Promise<string[]> {
  const root = mkdtempSync(path.join(tmpdir(), 'rook-laws-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    return await judgeRoot(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Judges a stored tree by all laws. */
export async function judgeFixture(name: string): Promise<string[]> {
  return judgeRoot(path.join(FIXTURES, name));
}

export function listFixtures(): string[] {
  return readdirSync(FIXTURES).toSorted();
}

const FIXTURES = path.join(import.meta.dirname, 'fixtures');

async function judgeRoot(root: string): Promise<string[]> {
  const { violations } = await checkLaws(root);
  return violations.map((violation) => formatViolation(violation));
}
