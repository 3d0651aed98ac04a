import { posix } from 'node:path';

import { compileGlob } from './compile-glob.ts';
import { readEntries, readField, readTexts } from './read-fields.ts';
import type { TextFile } from './text-file.ts';

/** One tsconfig.json below the root. */
export interface Project {
  readonly folder: string;
  /** What it extends, from the root; '' when that is not one plain path. */
  readonly base: string;
  readonly options: ReadonlyMap<string, unknown>;
  readonly covers: (path: string) => boolean;
}

/** Throws on a file that is not plain JSON: the laws then say no. */
export function readProjects(texts: readonly TextFile[]): Project[] {
  return texts
    .filter(({ path }) => path.endsWith('/tsconfig.json'))
    .map(({ path, text }) => readProject(posix.dirname(path), JSON.parse(text)));
}

function readProject(folder: string, settings: unknown): Project {
  const base = readField(settings, 'extends');
  const options = new Map(readEntries(readField(settings, 'compilerOptions')));
  const locate = (pattern: string): string => posix.join(folder, pattern);
  const includes = (readTexts(readField(settings, 'include')) ?? ['**/*']).map((pattern) =>
    compileGlob(openFolder(locate(pattern))),
  );
  const excludes = (readTexts(readField(settings, 'exclude')) ?? []).flatMap((pattern) => [
    compileGlob(locate(pattern)),
    compileGlob(`${locate(pattern)}/**`),
  ]);
  const isScriptChecked = options.get('allowJs') === true && options.get('checkJs') === true;
  return {
    folder,
    base: typeof base === 'string' ? locate(base) : '',
    options,
    covers: (path) =>
      (isScriptChecked || /\.[cm]?tsx?$/u.test(path)) &&
      includes.some((matches) => matches(path)) &&
      !excludes.some((matches) => matches(path)),
  };
}

/** The compiler takes a last word without star and ending for a folder, with all that is in it. */
function openFolder(pattern: string): string {
  return /[*?.]/u.test(posix.basename(pattern)) ? pattern : `${pattern}/**/*`;
}
