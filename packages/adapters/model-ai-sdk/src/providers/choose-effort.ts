import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ModelRequest } from '@rook/engine';

type Chosen = Pick<LanguageModelV4CallOptions, 'reasoning' | 'providerOptions'>;

/** At OpenAI, there and at Azure, `adaptive` is what a model does when nothing is said. */
export function chooseOpenAiEffort(
  effort: ModelRequest['effort'],
  canThink: boolean,
  provider: string,
): Chosen {
  const kept = { store: false, strictJsonSchema: true };
  if (!canThink || effort === undefined) return { providerOptions: { [provider]: kept } };
  if (effort === 'off') return { reasoning: 'none', providerOptions: { [provider]: kept } };
  return {
    ...(effort === 'adaptive' ? {} : { reasoning: effort }),
    providerOptions: { [provider]: { ...kept, reasoningSummary: 'auto' } },
  };
}

/** Where no word for `off` is understood by all, nothing is said. */
export function choosePlainEffort(effort: ModelRequest['effort'], canSteer: boolean): Chosen {
  if (!canSteer || effort === undefined || effort === 'adaptive' || effort === 'off') return {};
  return { reasoning: effort };
}
