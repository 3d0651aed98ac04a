import { posix } from 'node:path';

import type { Violation } from './law.ts';
import { readField, readEntries, readText } from './read-fields.ts';
import { type Project, readProjects } from './read-projects.ts';
import type { Repository } from './repository.ts';

/** T-01: the compiler sees every code file once, with the same strictness. Without a root project it fails by itself. */
export function checkProjects(repository: Repository): Violation[] {
  const root = readSettings(repository, ROOT_PROJECT);
  if (root === undefined) return [];
  const projects = readProjects(repository.texts);
  const found: Violation[] = [];
  const refuse = (path: string, message: string): number =>
    found.push({ law: 'projects', path, line: 1, message });
  for (const flag of listLooseFlags(repository)) {
    refuse(BASE, `The flag "${flag}" is not on; set it to true.`);
  }
  for (const { folder } of repository.packages) {
    if (folder === '' || projects.some((project) => project.folder === folder)) continue;
    refuse(
      `${folder}/package.json`,
      `The package has no tsconfig.json, so nobody checks its types; add one that extends ${BASE}.`,
    );
  }
  const referenced = listReferences(root);
  for (const project of projects) {
    for (const message of judgeProject(project, referenced))
      refuse(`${project.folder}/tsconfig.json`, message);
  }
  for (const { path } of repository.sources) {
    const message = judgeFile(projects.filter((project) => project.covers(path)).map(({ folder }) => folder));
    if (message !== undefined) refuse(path, message);
  }
  return found;
}

const ROOT_PROJECT = 'tsconfig.json';
const BASE = 'tsconfig.base.json';

const STRICT_FLAGS = [
  'strict',
  'noUncheckedIndexedAccess',
  'exactOptionalPropertyTypes',
  'noImplicitOverride',
  'noFallthroughCasesInSwitch',
  'noImplicitReturns',
  'noUnusedLocals',
  'noUnusedParameters',
  'verbatimModuleSyntax',
  'erasableSyntaxOnly',
  'isolatedModules',
  'noEmitOnError',
] as const;

/** What a project may say for itself: where it lies and what surrounds it, never how strictly it is checked. */
const OWN_OPTIONS: ReadonlySet<string> = new Set([
  'allowJs',
  'checkJs',
  'rootDir',
  'outDir',
  'tsBuildInfoFile',
  'types',
  'lib',
  'jsx',
]);

function listLooseFlags(repository: Repository): string[] {
  const options = readField(readSettings(repository, BASE), 'compilerOptions');
  const refused = readEntries(options).flatMap(([name, value]) =>
    name.startsWith('strict') && value !== true ? [name] : [],
  );
  const missing = STRICT_FLAGS.filter((flag) => readField(options, flag) !== true);
  return [...new Set([...missing, ...refused])];
}

function judgeProject(project: Project, referenced: ReadonlySet<string>): string[] {
  const messages: string[] = [];
  if (project.base !== BASE) messages.push(`The project does not extend the root ${BASE}; extend it alone.`);
  for (const option of project.options.keys()) {
    if (OWN_OPTIONS.has(option)) continue;
    messages.push(`The project sets "${option}" for itself; leave that to ${BASE}, which counts for all.`);
  }
  if (!referenced.has(project.folder))
    messages.push(`The root ${ROOT_PROJECT} does not name the project, so it is not checked; name it there.`);
  return messages;
}

function judgeFile(folders: readonly string[]): string | undefined {
  if (folders.length === 1) return undefined;
  if (folders.length === 0)
    return 'The file lies in no project, so nobody checks its types; include it in the tsconfig.json of its package.';
  return `The file lies in several projects (${folders.join(', ')}); include it in one.`;
}

function listReferences(root: unknown): Set<string> {
  const paths = readEntries(readField(root, 'references')).map(([, reference]) =>
    posix.join(readText(readField(reference, 'path')), '.').replace(/\/(?:tsconfig\.json)?$/u, ''),
  );
  return new Set(paths);
}

function readSettings(repository: Repository, path: string): unknown {
  const file = repository.texts.find((candidate) => candidate.path === path);
  return file === undefined ? undefined : JSON.parse(file.text);
}
