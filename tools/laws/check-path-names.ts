import { isFixture } from './file-roles.ts';
import type { Violation } from './law.ts';
import type { Repository } from './repository.ts';
import { findVagueWord } from './vague-words.ts';

/** Names of listed paths and of packages, whatever the file holds. */
export function findPathViolations(repository: Repository): Omit<Violation, 'law'>[] {
  const found: Omit<Violation, 'law'>[] = [];
  const refuse = (path: string, message: string): number => found.push({ path, line: 1, message });
  for (const path of repository.paths) {
    const problem = judgePath(path);
    if (problem !== undefined) refuse(path, problem);
  }
  for (const [first, second] of findCaseTwins(repository.paths)) {
    refuse(
      second,
      `The path differs from ${first} only in case, which Windows and macOS take for one file; rename it.`,
    );
  }
  for (const path of repository.links) {
    refuse(path, 'The file is a symbolic link, which not every checkout keeps; commit a plain file.');
  }
  for (const { folder, name } of repository.packages) {
    const word = findVagueWord(name);
    if (word === undefined) continue;
    refuse(
      folder === '' ? 'package.json' : `${folder}/package.json`,
      `The package name ${name} has the vague word "${word}"; name what it does.`,
    );
  }
  return found;
}

const KEBAB_PARTS = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/u;

/** README.md, LICENSE, CODE_OF_CONDUCT.md: documents that convention writes in capitals. */
const CAPITAL_DOCUMENT = /^[A-Z]+(?:[_-][A-Z]+)*(?:\.md)?$/u;

const RESERVED_ON_WINDOWS = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/iu;

/** Every path must survive every checkout; fixtures are free of style, because some show bad style. */
function judgePath(path: string): string | undefined {
  const segments = path.split('/');
  const unportable = segments.map((segment) => judgePortability(segment));
  const unstylish = isFixture(path)
    ? []
    : segments.map((segment, index) => judgeStyle(segment, index === segments.length - 1));
  return [...unportable, ...unstylish].find((message) => message !== undefined);
}

function judgePortability(segment: string): string | undefined {
  if (RESERVED_ON_WINDOWS.test(segment.split('.')[0] ?? '')) {
    return `Windows reserves the name "${segment}"; choose another.`;
  }
  if (/[<>:"|?*\\]/u.test(segment))
    return `The name "${segment}" has a character that Windows refuses; remove it.`;
  if (!/[. ]$/u.test(segment)) return undefined;
  return `The name "${segment}" ends with a dot or a space, which Windows drops; remove it.`;
}

function judgeStyle(segment: string, isFile: boolean): string | undefined {
  const word = findVagueWord(segment);
  if (word !== undefined) return `The name "${segment}" has the vague word "${word}"; name what it does.`;
  const isConventional = segment.startsWith('.') || (isFile && CAPITAL_DOCUMENT.test(segment));
  if (isConventional || KEBAB_PARTS.test(segment)) return undefined;
  return `The name "${segment}" is not kebab-case; write lower-case words joined by hyphens.`;
}

function findCaseTwins(paths: ReadonlySet<string>): [string, string][] {
  const seen = new Map<string, string>();
  const twins: [string, string][] = [];
  for (const path of paths) {
    const first = seen.get(path.toLowerCase());
    if (first === undefined) seen.set(path.toLowerCase(), path);
    else twins.push([first, path]);
  }
  return twins;
}
