import { fail, rookError, succeed, type Scope } from '@rook/contract';

import type { SettingsFiles } from '../settings-files.ts';

/** Both settings files in memory; changes run one after the other, as a lock makes them. */
export function createFakeSettingsFiles(
  initial: Partial<Record<Scope, string>> = {},
  { hasWorkspace = true } = {},
): SettingsFiles {
  const texts = new Map<Scope, string>();
  if (initial.user !== undefined) texts.set('user', initial.user);
  if (initial.workspace !== undefined) texts.set('workspace', initial.workspace);
  const missing = (scope: Scope) => scope === 'workspace' && !hasWorkspace;

  return {
    path: (scope) => (missing(scope) ? null : `/fake/${scope}/settings.json`),
    read: async (scope) => succeed(texts.get(scope) ?? null),
    update: async (scope, change) => {
      if (missing(scope))
        return fail(rookError('no_workspace', 'There is no workspace to keep settings in.'));
      const changed = change(texts.get(scope) ?? null);
      if (!changed.ok) return changed;
      texts.set(scope, changed.value);
      return succeed(undefined);
    },
  };
}
