/** How a model is reached, as the settings say it. */
export interface ModelConnection {
  readonly name: string;
  readonly provider: ModelProvider;
  readonly baseUrl?: string;
  readonly region?: string;
  readonly apiVersion?: string;
}

export type ModelProvider = 'anthropic' | 'openai' | 'xai' | 'azure' | 'google' | 'openai-compatible';

/** Which of a provider's two interfaces is spoken, where it has two. */
export type ModelInterface = 'chat' | 'responses';

/**
 * The address that requests go to, without a slash at its end, or null when the connection does not say enough. An
 * address without a path gets the one that the provider's interface has everywhere.
 */
export function findBaseUrl({ provider, baseUrl, region }: ModelConnection): string | null {
  const standard = STANDARD[provider];
  const given = baseUrl ?? standard.address ?? regionalAddress(provider, region);
  if (given === undefined || !URL.canParse(given)) return null;
  const bare = given.replace(/\/+$/u, '');
  return new URL(given).pathname === '/' ? `${bare}${standard.path}` : bare;
}

const STANDARD: Readonly<Record<ModelProvider, { readonly address?: string; readonly path: string }>> = {
  anthropic: { address: 'https://api.anthropic.com', path: '/v1' },
  openai: { address: 'https://api.openai.com', path: '/v1' },
  xai: { address: 'https://api.x.ai', path: '/v1' },
  google: { address: 'https://generativelanguage.googleapis.com', path: '/v1beta' },
  azure: { path: '/openai/v1' },
  'openai-compatible': { path: '/v1' },
};

function regionalAddress(provider: ModelProvider, region: string | undefined): string | undefined {
  if (provider !== 'azure' || region === undefined || !/^[a-z0-9-]+$/iu.test(region)) return undefined;
  return `https://${region}.api.cognitive.microsoft.com`;
}
