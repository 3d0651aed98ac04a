import { createOpenAICompatible } from '@ai-sdk/openai-compatible';

import { choosePlainEffort } from './choose-effort.ts';
import type { ModelSetup, OpenedModel } from './opened-model.ts';
import { readChatUsage } from './read-chat-usage.ts';

/** Chat Completions as Ollama, LM Studio, vLLM and many others speak them; a key is sent when there is one. */
export function openCompatible(setup: ModelSetup): OpenedModel {
  return openChat(setup, 'compatible', true);
}

/** Chat Completions under the name of a provider. */
export function openChat(
  { name, key, baseUrl, fetch }: ModelSetup,
  provider: string,
  canSteer: boolean,
): OpenedModel {
  return {
    model: createOpenAICompatible({
      name: provider,
      baseURL: baseUrl,
      fetch,
      includeUsage: true,
      supportsStructuredOutputs: true,
      convertUsage: (usage) => readChatUsage(usage, provider === 'xai'),
      ...(key === '' ? {} : { apiKey: key }),
    }).chatModel(name),
    style: { seals: provider, plainThoughts: true },
    schemas: 'all',
    options: ({ effort }) => choosePlainEffort(effort, canSteer),
  };
}
