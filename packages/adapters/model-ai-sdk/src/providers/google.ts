import { createGoogle } from '@ai-sdk/google';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ModelRequest } from '@rook/engine';

import type { ModelSetup, OpenedModel } from './opened-model.ts';

/** Gemini through its own interface. */
export function openGoogle({ name, key, baseUrl, abilities, fetch }: ModelSetup): OpenedModel {
  return {
    model: createGoogle({ apiKey: key, baseURL: baseUrl, fetch }).languageModel(name),
    style: { seals: 'google', plainThoughts: false },
    schemas: 'without maps',
    options: ({ effort }) => chooseThinking(effort, abilities.thinking),
  };
}

function chooseThinking(
  effort: ModelRequest['effort'],
  canThink: boolean,
): Pick<LanguageModelV4CallOptions, 'reasoning' | 'providerOptions'> {
  if (!canThink || effort === undefined) return {};
  if (effort === 'off') return { reasoning: 'none' };
  return {
    ...(effort === 'adaptive' ? {} : { reasoning: effort }),
    providerOptions: { google: { thinkingConfig: { includeThoughts: true } } },
  };
}
