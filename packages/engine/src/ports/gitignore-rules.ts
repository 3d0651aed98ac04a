import { createPathPattern, type PathPattern } from './path-patterns.ts';

/** The rules of one `.gitignore`. */
export interface GitignoreRules {
  /** What the last rule that fits says about a path below the folder of the file; null: none fits. */
  judge(names: readonly string[], isFolder: boolean): 'ignored' | 'kept' | null;
}

interface GitignoreRule {
  readonly verdict: 'ignored' | 'kept';
  readonly foldersOnly: boolean;
  /** Without a slash in it a rule speaks of names, wherever they are. */
  readonly nameOnly: boolean;
  readonly pattern: PathPattern;
}

const MOST_LINES = 10_000;
const MOST_LINE_CHARACTERS = 4096;

export function readGitignore(text: string): GitignoreRules {
  const rules: GitignoreRule[] = [];
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/, MOST_LINES)) {
    const rule = readRule(line);
    if (rule !== null) rules.unshift(rule);
  }
  return {
    judge: (names, isFolder) => {
      const found = rules.find(({ foldersOnly, nameOnly, pattern }) => {
        if (foldersOnly && !isFolder) return false;
        return pattern.matches(nameOnly ? names.slice(-1) : names);
      });
      return found?.verdict ?? null;
    },
  };
}

function readRule(line: string): GitignoreRule | null {
  if (line.startsWith('#') || line.length > MOST_LINE_CHARACTERS) return null;
  const trimmed = dropBlanks(line);
  const isException = trimmed.startsWith('!');
  const body = isException ? trimmed.slice(1) : trimmed;
  const foldersOnly = body.endsWith('/');
  const path = foldersOnly ? body.slice(0, -1) : body;
  if (path === '') return null;
  const names = path.replace(/^\//, '').split('/');
  // All that lies in a folder is not the folder itself.
  if (names.at(-1) === '**') names.push('*');
  return {
    verdict: isException ? 'kept' : 'ignored',
    foldersOnly,
    nameOnly: !path.includes('/') && path !== '**',
    pattern: createPathPattern(names),
  };
}

/** Blanks at the end do not count unless they are escaped. */
function dropBlanks(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ' && line[end - 2] !== '\\') end -= 1;
  return line.slice(0, end);
}
