import { readGitignore } from '../ports/gitignore-rules.ts';
import { splitNames } from '../ports/path-patterns.ts';
import { spellingKey } from '../ports/spelling-key.ts';
import type { Workspace } from '../ports/workspace.ts';
import { ORCHESTRATION_FOLDER } from './intent.ts';

/** Names files, as a `.gitignore` does, that may be changed for every intent. */
const INTENT_IGNORE_FILE = '.intentignore';

const MOST_BYTES = 1_000_000;

/**
 * Which files are exempt from scopes. What decides about governance itself never is. Where the file cannot be read, or
 * is a link, nothing is exempt.
 */
export async function loadIntentIgnore(
  workspace: Pick<Workspace, 'locate' | 'read'>,
): Promise<(path: string) => boolean> {
  const located = await workspace.locate(INTENT_IGNORE_FILE);
  if (!located.ok || located.value.kind !== 'file' || located.value.path !== INTENT_IGNORE_FILE)
    return () => false;
  const content = await workspace.read(INTENT_IGNORE_FILE, { maxBytes: MOST_BYTES });
  if (!content.ok) return () => false;
  const rules = readGitignore(new TextDecoder().decode(content.value.bytes));
  return (path) => {
    const names = splitNames(path);
    if (names.length === 0 || governs(path)) return false;
    const isFolderExempt = names
      .slice(0, -1)
      .some((_name, index) => rules.judge(names.slice(0, index + 1), true) === 'ignored');
    return isFolderExempt || rules.judge(names, false) === 'ignored';
  };
}

function governs(path: string): boolean {
  const key = spellingKey(path);
  return (
    key === INTENT_IGNORE_FILE || key === ORCHESTRATION_FOLDER || key.startsWith(`${ORCHESTRATION_FOLDER}/`)
  );
}
