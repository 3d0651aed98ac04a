import type { ModelSetup, OpenedModel } from './opened-model.ts';

/** Grok through Chat Completions (C-03), or through Responses when asked; the one that is not spoken is not loaded. */
export async function openXai(setup: ModelSetup): Promise<OpenedModel> {
  const canSteer = takesEffort(setup.name);
  if (setup.interface !== 'responses') {
    const { openChat } = await import('./openai-compatible.ts');
    return openChat(setup, 'xai', canSteer);
  }
  const { openXaiResponses } = await import('./xai-responses.ts');
  return openXaiResponses(setup, canSteer);
}

/** Most of the models think as long as they like and refuse to be told. */
function takesEffort(name: string): boolean {
  return /^grok-(?:3-mini|4\.(?:[3-9]|20-multi)|[5-9]|code|latest)/u.test(name);
}
