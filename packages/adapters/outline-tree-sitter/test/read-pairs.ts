import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { MutatedFile } from '@rook/engine/testing';

/** A change set with what it truly is, and what is known to be said of it: the same, or `unknown`. */
export interface LabelledPair {
  readonly language: string;
  readonly title: string;
  readonly truth: string;
  readonly said: string;
  readonly files: readonly MutatedFile[];
}

const FOLDER = path.join(import.meta.dirname, 'fixtures', 'mutation-pairs');

/** `=== title | truth [unknown]`, then a part for each text: `--- before|after|from|to|added|removed path`. */
export function readPairs(): LabelledPair[] {
  return readdirSync(FOLDER)
    .toSorted()
    .flatMap((name) => {
      const text = readFileSync(path.join(FOLDER, name), 'utf8');
      return text
        .split(/^=== /mu)
        .slice(1)
        .map((part) => readPair(name.replace('.txt', ''), part));
    });
}

function readPair(language: string, part: string): LabelledPair {
  const [head = '', ...parts] = part.split(/^--- /mu);
  const [title = '', label = ''] = head.trim().split(' | ');
  const [truth = '', said = truth] = label.split(' ');
  return { language, title: `${language}: ${title}`, truth, said, files: readFiles(parts) };
}

function readFiles(parts: readonly string[]): MutatedFile[] {
  const files: MutatedFile[] = [];
  for (const part of parts) {
    const [head = '', ...lines] = part.split('\n');
    const [role = '', file = ''] = head.split(' ');
    const text = lines.join('\n');
    const last = files.at(-1);
    if (role === 'after' && last !== undefined) files.splice(-1, 1, { ...last, after: text });
    else if (role === 'to' && last !== undefined) {
      files.splice(-1, 1, { path: file, before: last.before, after: text, renamedFrom: last.path });
    } else if (role === 'added') files.push({ path: file, before: null, after: text });
    else files.push({ path: file, before: text, after: null });
  }
  return files;
}
