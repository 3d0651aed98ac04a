import type { ModelAbilities } from '../ports/model.ts';

/** What the price list does not know about models: written by hand, from the providers' own pages. */
export interface ModelRow {
  /** Tokens in and out together. */
  readonly contextWindow?: number;
  readonly maxOutput?: number;
  readonly abilities: ModelAbilities;
  /** How many tokens it counts for an image where others count one. */
  readonly imageFactor?: number;
  /** The name under which the price list has it. */
  readonly pricedAs?: string;
}

/** The row of a model, of its dated versions and of its `-latest`; undefined for what is not known. */
export function findModelRow(provider: string, name: string): ModelRow | undefined {
  const rows = TABLE.get(provider === 'azure' ? 'openai' : provider);
  const version = provider === 'google' ? GOOGLE_VERSION : VERSION;
  return rows?.get(name) ?? rows?.get(name.replace(version, ''));
}

const VERSION = /(-\d{8}|-\d{4}-\d{2}-\d{2}|-\d{4}|-latest|-0)$/;
const GOOGLE_VERSION = /(-\d{3}|-preview(-\d{2}-\d{2,4})?)$/;

const thinker: ModelAbilities = { tools: true, structured: 'strict', vision: true, thinking: true };
const talker: ModelAbilities = { ...thinker, thinking: false };
const blindThinker: ModelAbilities = { ...thinker, vision: false };
const blindTalker: ModelAbilities = { ...talker, vision: false };
const painter: ModelAbilities = { tools: false, structured: 'none', vision: false, thinking: false };

const anthropic = new Map<string, ModelRow>([
  ['claude-opus-4-6', { maxOutput: 128_000, abilities: thinker }],
  ['claude-sonnet-4-6', { maxOutput: 64_000, abilities: thinker }],
  ['claude-haiku-4-5', { maxOutput: 64_000, abilities: thinker }],
  ['claude-opus-4-5', { maxOutput: 64_000, abilities: thinker }],
  ['claude-sonnet-4-5', { maxOutput: 64_000, abilities: thinker }],
  ['claude-opus-4-1', { maxOutput: 32_000, abilities: thinker }],
  ['claude-opus-4', { maxOutput: 32_000, abilities: thinker }],
  ['claude-sonnet-4', { maxOutput: 64_000, abilities: thinker }],
  ['claude-3-7-sonnet', { maxOutput: 64_000, abilities: thinker }],
  ['claude-3-5-sonnet', { maxOutput: 8192, abilities: talker }],
  ['claude-3-5-haiku', { maxOutput: 8192, abilities: talker }],
]);

const openai = new Map<string, ModelRow>([
  ...['gpt-5', 'gpt-5-mini', 'gpt-5-nano', 'gpt-5-codex', 'gpt-5.1', 'gpt-5.2'].map(
    (name) => [name, { maxOutput: 128_000, abilities: thinker }] as const,
  ),
  ...['o1', 'o3', 'o4-mini'].map((name) => [name, { maxOutput: 100_000, abilities: thinker }] as const),
  ['o3-mini', { maxOutput: 100_000, abilities: blindThinker }],
  ...['gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1-nano'].map(
    (name) => [name, { maxOutput: 32_768, abilities: talker }] as const,
  ),
  ['gpt-4o', { maxOutput: 16_384, abilities: talker }],
  ['gpt-4o-mini', { maxOutput: 16_384, abilities: talker, imageFactor: 34 }],
]);

const xai = new Map<string, ModelRow>([
  ['grok-4', { contextWindow: 256_000, abilities: thinker }],
  ['grok-4-fast', { contextWindow: 2_000_000, abilities: thinker }],
  ['grok-3', { contextWindow: 131_072, abilities: blindTalker }],
  ['grok-3-mini', { contextWindow: 131_072, abilities: blindThinker }],
  ['grok-code-fast-1', { contextWindow: 256_000, abilities: { ...blindThinker, structured: 'none' } }],
  ['grok-2-image', { abilities: painter }],
]);

const gemini = { contextWindow: 1_048_576, maxOutput: 65_536, abilities: thinker };
const google = new Map<string, ModelRow>([
  ['gemini-2.5-pro', gemini],
  ['gemini-2.5-flash', gemini],
  ['gemini-2.5-flash-lite', gemini],
  ['gemini-3-pro', { ...gemini, pricedAs: 'gemini-3-pro-preview' }],
  ['gemini-3-flash', { ...gemini, pricedAs: 'gemini-3-flash-preview' }],
  ['gemini-2.0-flash', { contextWindow: 1_048_576, maxOutput: 8192, abilities: talker }],
]);

const TABLE: ReadonlyMap<string, ReadonlyMap<string, ModelRow>> = new Map([
  ['anthropic', anthropic],
  ['openai', openai],
  ['xai', xai],
  ['google', google],
]);
