import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { commandDocument } from './documents/command-document.ts';
import { journalDocument } from './documents/journal-document.ts';
import { settingsDocument } from './documents/settings-document.ts';
import { toolDocument } from './documents/tool-document.ts';

/** Documents that are made from the tables the product itself reads, so that they cannot drift. */
const documents = [
  { path: 'docs/settings.md', text: settingsDocument() },
  { path: 'docs/commands.md', text: commandDocument() },
  { path: 'docs/formats/journal.md', text: journalDocument() },
  { path: 'docs/tools.md', text: toolDocument() },
];

const root = join(import.meta.dirname, '..');
const checking = process.argv.includes('--check');
let stale = 0;

for (const { path, text } of documents) {
  const file = join(root, path);
  const current = await readFile(file, 'utf8').catch(() => '');
  if (current === text) continue;
  if (checking) {
    stale += 1;
    process.stdout.write(`${path} differs from what the product says; run \`npm run documents\`.\n`);
  } else {
    await writeFile(file, text);
    process.stdout.write(`wrote ${relative(process.cwd(), file)}\n`);
  }
}
process.exitCode = stale === 0 ? 0 : 1;
