import { createAnthropic } from '@ai-sdk/anthropic';
import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';

import { chooseThinking } from './choose-thinking.ts';
import type { ModelSetup, OpenedModel } from './opened-model.ts';

/** Claude through Messages, with adaptive thinking where it can (C-05) and a cache of what stays the same from call to call. */
export function openAnthropic({ name, key, baseUrl, abilities, fetch }: ModelSetup): OpenedModel {
  // A token of a subscription goes into another header than a key.
  const login = key.startsWith('sk-ant-oat') ? { authToken: key } : { apiKey: key };
  return {
    model: createAnthropic({ ...login, baseURL: baseUrl, fetch }).languageModel(name),
    style: { seals: 'anthropic', plainThoughts: false },
    schemas: 'without maps',
    options: (request) => (abilities.thinking ? chooseThinking(name, request) : {}),
    mark: markCache,
  };
}

const KEPT = { anthropic: { cacheControl: { type: 'ephemeral' } } };

/** Three marks of the four that are allowed: behind the tools, the system prompt, and the last message that is not the model's. */
function markCache(call: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const last = call.prompt.findLastIndex(({ role }) => role === 'user' || role === 'tool');
  const prompt = call.prompt.map((message, index) =>
    message.role === 'system' || index === last ? markMessage(message) : message,
  );
  const tools = call.tools?.map((tool, index, all) =>
    tool.type === 'function' && index === all.length - 1 ? { ...tool, providerOptions: KEPT } : tool,
  );
  return { ...call, prompt, ...(tools === undefined ? {} : { tools }) };
}

function markMessage(message: LanguageModelV4Message): LanguageModelV4Message {
  return { ...message, providerOptions: KEPT };
}
