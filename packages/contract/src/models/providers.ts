/** Who answers: the providers that a connection can name. */
export const PROVIDERS = [
  'anthropic',
  'openai',
  'xai',
  'azure',
  'google',
  'openai-compatible',
  'scripted',
] as const;
export type Provider = (typeof PROVIDERS)[number];

/** What a model is used for. */
export const MODEL_ROLES = ['main', 'fast', 'vision', 'image'] as const;
export type ModelRole = (typeof MODEL_ROLES)[number];
