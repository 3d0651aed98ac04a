import { readFileSync } from 'node:fs';
import path from 'node:path';

import { isCode, isFixture, isText } from './file-roles.ts';
import { listFiles } from './list-files.ts';
import { parseSource } from './parse-source.ts';
import type { Repository } from './repository.ts';
import type { TextFile } from './text-file.ts';
import { readWorkspacePackages } from './workspace-packages.ts';

/**
 * Reads and parses a root once, for all laws. What lies below a folder named `fixtures` is deliberately broken
 * code: it is read for the laws on secrets only.
 */
export function readSources(root: string): Repository {
  const listed = listFiles(root);
  const texts: TextFile[] = [];
  const fixtureTexts: TextFile[] = [];
  for (const file of listed) {
    if (file.isLink || !isText(file.path)) continue;
    const text = readFileSync(path.join(root, file.path), 'utf8');
    (isFixture(file.path) ? fixtureTexts : texts).push({ path: file.path, text });
  }
  return {
    root: path.resolve(root),
    paths: new Set(listed.map((file) => file.path)),
    links: listed.filter((file) => file.isLink).map((file) => file.path),
    texts,
    fixtureTexts,
    sources: texts.filter((file) => isCode(file.path)).map((file) => parseSource(file)),
    packages: readWorkspacePackages(texts),
  };
}
