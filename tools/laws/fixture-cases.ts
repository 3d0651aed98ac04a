import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What each broken twin must be caught for: one violation, at this place, with these words. */
export interface FixtureCase {
  /** The requirement that the law serves. */
  readonly item: string;
  /** The folder below fixtures; its first word is the law. */
  readonly fixture: string;
  readonly at: string;
  readonly says: string;
}

/** Reads the table in fixture-cases.txt. Throws on a row that is not whole. */
export function listFixtureCases(): FixtureCase[] {
  const cases: FixtureCase[] = [];
  let item = '';
  let law = '';
  const table = readFileSync(path.join(import.meta.dirname, 'fixture-cases.txt'), 'utf8');
  for (const line of table.split('\n')) {
    const heading = /^(T-\d+) ([a-z]+)$/u.exec(line);
    if (heading !== null) [, item = '', law = ''] = heading;
    if (!line.startsWith('  ')) continue;
    const [name = '', place = '', says = ''] = line.trim().split(' | ');
    if (says === '' || law === '')
      throw new Error(`The row "${line}" is not whole; write name | place | words.`);
    const [file = '', at = ''] = place.split(':');
    cases.push({ item, fixture: `${law}-${name}`, at: `${PLACES.get(file) ?? file}:${at}`, says });
  }
  return cases;
}

/** Short names of the files in which most twins stand. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ['cli', 'apps/cli/src/main.ts'],
  ['store', 'packages/adapters/store-local/src/open.ts'],
  ['model', 'packages/adapters/model-scripted/src/open.ts'],
  ['shell', 'packages/adapters/shell-local/src/open.ts'],
  ['run', 'packages/engine/src/turn/run.ts'],
  ['read', 'tools/read.ts'],
]);
