import { succeed, type Result } from '@rook/contract';
import { refuseProblems, type KeySources, type LoadedSettings, type Secrets } from '@rook/engine';

import type { CommandCall } from './command.ts';
import { composeSettings, openSecrets, type Composition } from './compose.ts';

/** What commands about models work with. */
export interface ModelComposition extends Composition {
  readonly settings: LoadedSettings;
  /** Where connections and keys are looked for; the secrets are opened once. */
  readonly sources: KeySources;
}

export async function composeModels(call: CommandCall): Promise<Result<ModelComposition>> {
  const composed = await composeSettings(call);
  if (!composed.ok) return composed;
  const { settings } = composed.value;
  let opened: Promise<Result<Secrets>> | undefined;
  const sources: KeySources = {
    brand: call.brand,
    settings,
    variables: call.surroundings.variables,
    openSecrets: async () => {
      opened ??= openSecrets(composed.value);
      return opened;
    },
  };
  return succeed({ ...composed.value, sources });
}

/** For commands that send or change something: a source that cannot be read refuses them. */
export async function composeUsableModels(call: CommandCall): Promise<Result<ModelComposition>> {
  const composed = await composeModels(call);
  const usable = composed.ok ? refuseProblems(composed.value.settings.problems) : composed;
  return usable.ok ? composed : usable;
}
