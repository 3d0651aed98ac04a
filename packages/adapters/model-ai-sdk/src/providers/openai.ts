import { createOpenAI } from '@ai-sdk/openai';

import { chooseOpenAiEffort } from './choose-effort.ts';
import type { ModelSetup, OpenedModel } from './opened-model.ts';

/** OpenAI through Responses, or through Chat Completions when asked; nothing is kept on its side. */
export function openOpenAi({ name, key, baseUrl, abilities, fetch, ...setup }: ModelSetup): OpenedModel {
  const provider = createOpenAI({ apiKey: key, baseURL: baseUrl, fetch });
  return {
    model: setup.interface === 'chat' ? provider.chat(name) : provider.responses(name),
    style: { seals: 'openai', plainThoughts: false },
    schemas: 'every field required',
    options: ({ effort }) => chooseOpenAiEffort(effort, abilities.thinking, 'openai'),
  };
}
