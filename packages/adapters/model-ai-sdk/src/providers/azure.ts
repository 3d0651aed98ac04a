import { createAzure } from '@ai-sdk/azure';

import { chooseOpenAiEffort } from './choose-effort.ts';
import type { ModelSetup, OpenedModel } from './opened-model.ts';

/** OpenAI's models in a region of Azure; a dated version of the interface means the addresses of old, one for each deployment. */
export function openAzure({
  name,
  key,
  baseUrl,
  apiVersion,
  abilities,
  fetch,
  ...setup
}: ModelSetup): OpenedModel {
  const isDated = apiVersion !== undefined && /^\d{4}-/u.test(apiVersion);
  const provider = createAzure({
    apiKey: key,
    baseURL: isDated ? baseUrl.replace(/\/v1$/u, '') : baseUrl,
    fetch,
    useDeploymentBasedUrls: isDated,
    ...(apiVersion === undefined ? {} : { apiVersion }),
  });
  return {
    model: setup.interface === 'chat' || isDated ? provider.chat(name) : provider.responses(name),
    style: { seals: 'azure', plainThoughts: false },
    schemas: 'every field required',
    options: ({ effort }) => chooseOpenAiEffort(effort, abilities.thinking, 'azure'),
  };
}
