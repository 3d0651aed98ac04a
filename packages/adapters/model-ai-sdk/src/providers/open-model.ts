import type { ModelProvider } from '../connection.ts';
import type { ModelSetup, OpenedModel } from './opened-model.ts';

/** Loads the client of the one provider that is used, and opens it. */
export async function openModel(provider: ModelProvider, setup: ModelSetup): Promise<OpenedModel> {
  switch (provider) {
    case 'anthropic':
      return (await import('./anthropic.ts')).openAnthropic(setup);
    case 'openai':
      return (await import('./openai.ts')).openOpenAi(setup);
    case 'xai':
      return (await import('./xai.ts')).openXai(setup);
    case 'azure':
      return (await import('./azure.ts')).openAzure(setup);
    case 'google':
      return (await import('./google.ts')).openGoogle(setup);
    case 'openai-compatible':
      return (await import('./openai-compatible.ts')).openCompatible(setup);
  }
}
