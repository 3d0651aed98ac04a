import { createPatternTest } from '../ports/path-patterns.ts';
import { spellingKey } from '../ports/spelling-key.ts';

/** In any spelling, of the path and of the pattern: on many disks `.GIT` is `.git`. */
export function createProtectedTest(patterns: readonly string[]): (path: string) => boolean {
  const isNamed = createPatternTest(patterns);
  const spelled = patterns.map(spellingKey);
  const isSpelled = createPatternTest(spelled);
  const isPlain = spelled.every((pattern, index) => pattern === patterns[index]);
  return (path) => {
    if (isNamed(path)) return true;
    const key = spellingKey(path);
    return (key !== path || !isPlain) && isSpelled(key);
  };
}
