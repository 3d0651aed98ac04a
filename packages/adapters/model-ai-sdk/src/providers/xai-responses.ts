import { createXai } from '@ai-sdk/xai';

import { choosePlainEffort } from './choose-effort.ts';
import type { ModelSetup, OpenedModel } from './opened-model.ts';

/** Grok through Responses; nothing is kept on xAI's side. */
export function openXaiResponses({ name, key, baseUrl, fetch }: ModelSetup, canSteer: boolean): OpenedModel {
  return {
    model: createXai({ apiKey: key, baseURL: baseUrl, fetch }).responses(name),
    style: { seals: 'xai', plainThoughts: false },
    schemas: 'all',
    options: ({ effort }) => ({
      ...choosePlainEffort(effort, canSteer),
      providerOptions: { xai: { store: false } },
    }),
  };
}
